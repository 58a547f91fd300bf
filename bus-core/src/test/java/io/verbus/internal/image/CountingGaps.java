package io.verbus.internal.image;

import io.verbus.internal.monitor.GapCounters;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Counts the messages that an image misses, and the failures of its handlers. */
final class CountingGaps implements GapCounters {
    private long missed;
    private long failed;

    @Override
    public void gap(final long messages) {
        missed += messages;
    }

    @Override
    public void discarded(final long copies) {
        assertTrue(copies >= 0);
    }

    @Override
    public void failed() {
        failed++;
    }

    long missed() {
        return missed;
    }

    long failures() {
        return failed;
    }
}
