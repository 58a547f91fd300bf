package io.verbus.internal.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.duty.IntervalTimer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalTimerTest {
    private static final long MS = 1_000_000;
    private static final long INTERVAL_NS = 250 * MS;
    private static final int HOSTS = 256;
    private static final int SLOT_MS = 10;

    @Test
    void isDueOncePerInterval() {
        final IntervalTimer timer = new IntervalTimer(INTERVAL_NS);
        int due = 0;
        for (long nowNs = 0; nowNs < 10 * INTERVAL_NS; nowNs += MS) {
            due += timer.isDue(nowNs) ? 1 : 0;
        }
        assertEquals(10, due);
    }

    /** All lose the same peer at once. */
    @Test
    void hostsThatStartTogetherDoNotRetryTogether() {
        final SplittableRandom ids = new SplittableRandom(1);
        final int[] attempts = new int[1_000 / SLOT_MS];
        for (int host = 0; host < HOSTS; host++) {
            final long intervalNs = IntervalTimer.scattered(INTERVAL_NS, ids.nextLong(Long.MAX_VALUE));
            assertTrue(intervalNs >= INTERVAL_NS * 3 / 4 && intervalNs <= INTERVAL_NS, () -> intervalNs + " ns");
            final IntervalTimer timer = new IntervalTimer(intervalNs);
            for (long nowNs = 0; nowNs < 2_000 * MS; nowNs += MS) {
                if (timer.isDue(nowNs) && nowNs >= 1_000 * MS) {
                    attempts[(int) (nowNs / MS - 1_000) / SLOT_MS]++;
                }
            }
        }
        for (final int together : attempts) {
            assertTrue(together < HOSTS / 8, () -> together + " in " + SLOT_MS + " ms");
        }
    }
}
