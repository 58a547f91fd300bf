package io.verbus.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    private static final long START_NS = 1_000;

    @Test
    void everyFormIsParsed() {
        assertEquals(new Pace.Max(), Pace.parse("max"));
        assertEquals(new Pace.Speed(1), Pace.parse("realtime"));
        assertEquals(new Pace.Speed(20), Pace.parse("x20"));
        assertEquals(new Pace.Speed(0.5), Pace.parse("x0.5"));
        assertEquals(new Pace.Rate(50_000), Pace.parse("50000/s"));
        assertEquals(new Pace.Rate(2.5), Pace.parse("2.5/s"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "fast", "x", "x0", "x-1", "0/s", "-5/s", "50000", "50000/m", "1e9/s", "x1.", "NaN/s", "MAX"})
    void otherTextIsRefused(final String text) {
        final BusException refusal = assertThrows(BusException.class, () -> Pace.parse(text));
        assertEquals("'" + text + "' is not a rate: use max, realtime, x20 (20 times realtime) or 50000/s"
                + " (messages a second)", refusal.getMessage());
    }

    @Test
    void rateSpacesMessagesEvenlyWithoutDrift() {
        final Pacer pacer = new Pacer(new Pace.Rate(3), START_NS, true);
        final long[] due = LongStream.of(0, 1, 2, 3, 3_000_000_000L).map(index -> pacer.dueNs(index, 77)).toArray();
        assertArrayEquals(new long[]{START_NS, START_NS + 333_333_333L, START_NS + 666_666_666L,
                START_NS + 1_000_000_000L, START_NS + 1_000_000_000_000_000_000L}, due);
    }

    @Test
    void delayedFeedCatchesUp() {
        final Pacer pacer = new Pacer(new Pace.Rate(1_000), START_NS, true);
        pacer.published(5_000_000);
        assertEquals(START_NS + 2_000_000, pacer.dueNs(2, 77));
    }

    @Test
    void withoutCatchingUpADelayShiftsAllLaterMessages() {
        final Pacer pacer = new Pacer(new Pace.Rate(1_000), START_NS, false);
        pacer.published(50_000);
        assertEquals(START_NS + 1_000_000, pacer.dueNs(1, 77));
        pacer.published(5_000_000);
        assertEquals(START_NS + 7_000_000, pacer.dueNs(2, 77));
        pacer.nextPass();
        assertEquals(START_NS + 8_000_000, pacer.dueNs(3, 77));
    }

    @Test
    void speedFollowsTheSourceAcrossPasses() {
        final Pacer pacer = new Pacer(new Pace.Speed(20), START_NS, true);
        assertEquals(START_NS, pacer.dueNs(0, 5_000));
        assertEquals(START_NS + 100, pacer.dueNs(1, 7_000));
        assertEquals(START_NS + 50, pacer.dueNs(2, 6_000));
        assertEquals(START_NS + 200, pacer.dueNs(3, 9_000));
        pacer.nextPass();
        assertEquals(START_NS + 200, pacer.dueNs(4, 5_000));
        assertEquals(START_NS + 300, pacer.dueNs(5, 7_000));
    }
}
