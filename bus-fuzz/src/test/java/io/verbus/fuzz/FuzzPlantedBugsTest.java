package io.verbus.fuzz;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.verbus.support.mutant.Mutant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs planted in readers, one at a time, are found in the time that CI gives a target. */
@Tag("long")
@Tag("processes")
class FuzzPlantedBugsTest {
    /** Time per target in .ci/run. */
    private static final int SECONDS = 12;
    private static final int BUGS = Integer.getInteger("verbus.fuzzBugs", 2);

    @TempDir
    private Path folder;

    static Stream<Arguments> bugs() {
        return Stream.of(
                Arguments.of(Targets.FRAMES, new Mutant("frame shorter than its header",
                        "io/verbus/internal/image/FrameReader.java",
                        "found != sequence || length < payloadOffset", "found != sequence")),
                Arguments.of(Targets.FRAMES, new Mutant("padding without an advance",
                        "io/verbus/internal/image/FrameReader.java", "position += length(word);", "")),
                Arguments.of(Targets.HEADERS, new Mutant("unaligned boundary",
                        "io/verbus/internal/log/ChunkTable.java", "position % FrameLayout.ALIGNMENT != 0 || ", "")),
                Arguments.of(Targets.HEADERS, new Mutant("text longer than its field",
                        "io/verbus/internal/os/HeaderFields.java", "Math.clamp(source.getInt(offset), 0, maxLength)",
                        "Math.max(source.getInt(offset), 0)")),
                Arguments.of(Targets.IMAGE, new Mutant("gap one message too long",
                        "io/verbus/internal/image/GapTracker.java",
                        "report(wanted, first - 1, cause, cause.description());",
                        "report(wanted, first, cause, cause.description());")),
                Arguments.of(Targets.REMOTE, new Mutant("partly received frame is read",
                        "io/verbus/internal/image/FrameSkipper.java", "align(length) <= readable - position && ", "")),
                Arguments.of(Targets.STREAMS, new Mutant("run beyond the granted credit",
                        "io/verbus/tcp/link/ImageReader.java", " || length > allowed) {", ") {")),
                Arguments.of(Targets.GLIMPSE, new Mutant("login that is accepted twice",
                        "io/verbus/marketdata/glimpse/GlimpseReceiver.java",
                        "if (isAccepted || length != ACCEPTED_LENGTH) {", "if (length != ACCEPTED_LENGTH) {")),
                Arguments.of(Targets.ENGINE, new Mutant("order id that is used twice",
                        "io/verbus/matching/Admission.java", "if (state.used.contains(seatNumber, id)) {",
                        "if (state.used.contains(seatNumber, id + 1)) {")),
                Arguments.of(Targets.SCRIPT, new Mutant("control character in a message",
                        "io/verbus/matching/script/Tokens.java", "Character.isISOControl(c) ? '?' : c", "c")),
                Arguments.of(Targets.ENGINE, new Mutant("position of the wrong seat",
                        "io/verbus/matching/Matcher.java", "state.accounts.trade(order.account, order.side, quantity);",
                        "state.accounts.trade(orders.account(entry), order.side, quantity);")))
                .limit(BUGS);
    }

    @Execution(ExecutionMode.CONCURRENT) // one per processor, as .ci/fuzz
    @ParameterizedTest
    @MethodSource("bugs")
    void bugIsFoundInCiTime(final Targets target, final Mutant bug) throws IOException, InterruptedException {
        final Path classes = folder.resolve("classes");
        for (final Map.Entry<String, byte[]> planted : bug.classes().entrySet()) {
            final Path file = classes.resolve(planted.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, planted.getValue());
        }
        final JazzerProcess.Result result = new JazzerProcess(target, folder.resolve("run"),
                classes + File.pathSeparator + System.getProperty("java.class.path")).run(SECONDS, "-seed=1");
        assertNotNull(result.finding(),
                () -> "\"" + bug + "\" was not found in " + result.executions() + " executions");
        assertNotNull(result.input(), result.finding());
        System.out.printf("fuzz: \"%s\" found after %,d executions%n", bug, result.executions());
    }
}
