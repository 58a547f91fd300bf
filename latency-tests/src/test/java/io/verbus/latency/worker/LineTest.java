package io.verbus.latency.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import org.junit.jupiter.api.Test;

class LineTest {
    @Test
    void textIsReadBack() {
        final Line line = Line.of("ping").with("count", 50_000).with("cause", "100 % of\nit, %20 and = too").with("no",
                "");
        assertEquals(line, Line.parse(line.toString()));
        assertEquals(1, line.toString().lines().count());
    }

    @Test
    void wordsAreRead() {
        final Line line = Line.parse("ping count=7 uri=rdma://h:1?a=b");
        assertEquals("ping", line.verb());
        assertEquals(7, line.number("count"));
        assertEquals("rdma://h:1?a=b", line.text("uri"));
        assertEquals(3, line.number("absent", 3));
    }

    @Test
    void malformedLinesAreReported() {
        assertEquals("invalid word \"count\" in \"ping count\": expected NAME=VALUE",
                assertThrows(BusException.class, () -> Line.parse("ping count")).getMessage());
        assertEquals("missing word \"count\" in \"ping\"",
                assertThrows(BusException.class, () -> Line.of("ping").number("count")).getMessage());
        assertEquals("invalid word count=many: expected a whole number",
                assertThrows(BusException.class, () -> Line.parse("ping count=many").number("count")).getMessage());
    }
}
