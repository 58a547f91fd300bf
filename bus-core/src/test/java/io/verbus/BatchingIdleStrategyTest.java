package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class BatchingIdleStrategyTest {
    private final BatchingIdleStrategy idle = new BatchingIdleStrategy();

    @Test
    void manySmallPollsStartBatching() {
        int polls = 0;
        while (!idle.isBatching()) {
            idle.idle(1);
            idle.idle(0);
            polls++;
        }
        assertEquals(BatchingIdleStrategy.FLOOD, polls);
    }

    @Test
    void batchingContinuesWhilePollsReturnManyMessages() {
        flood();
        final int[] good = {1, BatchingIdleStrategy.SMALL, 100, BatchingIdleStrategy.PLENTY, 512};
        for (final int taken : good) {
            idle.idle(taken);
            assertTrue(idle.isBatching(), () -> "after " + taken);
        }
        idle.idle(BatchingIdleStrategy.SMALL - 1);
        assertFalse(idle.isBatching());
    }

    @Test
    void singleMessagesDoNotStartBatching() {
        for (int message = 0; message < 10_000; message++) {
            idle.idle(1);
            for (int poll = 0; poll < 50; poll++) {
                idle.idle(0);
            }
            assertFalse(idle.isBatching());
        }
    }

    @Test
    void largePollsDoNotStartBatching() {
        for (int poll = 0; poll < 1_000; poll++) {
            idle.idle(poll % BatchingIdleStrategy.FLOOD == 0 ? BatchingIdleStrategy.SMALL : 1);
            assertFalse(idle.isBatching());
        }
    }

    @Test
    void resetStopsBatching() {
        flood();
        idle.reset();
        idle.idle(1);
        assertFalse(idle.isBatching());
    }

    private void flood() {
        for (int poll = 0; poll < BatchingIdleStrategy.FLOOD; poll++) {
            idle.idle(1);
        }
        assertTrue(idle.isBatching());
    }
}
