package io.verbus.latency.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import org.junit.jupiter.api.Test;

class LineTest {
    @Test
    void shouldSurviveTheWayToAnotherProcess() {
        final Line line = Line.of("ping").with("count", 50_000).with("cause", "100 % of\nit, %20 and = too").with("no",
                "");
        assertEquals(line, Line.parse(line.toString()));
        assertEquals(1, line.toString().lines().count());
    }

    @Test
    void shouldTellWhatItSays() {
        final Line line = Line.parse("ping count=7 uri=rdma://h:1?a=b");
        assertEquals("ping", line.verb());
        assertEquals(7, line.number("count"));
        assertEquals("rdma://h:1?a=b", line.text("uri"));
        assertEquals(3, line.number("absent", 3));
    }

    @Test
    void shouldSayWhatIsWrongWithIt() {
        assertEquals("\"count\" in \"ping count\" is no NAME=VALUE",
                assertThrows(BusException.class, () -> Line.parse("ping count")).getMessage());
        assertEquals("\"ping\" does not say count",
                assertThrows(BusException.class, () -> Line.of("ping").number("count")).getMessage());
        assertEquals("count=many is no whole number",
                assertThrows(BusException.class, () -> Line.parse("ping count=many").number("count")).getMessage());
    }
}
