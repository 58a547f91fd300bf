package io.verbus.net.link;

import io.verbus.spi.ReceivePoller;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * A poller that returns credit: the credit that is due at the next poll, and the rest when nothing has arrived for a
 * while. All but {@link #creditIsDue()} is for one thread at a time.
 */
public abstract class CreditingPoller implements ReceivePoller {
    /** The clock is read once per so many empty polls, a power of two: it costs as much as an empty poll. */
    private static final int EMPTY_POLLS_PER_CLOCK_READ = 16;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final NanoClock clock;
    private volatile boolean creditDue;
    private volatile boolean creditPending;
    private int emptyPolls;
    private boolean idle;
    private long idleSinceNs;

    /**
     * A poller without images.
     *
     * @param clock monotonic
     */
    protected CreditingPoller(final NanoClock clock) {
        this.clock = clock;
    }

    /** The next poll sends the credit of images that have consumed a share; any thread. */
    public final void creditIsDue() {
        creditDue = true;
    }

    /** Some image has credit to return, which is not due. */
    public final void creditIsPending() {
        if (!creditPending) {
            creditPending = true;
        }
    }

    /** Sends the credit that was due before this poll: not between an arrival and its delivery. */
    protected final void sendDueCredit() {
        if (creditDue) {
            creditDue = false;
            sendCredit(false);
        }
    }

    /**
     * Ends a poll: credit is sent when nothing has arrived for a while.
     *
     * @param arrivals of the poll
     */
    protected final void polled(final int arrivals) {
        if (arrivals > 0) {
            idle = false;
        } else if (creditPending && (++emptyPolls & EMPTY_POLLS_PER_CLOCK_READ - 1) == 0) {
            sendCreditWhenIdle();
        }
    }

    private void sendCreditWhenIdle() {
        final long nowNs = clock.nanoTime();
        if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
        } else if (nowNs - idleSinceNs >= IDLE_NS) {
            idle = false;
            creditPending = false;
            sendCredit(true);
        }
    }

    /**
     * Sends the credit of the images.
     *
     * @param all whether also of images that have not consumed a share
     */
    protected abstract void sendCredit(boolean all);
}
