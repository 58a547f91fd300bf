package io.verbus.internal.publisher;

import io.verbus.Policy;
import io.verbus.internal.conductor.Conductor;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.LogWriter;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Closes a publication in steps that never wait. Any thread, under the conductor's lock. If another program has removed
 * the log file, or the session is broken off, no end frame is published: the session is lost.
 *
 * <p>First the owner has to be outside of its claim: the closing thread is then the only writer. Then the end frame is
 * published as soon as there is room, every {@link Policy#BLOCK} subscription consumes it, every cursor is pushed to
 * its end, and each present subscription that has not looked for sessions since this one began finds it. All of this
 * takes at most the linger time, which restarts whenever the slowest reader makes progress: a slow reader is not cut
 * off, and a reader that joins repeatedly without reading delays nothing.
 */
public final class PublicationCloser {
    /** Least time to wait for a claim in progress: its owner may be descheduled. */
    private static final long LEAST_PATIENCE_NS = 1_000_000_000;

    private final LogWriter writer;
    private final LocalReaders readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final Lifetime lifetime;
    private final boolean isRegular;
    private boolean vacant;
    private boolean ended;
    /** Highest position that all awaited readers had reached at some moment. */
    private long lowestReached = -1;
    private long progressNs;

    /**
     * The parts of the bus that a publication uses.
     *
     * @param conductor of the bus
     * @param release releases the publication's files and memory
     * @param linger longest wait in a close without progress of a reader
     * @param deferred takes a release that the owner prevents; it is tried in each duty cycle
     */
    public record Lifetime(Conductor conductor, Runnable release, Duration linger,
            Consumer<BooleanSupplier> deferred) {}

    public PublicationCloser(final LogWriter writer, final LocalReaders readers, final RemoteReaders remote,
            final Lifetime lifetime,
            final boolean isRegular) {
        this.writer = writer;
        this.readers = readers;
        this.remote = remote;
        this.lifetime = lifetime;
        this.isRegular = isRegular;
        this.progressNs = lifetime.conductor().nowNs();
    }

    /** Returns true if nothing remains to wait for, or the time is over. */
    public boolean step() {
        if (readers.isLogRemoved()) {
            return true; // its readers have lost the session: no reader can join it to find a regular end
        }
        if (!vacant) {
            if (!isVacant()) {
                final long patienceNs = Math.max(lifetime.linger().toNanos(), LEAST_PATIENCE_NS);
                return lifetime.conductor().nowNs() - progressNs >= patienceNs;
            }
            progressNs = lifetime.conductor().nowNs(); // the linger time starts
        }
        if (!ended && (!isRegular || writer.end())) {
            ended = true;
            if (remote != null) {
                remote.push();
            }
        }
        final long nowNs = lifetime.conductor().nowNs();
        final long lowest = Math.min(readers.lowest(), remote == null ? Long.MAX_VALUE : remote.lowest());
        if (lowest != Long.MAX_VALUE && lowest > lowestReached) {
            lowestReached = lowest;
            progressNs = nowNs;
        }
        return ended && !isAwaited(lowest, nowNs) || nowNs - progressNs >= lifetime.linger().toNanos();
    }

    /** Returns true if the owner is outside for good, so that other threads may write and unmap its memory. */
    public boolean isVacant() {
        if (!vacant) {
            writer.refuse();
            vacant = writer.isVacant();
        }
        return vacant;
    }

    private boolean isAwaited(final long lowest, final long nowNs) {
        final long end = writer.position() - (isRegular ? FrameLayout.ALIGNMENT : 0); // position after the last message
        return lowest < end || remote != null && remote.isUnderWay()
                || lifetime.conductor().between(() -> readers.isJoinPending(nowNs));
    }
}
