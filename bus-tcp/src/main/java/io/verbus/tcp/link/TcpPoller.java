package io.verbus.tcp.link;

import io.verbus.BusException;
import io.verbus.net.link.CreditingPoller;
import java.util.Arrays;
import org.agrona.concurrent.NanoClock;

/** Reads from the sockets of all images of one polling thread. */
public final class TcpPoller extends CreditingPoller {
    private static final TcpImageLink[] NO_LINKS = {};

    private final int maxImages;
    /** Replaced by the conductor, never modified. */
    private volatile TcpImageLink[] links = NO_LINKS;

    /**
     * For one polling thread.
     *
     * @param maxImages at the same time
     * @param clock monotonic
     */
    public TcpPoller(final int maxImages, final NanoClock clock) {
        super(clock);
        this.maxImages = maxImages;
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
        return Arrays.stream(links).filter(link -> !link.isDrained()).toArray(TcpImageLink[]::new);
    }

    @Override
    public int poll() {
        sendDueCredit();
        int count = 0;
        final TcpImageLink[] all = links;
        for (int i = 0; i < all.length; i++) {
            count += all[i].poll() ? 1 : 0;
        }
        polled(count);
        return count;
    }

    @Override
    protected void sendCredit(final boolean all) {
        for (final TcpImageLink link : links) {
            link.sendCredit(all);
        }
    }

    @Override
    public void close() {
        links = NO_LINKS;
    }
}
