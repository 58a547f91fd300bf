package io.verbus.matching.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.Terms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each refusal, by the shortest script that causes it; and its row in docs/reference/matching.md. */
class RefusalsTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "matching.md");

    static Stream<Arguments> scripts() {
        return Stream.of(
                of("kill A|A new 1 X buy 1 @ 1", "2 A rejected 1 KILLED"),
                of("kill all|A new 1 X buy 1 @ 1", "2 A rejected 1 KILLED"),
                of("seat A rate=1/s|A new 1 X buy 1 @ 1|A replace 1 2 1 @ 1", "2 A refused replace 1 RATE"),
                of("A new 1 Y buy 1 @ 1", "1 A rejected 1 UNKNOWN_INSTRUMENT"),
                of("halt Y", "1 refused halt Y UNKNOWN_INSTRUMENT"),
                of("resume Y", "1 refused resume Y UNKNOWN_INSTRUMENT"),
                of("A cancel-all Y", "1 A refused cancel-all Y UNKNOWN_INSTRUMENT"),
                of("A cancel 1", "1 A refused cancel 1 UNKNOWN_ORDER"),
                of("A new 1 X buy 1 @ 1|B cancel 1 leaving 0", "2 B refused reduce 1 UNKNOWN_ORDER"),
                of("A replace 1 2 1 @ 1", "1 A refused replace 1 UNKNOWN_ORDER"),
                of("halt X|A new 1 X buy 1 @ 1", "2 A rejected 1 HALTED"),
                of("A new 1 X buy 2 @ 1|halt X|A replace 1 2 1 @ 1", "3 A refused replace 1 HALTED"),
                of("A new 1 X buy 1 @ market gtc", "1 A rejected 1 TERMS"),
                of("A new 1 X buy 1 @ 1 ioc post-only", "1 A rejected 1 TERMS"),
                of("A new 1 X buy 1 @ 1|A cancel 1|A new 1 X buy 1 @ 1", "3 A rejected 1 DUPLICATE_ID"),
                of("A new 1 X buy 1 @ 1|A replace 1 1 1 @ 1", "2 A refused replace 1 DUPLICATE_ID"),
                of("A new 1 X buy 0 @ 1", "1 A rejected 1 INVALID_QUANTITY"),
                of("instrument Y lot=10|A new 1 Y buy 15 @ 1", "1 A rejected 1 LOT"),
                of("A new 1 X buy 5 @ 1|A cancel 1 leaving 5", "2 A refused reduce 1 NOT_A_REDUCTION"),
                of("A new 1 X buy 1 @ -1", "1 A rejected 1 INVALID_PRICE"),
                of("A new 1 X buy 1 @ 1.005", "1 A rejected 1 TICK"),
                of("A new 1 X buy 1 @ market", "1 A rejected 1 NO_REFERENCE"),
                of("seat A quantity=5|A new 1 X buy 6 @ 1", "1 A rejected 1 MAX_QUANTITY"),
                of("instrument Y reference=10 collar=10%|A new 1 Y buy 1 @ 11.01", "1 A rejected 1 COLLAR"),
                of("instrument Y reference=10|seat A collar=10%|A new 1 Y sell 1 @ 8.99", "1 A rejected 1 COLLAR"),
                of("seat A notional=100|A new 1 X buy 11 @ 9.10", "1 A rejected 1 MAX_NOTIONAL"),
                of("A new 1 X buy 9223372036854775807 @ 1", "1 A rejected 1 MAX_NOTIONAL"),
                of("seat A open=1|A new 1 X buy 1 @ 1|A new 2 X buy 1 @ 1", "2 A rejected 2 OPEN_ORDERS"),
                of("seat A open-notional=2|A new 1 X buy 1 @ 1|A new 2 X sell 1 @ 1.01",
                        "2 A rejected 2 OPEN_NOTIONAL"),
                of("seat A position=5|A new 1 X sell 3 @ 1|A new 2 X sell 3 @ 1", "2 A rejected 2 POSITION"),
                of("A new 1 X sell 3 @ 1|A new 2 X buy 3 @ 1 post-only", "2 A rejected 2 WOULD_TRADE"));
    }

    private static Arguments of(final String script, final String output) {
        return Arguments.of(script, output);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void requestIsRefused(final String script, final String last) {
        assertEquals(last, ScriptTest.run("instrument X\n" + script.replace('|', '\n')).getLast());
    }

    @Test
    void refusalsThatNoScriptCanCauseAreCausedByInputs() {
        final List<String> output = new ArrayList<>();
        final Engine engine = new Engine(new EngineCapacity(1, 9, 9), 0, new ReportLines(seats(), output::add),
                BookEvents.IGNORED);
        engine.defineInstrument(0, 1, 1, 0);
        engine.newOrder(0, 0, 1, 0, Terms.BUY, 1, 1);
        engine.newOrder(0, 0, 2, 0, Terms.BUY, 1, 1);
        engine.cancel(0, -1, 3);
        assertEquals(List.of("0 A accepted 1 order 1", "0 A rejected 2 CAPACITY", "0 refused cancel null UNKNOWN_SEAT"),
                output);
    }

    private static Names seats() {
        final Names names = new Names();
        names.seat("A", new Tokens(""));
        return names;
    }

    @Test
    void eachRefusalHasATest() {
        final List<String> tested = new ArrayList<>(scripts().map(one -> one.get()[1].toString()).toList());
        tested.addAll(List.of("CAPACITY", "UNKNOWN_SEAT"));
        for (final RefusalCode refusal : RefusalCode.values()) {
            assertTrue(tested.stream().anyMatch(line -> line.endsWith(refusal.name())), refusal.name());
        }
    }

    @Test
    void pageListsTheRefusalsInTheirOrder() throws IOException {
        final List<String> rows = Files.readAllLines(PAGE).stream().filter(line -> line.matches("\\| `[A-Z_]+` \\|.*"))
                .toList();
        assertEquals(Arrays.stream(RefusalCode.values())
                .map(refusal -> "| `" + refusal + "` | " + refusal.text() + " |").toList(), rows);
    }

    @Test
    void limitBelowTheOpenAmountRefusesOnlyAdditions() {
        assertEquals(List.of("1 A accepted 1 order 1", "2 A rejected 2 POSITION", "3 A accepted 3 order 2",
                "4 A replaced 1 4 order 3 open 9 place lost", "5 A refused replace 4 POSITION"), ScriptTest.run("""
                        instrument X
                        A new 1 X buy 10 @ 1
                        seat A position=5
                        A new 2 X buy 1 @ 1
                        A new 3 X sell 5 @ 2
                        A replace 1 4 9 @ 1.01
                        A replace 4 5 10 @ 1.01
                        """));
    }

    @Test
    void messageRateIsOnTheTimeOfTheInputs() {
        assertEquals(List.of("1 A accepted 1 order 1", "2 A accepted 2 order 2", "3 A rejected 3 RATE",
                "5 A rejected 3 RATE", "7 A accepted 3 order 3"), ScriptTest.run("""
                        instrument X
                        seat A rate=10/s burst=2
                        A new 1 X buy 1 @ 1
                        A new 2 X buy 1 @ 1
                        A new 3 X buy 1 @ 1
                        time +99
                        A new 3 X buy 1 @ 1
                        time +1
                        A new 3 X buy 1 @ 1
                        """));
    }

    @Test
    void haltsAndKillsLetCancelsThrough() {
        assertEquals(List.of("1 A accepted 1 order 1", "2 A accepted 2 order 2", "4 A reduced 1 1 open 1",
                "5 A cancelled 1 1 REQUESTED", "7 A accepted 3 order 3", "8 A cancelled 2 2 KILL",
                "8 A cancelled 3 1 KILL", "9 A refused cancel 3 UNKNOWN_ORDER", "11 A accepted 4 order 4"),
                ScriptTest.run("""
                        instrument X
                        A new 1 X buy 2 @ 1
                        A new 2 X buy 2 @ 1
                        halt X
                        A cancel 1 leaving 1
                        A cancel 1
                        resume X
                        A new 3 X buy 1 @ 1
                        kill A
                        A cancel 3
                        revive A
                        A new 4 X buy 1 @ 1
                        """));
    }
}
