package io.verbus.relay;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.internal.access.InternalViews;
import io.verbus.internal.access.Relaying;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.FrameLayout;
import io.verbus.spi.LogIdentity;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * A session of another host, served again. Used by the relay's thread.
 *
 * <pre>
 *   waiting for its log ──▶ copying ──▶ ending (all copied up to the end frame), or broken off ──▶ closed
 * </pre>
 */
final class RelayedSession {
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final Bus bus;
    private final PublicationSettings settings;
    private final String name;
    private final LogIdentity origin;
    private final Boundary start;
    private final int payloadOffset;
    /** Null until the log is created. */
    private Publication publication;
    private Relaying.OfPublication log;
    private long triedNs;
    /** Whether frames were copied since the last flush. */
    private boolean dirty;
    /** Where the end frame is; null before the end. */
    private Boundary end;
    private boolean broken;
    private boolean silent;
    private boolean closed;

    RelayedSession(final Bus bus, final PublicationSettings settings, final String name, final LogIdentity origin,
            final Boundary start) {
        this.bus = bus;
        this.name = name;
        this.settings = settings.withPublisher(origin.publisher()).withCapacity(origin.capacity())
                .withTimestamps(origin.timestamps());
        this.origin = origin;
        this.start = start;
        this.payloadOffset = FrameLayout.payloadOffset(origin);
        open();
    }

    private void open() {
        triedNs = bus.settings().clocks().monotonic().nanoTime();
        try {
            publication = (Publication) InternalViews.of(Relaying.OfBus.class, bus).publish(settings, name, origin,
                    start);
            log = InternalViews.of(Relaying.OfPublication.class, publication);
            log.silent(silent);
        } catch (final BusException e) { // the same error is counted once
            bus.errorHandler().onError(e);
        }
    }

    long id() {
        return origin.session();
    }

    Session session() {
        return publication.session();
    }

    boolean isOpen() {
        return publication != null;
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Copies a frame.
     *
     * @param buffer with the header of the frame before the payload
     * @param offset of the payload
     * @param after position after the frame
     * @return false if a reader blocks it, or there is no log yet
     * @throws BusException if the frame does not continue the log
     */
    boolean take(final DirectBuffer buffer, final int offset, final long after) {
        if (log == null || !log.copy(buffer, offset - payloadOffset, after)) {
            return false;
        }
        dirty = true;
        return true;
    }

    /** Ends the session, at the position of its end frame. */
    void end(final Boundary at) {
        end = at;
    }

    /** Sets whether the session is lost, and not for good: its publisher may be silent, or the connection to it. */
    void silent(final boolean isSilent) {
        silent = isSilent;
        if (log != null) {
            log.silent(isSilent);
        }
    }

    /** Closes the log without an end, unless the session has ended. */
    void breakOff() {
        broken = end == null;
    }

    /** Closes the log while its session continues elsewhere, unless the session is over. */
    void leave() {
        if (end == null && !broken && log != null) {
            log.leave();
        }
        breakOff();
    }

    /** Takes the next step; returns whether there was one. */
    boolean doWork() {
        if (publication == null) {
            if (broken || end != null) {
                closed = true;
            } else if (bus.settings().clocks().monotonic().nanoTime() - triedNs >= RETRY_NS) {
                open();
            }
            return false;
        }
        final boolean flushes = dirty;
        if (flushes) {
            publication.flush();
            dirty = false;
        }
        if (end != null && log.skipTo(end)) {
            log.end();
            closed = publication.tryClose();
        } else if (broken) {
            closed = publication.tryClose();
        }
        return flushes;
    }
}
