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
        final int[] good = {1, BatchingIdleStrategy.SMALL, 100, BatchingIdleStrategy.DEFAULT_LIMIT, 512};
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
    void trialsBecomeRareWhilePausesDoNotHelp() {
        int trials = 0;
        boolean was = false;
        for (int message = 0; message < 10 * BatchingIdleStrategy.MOST_FLOOD; message++) {
            idle.idle(1); // a round trip of few empty polls
            idle.idle(0);
            trials += idle.isBatching() && !was ? 1 : 0;
            was = idle.isBatching();
        }
        assertTrue(trials > 10 && trials < 20, trials + " trials");
        idle.reset();
        manySmallPollsStartBatching();
    }

    @Test
    void trialsAreFrequentAgainAfterPausesHaveHelped() {
        manySmallPollsStartBatching();
        idle.idle(1); // no help: the next trial comes later
        for (int poll = 0; poll < 2 * BatchingIdleStrategy.FLOOD; poll++) {
            assertFalse(idle.isBatching());
            idle.idle(1);
        }
        idle.idle(1);
        idle.idle(BatchingIdleStrategy.SMALL);
        idle.idle(1);
        assertFalse(idle.isBatching());
        manySmallPollsStartBatching();
    }

    @Test
    void someLargePollsDoNotStartBatching() {
        for (int poll = 0; poll < 1_000; poll++) {
            idle.idle(poll % BatchingIdleStrategy.LARGE_POLLS == 0 ? 1 : BatchingIdleStrategy.SMALL);
            assertFalse(idle.isBatching());
        }
        idle.reset();
        for (int poll = 0; poll < 1_000; poll++) {
            idle.idle(poll % BatchingIdleStrategy.FLOOD == 0 ? BatchingIdleStrategy.SMALL : 1);
            assertFalse(idle.isBatching());
        }
    }

    @Test
    void largePollsInARowStartBatchingUntilOneIsSmall() {
        for (int poll = 0; poll < BatchingIdleStrategy.LARGE_POLLS; poll++) {
            assertFalse(idle.isBatching());
            idle.idle(0);
            idle.idle(BatchingIdleStrategy.SMALL);
        }
        assertTrue(idle.isBatching());
        idle.idle(BatchingIdleStrategy.DEFAULT_LIMIT);
        idle.idle(BatchingIdleStrategy.SMALL);
        assertTrue(idle.isBatching());
        idle.idle(0);
        assertFalse(idle.isBatching());
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
