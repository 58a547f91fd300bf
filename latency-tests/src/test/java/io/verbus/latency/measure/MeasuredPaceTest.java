package io.verbus.latency.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MeasuredPaceTest {
    @Test
    void intendedTimesDoNotDependOnActualOnes() {
        final MessagePace pace = new MessagePace(1_000, 1e9 / 3_000_000);
        assertEquals(1_000, pace.intendedNs(0));
        assertEquals(1_333, pace.intendedNs(1));
        assertEquals(1_000 + 1_000_000_000L, pace.intendedNs(3_000_000));
    }
}
