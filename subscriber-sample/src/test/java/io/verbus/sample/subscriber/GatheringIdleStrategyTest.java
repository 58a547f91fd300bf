package io.verbus.sample.subscriber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class GatheringIdleStrategyTest {
    private final GatheringIdleStrategy idle = new GatheringIdleStrategy();

    @Test
    void manySmallPollsStartGathering() {
        int polls = 0;
        while (!idle.isGathering()) {
            idle.idle(1);
            idle.idle(0);
            polls++;
        }
        assertEquals(GatheringIdleStrategy.FLOOD, polls);
    }

    @Test
    void gatheringContinuesWhilePollsReturnManyMessages() {
        flood();
        final int[] good = {1, GatheringIdleStrategy.SMALL, 100, GatheringIdleStrategy.PLENTY, 512};
        for (final int taken : good) {
            idle.idle(taken);
            assertTrue(idle.isGathering(), () -> "after " + taken);
        }
        idle.idle(GatheringIdleStrategy.SMALL - 1);
        assertFalse(idle.isGathering());
    }

    @Test
    void singleMessagesDoNotStartGathering() {
        for (int message = 0; message < 10_000; message++) {
            idle.idle(1);
            for (int poll = 0; poll < 50; poll++) {
                idle.idle(0);
            }
            assertFalse(idle.isGathering());
        }
    }

    @Test
    void largePollsDoNotStartGathering() {
        for (int poll = 0; poll < 1_000; poll++) {
            idle.idle(poll % GatheringIdleStrategy.FLOOD == 0 ? GatheringIdleStrategy.SMALL : 1);
            assertFalse(idle.isGathering());
        }
    }

    @Test
    void resetStopsGathering() {
        flood();
        idle.reset();
        idle.idle(1);
        assertFalse(idle.isGathering());
    }

    private void flood() {
        for (int poll = 0; poll < GatheringIdleStrategy.FLOOD; poll++) {
            idle.idle(1);
        }
        assertTrue(idle.isGathering());
    }
}
