package io.verbus.sample.subscriber;

import org.agrona.concurrent.IdleStrategy;

/**
 * Spins, and in a flood steps back for a moment. A reader at its publisher's heels takes the cache line from it that is
 * being written, twice a message, and slows both down to a third. So after many small polls close together, each poll
 * is followed by a pause of a few microseconds, for as long as it gathers a good many messages; at rates at which
 * messages come alone nothing is added to their latency.
 */
final class GatheringIdleStrategy implements IdleStrategy {
    /** A poll that took fewer was at the publisher's heels. */
    static final int SMALL = 8;
    /** A poll that took more need not be followed by a pause: there is more to take. */
    static final int PLENTY = 256;
    /** Small polls, one after the other, that make a flood. */
    static final int FLOOD = 64;

    private static final int EMPTY_POLLS = 16;
    private static final int PAUSE_SPINS = 100;

    private int smallPolls;
    private int emptyPolls;
    private boolean isGathering;

    @Override
    public void idle(final int taken) {
        if (isGathering) {
            gather(taken);
        } else if (taken == 0) {
            if (++emptyPolls > EMPTY_POLLS) {
                smallPolls = 0;
            }
            Thread.onSpinWait();
        } else {
            emptyPolls = 0;
            smallPolls = taken < SMALL ? smallPolls + 1 : 0;
            isGathering = smallPolls >= FLOOD;
        }
    }

    @Override
    public void idle() {
        idle(0);
    }

    @Override
    public void reset() {
        smallPolls = 0;
        emptyPolls = 0;
        isGathering = false;
    }

    /** Whether polls are followed by pauses. */
    boolean isGathering() {
        return isGathering;
    }

    private void gather(final int taken) {
        if (taken < SMALL && smallPolls < FLOOD) {
            reset();
        } else if (taken < PLENTY) {
            smallPolls = 0;
            for (int i = 0; i < PAUSE_SPINS; i++) {
                Thread.onSpinWait();
            }
        }
    }
}
