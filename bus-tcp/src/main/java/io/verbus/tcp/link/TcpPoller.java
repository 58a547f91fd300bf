package io.verbus.tcp.link;

import io.verbus.BusException;
import io.verbus.spi.ReceivePoller;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/** Reads from the sockets of all images of one polling thread. */
public final class TcpPoller implements ReceivePoller {
    /** The clock is read once per so many empty polls, a power of two. */
    private static final int EMPTY_POLLS_PER_CLOCK_READ = 16;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final TcpImageLink[] NO_LINKS = {};

    private final NanoClock clock;
    private final int maxImages;
    /** Replaced by the conductor, never modified. */
    private volatile TcpImageLink[] links = NO_LINKS;
    private volatile boolean creditDue;
    private boolean creditPending;
    private int emptyPolls;
    private boolean idle;
    private long idleSinceNs;

    /**
     * For one polling thread.
     *
     * @param maxImages at the same time
     * @param clock monotonic
     */
    public TcpPoller(final int maxImages, final NanoClock clock) {
        this.maxImages = maxImages;
        this.clock = clock;
    }

    /**
     * Adds an image. By the conductor.
     *
     * @param link of the image
     */
    public void add(final TcpImageLink link) {
        final TcpImageLink[] open = open();
        final TcpImageLink[] more = Arrays.copyOf(open, open.length + 1);
        more[open.length] = link;
        links = more;
    }

    /**
     * Checks that there is room for another image. By the conductor.
     *
     * @throws BusException if there is none
     */
    public void requireRoom() {
        if (open().length >= maxImages) {
            throw new BusException("no room for another image: this polling thread has its maximum of " + maxImages
                    + ": poll the next subscription by another thread");
        }
    }

    private TcpImageLink[] open() {
        return Arrays.stream(links).filter(link -> !link.isReleased()).toArray(TcpImageLink[]::new);
    }

    @Override
    public int poll() {
        if (creditDue) { // since the last poll: not between an arrival and its delivery
            creditDue = false;
            sendCredit(false);
        }
        int count = 0;
        final TcpImageLink[] all = links;
        for (int i = 0; i < all.length; i++) {
            count += all[i].poll() ? 1 : 0;
        }
        if (count > 0) {
            idle = false;
        } else if (creditPending && (++emptyPolls & EMPTY_POLLS_PER_CLOCK_READ - 1) == 0) {
            sendCreditWhenIdle();
        }
        return count;
    }

    void creditIsDue() {
        creditDue = true;
    }

    void creditIsPending() {
        creditPending = true;
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

    private void sendCredit(final boolean all) {
        for (final TcpImageLink link : links) {
            link.sendCredit(all);
        }
    }

    @Override
    public void close() {
        links = NO_LINKS;
    }
}
