package io.verbus;

import org.agrona.concurrent.IdleStrategy;

/**
 * Spins, and pauses between polls at high rates. A reader that follows its publisher message by message takes the cache
 * line that is being written from it, twice per message, which slows both to a third. So after a run of small polls, a
 * pause of a few microseconds follows each poll, as long as polls then return many messages. At rates at which messages
 * arrive singly, the strategy adds no latency. Used by one thread.
 */
public final class BatchingIdleStrategy implements IdleStrategy {
    /** A poll that took fewer messages has caught up with the publisher. */
    static final int SMALL = 8;
    /** No pause follows a poll that took this many messages: more are available. */
    static final int PLENTY = 256;
    /** Number of consecutive small polls at which the pauses begin. */
    static final int FLOOD = 64;

    private static final int EMPTY_POLLS = 16;
    private static final int PAUSE_SPINS = 100;

    private int smallPolls;
    private int emptyPolls;
    private boolean isBatching;

    /** Starts without pauses. */
    public BatchingIdleStrategy() {
    }

    @Override
    public void idle(final int taken) {
        if (isBatching) {
            pause(taken);
        } else if (taken == 0) {
            if (++emptyPolls > EMPTY_POLLS) {
                smallPolls = 0;
            }
            Thread.onSpinWait();
        } else {
            emptyPolls = 0;
            smallPolls = taken < SMALL ? smallPolls + 1 : 0;
            isBatching = smallPolls >= FLOOD;
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
        isBatching = false;
    }

    /** Whether a pause follows each poll. */
    boolean isBatching() {
        return isBatching;
    }

    private void pause(final int taken) {
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
