package io.verbus;

import org.agrona.concurrent.IdleStrategy;

/**
 * Spins, and pauses between polls at high rates. A reader that follows its publisher message by message takes the cache
 * line that is being written from it, twice per message, which slows both to a third. So after a run of small polls, a
 * pause of a few microseconds follows each poll, as long as polls then return many messages. If they do not, the
 * messages arrive singly, such as answers to requests: the next trial waits for twice as many small polls, up to
 * 65,536. So at such rates one message of so many is late by a pause. Used by one thread.
 */
public final class BatchingIdleStrategy implements IdleStrategy {
    /** The limit of polls that the strategy without arguments expects. */
    public static final int DEFAULT_LIMIT = 256;

    /** A poll that took fewer messages has caught up with the publisher. */
    static final int SMALL = 8;
    /** Number of consecutive small polls at which the pauses begin. */
    static final int FLOOD = 64;
    /** The same after trials in which pauses did not help. */
    static final int MOST_FLOOD = 1 << 16;

    private static final int EMPTY_POLLS = 16;
    private static final int PAUSE_SPINS = 100;

    private final int limit;
    private int flood = FLOOD;
    private int smallPolls;
    private int emptyPolls;
    private boolean isBatching;
    private boolean hasHelped;

    /** For polls with a limit of 256; starts without pauses. */
    public BatchingIdleStrategy() {
        this(DEFAULT_LIMIT);
    }

    /**
     * Starts without pauses.
     *
     * @param limit of the polls, above 0: no pause follows a poll that took so many messages, as more are available
     */
    public BatchingIdleStrategy(final int limit) {
        this.limit = limit;
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
            isBatching = smallPolls >= flood;
        }
    }

    @Override
    public void idle() {
        idle(0);
    }

    @Override
    public String alias() {
        return "batching";
    }

    @Override
    public void reset() {
        flood = FLOOD;
        end();
    }

    /** Whether a pause follows each poll. */
    boolean isBatching() {
        return isBatching;
    }

    private void pause(final int taken) {
        if (taken < SMALL && smallPolls == 0) {
            flood = hasHelped ? FLOOD : Math.min(2 * flood, MOST_FLOOD);
            end();
            return;
        }
        hasHelped |= taken >= SMALL;
        smallPolls = 0;
        if (taken < limit) {
            for (int i = 0; i < PAUSE_SPINS; i++) {
                Thread.onSpinWait();
            }
        }
    }

    private void end() {
        smallPolls = 0;
        emptyPolls = 0;
        isBatching = false;
        hasHelped = false;
    }
}
