package io.verbus;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Spins, and pauses between polls at high rates. A reader that keeps up with such a publisher takes the cache line that
 * is being written from it again and again, which slows both. So pauses of 5 µs begin after several polls in a row of
 * many messages each, or after a long run of small polls. They follow each poll that took fewer messages than its
 * limit, as long as polls then return many. If they do not, the messages arrive singly, such as answers to requests:
 * the next trial waits for twice as many small polls, up to 65,536. So at such rates one message of so many is late by
 * a pause. Used by one thread.
 */
public final class BatchingIdleStrategy implements IdleStrategy {
    /** The limit of polls that the strategy without arguments expects. */
    public static final int DEFAULT_LIMIT = 256;

    /** A poll that took fewer messages is small: messages arrive singly, or it follows the publisher line by line. */
    static final int SMALL = 8;
    /** Number of consecutive polls that are not small at which the pauses begin. */
    static final int LARGE_POLLS = 8;
    /** Number of consecutive small polls at which the pauses begin. */
    static final int FLOOD = 64;
    /** The same after trials in which pauses did not help. */
    static final int MOST_FLOOD = 1 << 16;

    private static final int EMPTY_POLLS = 16;
    /** Shorter pauses were slower (decision 0035). A time, as the length of a spin differs between processors. */
    private static final long PAUSE_NS = 5_000;

    private final NanoClock clock = Clocks.SYSTEM.monotonic();
    private final int limit;
    private int flood = FLOOD;
    private int smallPolls;
    private int largePolls;
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
            largePolls = taken < SMALL ? 0 : largePolls + 1;
            isBatching = smallPolls >= flood || largePolls >= LARGE_POLLS;
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
        if (taken < SMALL && smallPolls == 0 && largePolls == 0) {
            flood = hasHelped ? FLOOD : Math.min(2 * flood, MOST_FLOOD);
            end();
            return;
        }
        hasHelped |= taken >= SMALL;
        smallPolls = 0;
        largePolls = 0;
        if (taken < limit) {
            final long end = clock.nanoTime() + PAUSE_NS;
            while (clock.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void end() {
        smallPolls = 0;
        largePolls = 0;
        emptyPolls = 0;
        isBatching = false;
        hasHelped = false;
    }
}
