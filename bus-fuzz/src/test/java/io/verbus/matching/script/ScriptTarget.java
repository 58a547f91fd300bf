package io.verbus.matching.script;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An arbitrary script. Each line is run or refused with its number and its form, and changes nothing then; each line of
 * output has one of the documented forms.
 *
 * <p>Input: the text of the script.
 */
public final class ScriptTarget implements Target {
    private static final int MAX_MESSAGE_LENGTH = 500;
    private static final String NAME = "[A-Za-z0-9._-]{1,32}";
    private static final Pattern REPORT = Pattern.compile("[0-9]+ (" + NAME + " )?(accepted|rejected|replaced|reduced"
            + "|cancelled|executed|refused) [^ ].*|book " + NAME + " (buy|sell) [0-9]+ @ [0-9.]+ order [0-9]+ " + NAME
            + " -?[0-9]+");
    private static final String EXAMPLE = """
            instrument XYZ id=1 tick=0.01 reference=10.00 collar=10%
            seat A quantity=1000 notional=1000000 open=10 open-notional=2000000 position=500 rate=1000/s burst=10
            seat B self-trade=both disconnect=cancel collar=5%
            # orders
            A new 1 XYZ sell 100 @ 10.00
            B new 1 XYZ sell 50 @ 10.00 gtc post-only
            C new 1 XYZ buy 120 @ 10.01 ioc
            B replace 1 2 30 @ 10.00
            D new 1 XYZ buy 100 @ market fok
            B cancel 2 leaving 10
            halt XYZ
            resume XYZ
            time +5
            B disconnect
            kill A
            revive A
            A cancel-all XYZ
            end-day
            kill all
            revive all
            """;

    public ScriptTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final List<String> output = new ArrayList<>();
        final OrderScript script = new OrderScript(output::add);
        long number = 0;
        for (final String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            number++;
            final long inputs = script.engine().inputs();
            final int printed = output.size();
            final long hash = script.engine().hash();
            try {
                script.run(line);
                check(script.engine().inputs() <= inputs + 1, "several inputs");
            } catch (final ScriptException e) {
                checkMessage(e.getMessage(), number);
                same(inputs, script.engine().inputs(), "inputs after an invalid line");
                same(printed, output.size(), "reports after an invalid line");
                same(hash, script.engine().hash(), "state after an invalid line");
            }
        }
        script.printBook();
        output.forEach(line -> check(REPORT.matcher(line).matches(), "output " + line));
    }

    private static void checkMessage(final String message, final long number) {
        check(message.startsWith("line " + number + ": ") && message.contains(": use "), message);
        check(message.length() < MAX_MESSAGE_LENGTH, "long: " + message);
        check(message.codePoints().noneMatch(Character::isISOControl), "control characters in: " + message);
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(EXAMPLE.getBytes(StandardCharsets.UTF_8));
    }
}
