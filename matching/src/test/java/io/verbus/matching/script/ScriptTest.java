package io.verbus.matching.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of a script and its output, as docs/reference/matching.md documents them. */
class ScriptTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "matching.md");
    private static final int COLUMN = 42;

    /** Runs a script; its output. */
    static List<String> run(final String script) {
        final List<String> output = new ArrayList<>();
        final OrderScript one = new OrderScript(output::add);
        script.lines().forEach(one::run);
        return output;
    }

    private static List<String> runAndPrintBook(final String script) {
        final List<String> output = new ArrayList<>();
        final OrderScript one = new OrderScript(output::add);
        script.lines().forEach(one::run);
        one.printBook();
        return output;
    }

    @Test
    void exampleOfThePageGivesItsOutput() throws IOException {
        final List<String> input = new ArrayList<>();
        final List<String> output = new ArrayList<>();
        final List<String> page = Files.readAllLines(PAGE);
        final int begin = page.indexOf("instrument XYZ id=1 tick=0.01 reference=10.00");
        for (int i = begin; !page.get(i).equals("```"); i++) {
            final String line = page.get(i);
            final int end = i == begin ? line.length() : Math.min(COLUMN, line.length());
            input.add(line.substring(0, end));
            if (line.length() > end) {
                output.add(line.substring(end));
            }
        }
        assertEquals(11, output.size());
        assertEquals(output, run(String.join("\n", input)));
    }

    @Test
    void bookIsPrintedByPriceAndPlace() {
        assertEquals(List.of(
                "1 A accepted 1 order 1", "2 B accepted 1 order 2", "3 A accepted 2 order 3", "4 A accepted 3 order 4",
                "book XYZ buy 5 @ 9.99 order 2 B 1", "book XYZ buy 10 @ 9.98 order 1 A 1",
                "book XYZ buy 7 @ 9.98 order 3 A 2", "book ABC sell 1 @ 1.5 order 4 A 3"), runAndPrintBook("""
                        instrument XYZ id=1
                        instrument ABC id=2 tick=0.5
                        A new 1 XYZ buy 10 @ 9.98
                        B new 1 XYZ buy 5 @ 9.99 gtc
                        A new 2 XYZ buy 7 @ 9.98
                        A new 3 ABC sell 1 @ 1.5
                        """));
    }

    @Test
    void reductionsAndReplacementsKeepOrLoseThePlace() {
        assertEquals(List.of(
                "1 A accepted 1 order 1", "2 B accepted 1 order 2", "3 A reduced 1 4 open 6",
                "4 A replaced 1 2 order 1 open 5 place kept", "5 A replaced 2 3 order 3 open 6 place lost",
                "6 C accepted 1 order 4", "6 B executed 1 10 @ 9.98 trade 1 maker open 0",
                "6 C executed 1 10 @ 9.98 trade 1 taker open 1", "6 A executed 3 1 @ 9.98 trade 2 maker open 5",
                "6 C executed 1 1 @ 9.98 trade 2 taker open 0", "7 A cancelled 3 5 REQUESTED"), runAndPrintBook("""
                        instrument XYZ reference=10
                        A new 1 XYZ buy 10 @ 9.98
                        B new 1 XYZ buy 10 @ 9.98
                        A cancel 1 leaving 6
                        A replace 1 2 5 @ 9.98
                        A replace 2 3 6 @ 9.98
                        C new 1 XYZ sell 11 @ market
                        A cancel 3 leaving 0
                        """));
    }

    @Test
    void massCancelsAreInOrderOfArrival() {
        assertEquals(List.of(
                "1 A accepted 5 order 1", "2 B accepted 1 order 2", "3 A accepted 4 order 3", "4 A accepted 3 order 4",
                "5 A cancelled 4 1 REQUESTED",
                "6 A cancelled 5 1 DISCONNECT", "6 A cancelled 3 1 DISCONNECT",
                "8 A accepted 1 order 5", "9 B accepted 2 order 6", "10 A accepted 2 order 7",
                "11 B cancelled 1 1 END_OF_DAY", "11 A cancelled 1 1 END_OF_DAY",
                "12 B cancelled 2 1 KILL", "12 A cancelled 2 1 KILL"), runAndPrintBook("""
                        instrument XYZ
                        instrument ABC
                        seat A disconnect=cancel
                        # four orders
                        A new 5 XYZ buy 1 @ 1
                        B new 1 XYZ buy 1 @ 3
                        A new 4 ABC buy 1 @ 2
                        A new 3 XYZ buy 1 @ 4
                        A cancel-all ABC
                        A disconnect
                        B disconnect
                        A new 1 XYZ buy 1 @ 1
                        B new 2 XYZ buy 1 @ 1 gtc
                        A new 2 ABC buy 1 @ 1 gtc
                        end-day
                        kill all
                        """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"incoming", "resting", "both", "allow"})
    void selfTradesAreTreatedAsTheSeatIsSet(final String mode) {
        final List<String> output = run("""
                instrument XYZ
                seat A self-trade=%s
                B new 1 XYZ sell 1 @ 1
                A new 1 XYZ sell 2 @ 1
                A new 2 XYZ buy 4 @ 1
                """.formatted(mode));
        final List<String> expected = new ArrayList<>(List.of("1 B accepted 1 order 1", "2 A accepted 1 order 2",
                "3 A accepted 2 order 3", "3 B executed 1 1 @ 1.00 trade 1 maker open 0",
                "3 A executed 2 1 @ 1.00 trade 1 taker open 3"));
        expected.addAll(switch (mode) {
            case "incoming" -> List.of("3 A cancelled 2 3 SELF_TRADE");
            case "resting" -> List.of("3 A cancelled 1 2 SELF_TRADE");
            case "both" -> List.of("3 A cancelled 1 2 SELF_TRADE", "3 A cancelled 2 3 SELF_TRADE");
            default -> List.of("3 A executed 1 2 @ 1.00 trade 2 maker open 0",
                    "3 A executed 2 2 @ 1.00 trade 2 taker open 1");
        });
        assertEquals(expected, output);
    }

    @Test
    void invalidLineIsRefusedWithItsNumberAndForm() {
        final ScriptException e = assertThrows(ScriptException.class,
                () -> run("instrument XYZ\n\nA new 1 XYZ hold 5"));
        assertEquals("line 3: unexpected \"hold\": use SEAT new ID SYMBOL buy|sell QUANTITY @ PRICE|market"
                + " [day|gtc|ioc|fok] [post-only]", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"seat B rate=5/s quantity=x", "seat B burst=5", "seat B self-trade=both disconnect",
            "instrument R tick=1 lot=0", "B new 1 Q buy 5 @ 1 week", "B cancel 1 leaving 0 0", "kill B C",
            "time +5 ms"})
    void invalidLineChangesNothing(final String line) {
        final List<String> valid = List.of("instrument Q id=7", "instrument R", "A new 1 Q buy 5 @ 1",
                "seat B quantity=1", "B new 1 R sell 5 @ 1");
        final OrderScript expected = new OrderScript(report -> {});
        valid.forEach(expected::run);
        final OrderScript script = new OrderScript(report -> {});
        script.run(valid.getFirst());
        assertThrows(ScriptException.class, () -> script.run(line));
        valid.stream().skip(1).forEach(script::run);
        // The hash covers the numbers of seats and instruments, and the time.
        assertEquals(expected.engine().hash(), script.engine().hash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"instrument", "instrument X/Y", "instrument XYZ tick=0", "instrument XYZ tick=0.0000001",
            "instrument XYZ id=1048576", "instrument XYZ id=-1", "instrument XYZ collar=5", "instrument XYZ size=5",
            "instrument XYZ reference=-1", "instrument XYZ lot=0", "instrument Q id=7", "instrument Q tick=1",
            "seat", "seat all", "seat A b", "seat A rate=5", "seat A rate=0/s", "seat A burst=5", "seat A quantity=-1",
            "seat A notional=x", "seat A self-trade=none", "seat A disconnect=no", "seat A collar=1.00001%",
            "seat halt",
            "A", "A buy", "A new", "A new 1", "A new x Q buy 5 @ 1", "A new 1 Q buy 5 1", "A new 1 Q buy 5 @",
            "A new 1 Q buy 5 @ 1 week", "A new 1 Q buy 5 @ 1 post-only day", "A new 1 Q buy +5 @ 1",
            "A new 1 Q buy 9223372036854775808 @ 1", "A new 1 Q buy 5 @ 1.0000001", "A new 1 Q buy 5 @ 1e5",
            "A new 1 Q buy 5 @ 9999999999999", "A/B new 1 Q buy 5 @ 1", "A replace 1 2 3 @ market", "A cancel",
            "A cancel 1 keeping 5", "A cancel 1 leaving", "A cancel-all Q Q", "A disconnect now", "halt", "halt Q Q",
            "kill", "kill halt", "revive all all", "end-day now", "time", "time 5", "time +-5", "time ++5", "time +x",
            "time +9223372036854775", "\u0007", "A\u0000 new 1 Q buy 1 @ 1"})
    void invalidLinesAreRefused(final String line) {
        final ScriptException e = assertThrows(ScriptException.class,
                () -> run("instrument Q id=7\n" + line));
        assertTrue(e.getMessage().startsWith("line 2: ") && e.getMessage().contains(": use "), e.getMessage());
        assertTrue(e.getMessage().codePoints().noneMatch(Character::isISOControl), e.getMessage());
    }
}
