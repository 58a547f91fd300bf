package io.verbus.latency.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import org.junit.jupiter.api.Test;

class ControlLineTest {
    @Test
    void textIsReadBack() {
        final ControlLine line = ControlLine.of("ping").with("count", 50_000)
                .with("cause", "100 % of\nit, %20 and = too").with("no",
                        "");
        assertEquals(line, ControlLine.parse(line.toString()));
        assertEquals(1, line.toString().lines().count());
    }

    @Test
    void wordsAreRead() {
        final ControlLine line = ControlLine.parse("ping count=7 uri=rdma://h:1?a=b");
        assertEquals("ping", line.verb());
        assertEquals(7, line.number("count"));
        assertEquals("rdma://h:1?a=b", line.text("uri"));
        assertEquals(3, line.number("absent", 3));
    }

    @Test
    void malformedLinesAreReported() {
        assertEquals("invalid word \"count\" in \"ping count\": expected NAME=VALUE",
                assertThrows(BusException.class, () -> ControlLine.parse("ping count")).getMessage());
        assertEquals("missing word \"count\" in \"ping\"",
                assertThrows(BusException.class, () -> ControlLine.of("ping").number("count")).getMessage());
        assertEquals("invalid word count=many: expected a whole number",
                assertThrows(BusException.class, () -> ControlLine.parse("ping count=many").number("count"))
                        .getMessage());
    }

    @Test
    void controlCharactersReachNoReader() {
        final String escape = "\u001b[2J";
        assertEquals("invalid line \"run?[2J\": it has control characters",
                assertThrows(BusException.class, () -> ControlLine.parse("run" + escape)).getMessage());
        assertEquals("invalid line \"run stop\": it has control characters", // a second order
                assertThrows(BusException.class, () -> ControlLine.parse("run\nstop")).getMessage());
        assertEquals("failed cause=?[2J\ttab%0Aline",
                ControlLine.of("failed").with("cause", escape + "\ttab\nline").toString());
        assertEquals("?[2J? tab line?", ControlLine.oneLine(escape + "\u202e\ttab\nline\u0085", 100));
    }

    @Test
    void messagesQuoteOnlyTheBeginning() {
        final String cause = assertThrows(BusException.class, () -> ControlLine.parse("x".repeat(1_000_000) + " y"))
                .getMessage();
        assertTrue(cause.length() < 300 && cause.endsWith("...\": expected NAME=VALUE"), cause);
        assertEquals("abc...", ControlLine.oneLine("abcdefg", 6));
        assertEquals("abcdef", ControlLine.oneLine("abcdef", 6));
        assertEquals("ab...", ControlLine.oneLine("ab\uD83D\uDE00cde", 6));
    }

    @Test
    void numberOfWordsIsBounded() {
        final String message = assertThrows(BusException.class, () -> ControlLine.parse("run" + " a=b".repeat(1_000)))
                .getMessage();
        assertTrue(message.endsWith("it has more than 1000 words"), message);
        assertEquals(1, ControlLine.parse("run" + " a=b".repeat(999)).words().size());
    }
}
