package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class LoopRatesTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final LoopRates rates = new LoopRates();

    @Test
    void singlePauseGivesNoRate() {
        assertEquals(0, rates.overall());
        rates.onPause(5, 100);
        assertEquals(0, rates.overall());
        assertEquals(0, rates.medianLoop());
    }

    @Test
    void firstLoopIsExcludedAndLastEndsWithTheLastMessage() {
        rates.onPause(1, 0);
        rates.onLoop(2, SECOND_NS);
        rates.onLoop(102, 11 * SECOND_NS);
        rates.onLoop(202, 12 * SECOND_NS);
        rates.onLoop(302, 14 * SECOND_NS);
        rates.onPause(402, 18 * SECOND_NS);
        assertEquals(4, rates.loops());
        // 100, 50 and 25 messages per second.
        assertEquals(50, rates.medianLoop());
        assertEquals(401 / 18.0, rates.overall());
    }

    @Test
    void onlyTheNewestLoopsCount() {
        final int all = 3 * LoopRates.KEPT;
        final int slow = all - LoopRates.KEPT; // so all kept loops are fast
        for (int i = 0; i <= slow; i++) {
            rates.onLoop(i * 10L, i * SECOND_NS);
        }
        for (int i = 1; i < LoopRates.KEPT; i++) {
            rates.onLoop((slow + 4L * i) * 10, (slow + i) * SECOND_NS);
        }
        rates.onPause((slow + 4L * LoopRates.KEPT) * 10, all * SECOND_NS);
        assertEquals(all, rates.loops());
        assertEquals(40, rates.medianLoop());
    }
}
