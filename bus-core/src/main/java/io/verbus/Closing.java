package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Readers;
import io.verbus.log.FrameLayout;
import io.verbus.log.LogWriter;
import io.verbus.remote.RemoteReaders;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The end of a publication, in steps that never wait. Any thread, under the conductor's lock. A publication whose log
 * another program has removed, and one that breaks its session off, has no end frame: its session is lost.
 *
 * <p>First the owner has to be outside: the thread that closes is then the only writer. Then the end frame has to find
 * room, then every {@link Policy#BLOCK} subscription has to read it, it has to be pushed to every other host, and each
 * present subscription that has not looked for sessions since this one began has to find it. All of that takes at most
 * the linger time, which restarts whenever the slowest reader makes progress: a slow reader is not cut off, and a
 * reader that joins again and again without reading delays nothing.
 */
final class Closing {
    /** How long to wait, at least, for a claim that is under way: the owner may be off its core. */
    private static final long LEAST_PATIENCE_NS = 1_000_000_000;

    private final LogWriter writer;
    private final Readers readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final Lifetime lifetime;
    private final boolean isRegular;
    private boolean vacant;
    private boolean ended;
    /** The most that everybody who was waited for had read at some moment. */
    private long reached = -1;
    private long reachedNs;

    /**
     * What a publication needs of its bus.
     *
     * @param conductor that does the housekeeping
     * @param release undoes what the bus has done for the publication
     * @param linger how long to wait when closing while nobody reads on
     * @param deferred takes a release that the owner stands in the way of, to be tried in each duty cycle
     */
    record Lifetime(Conductor conductor, Runnable release, Duration linger, Consumer<BooleanSupplier> deferred) {}

    Closing(final LogWriter writer, final Readers readers, final RemoteReaders remote, final Lifetime lifetime,
            final boolean isRegular) {
        this.writer = writer;
        this.readers = readers;
        this.remote = remote;
        this.lifetime = lifetime;
        this.isRegular = isRegular;
        this.reachedNs = lifetime.conductor().nowNs();
    }

    /** Whether there is nothing left to wait for, or no time. */
    boolean step() {
        if (readers.isLogRemoved()) {
            return true; // its readers have lost it: a session that nothing can join has no regular end
        }
        if (!vacant) {
            if (!isVacant()) {
                final long patienceNs = Math.max(lifetime.linger().toNanos(), LEAST_PATIENCE_NS);
                return lifetime.conductor().nowNs() - reachedNs >= patienceNs;
            }
            reachedNs = lifetime.conductor().nowNs(); // the linger time begins
        }
        if (!ended && (!isRegular || writer.end())) {
            ended = true;
            if (remote != null) {
                remote.push();
            }
        }
        final long nowNs = lifetime.conductor().nowNs();
        final long lowest = Math.min(readers.lowest(), remote == null ? Long.MAX_VALUE : remote.lowest());
        if (lowest != Long.MAX_VALUE && lowest > reached) {
            reached = lowest;
            reachedNs = nowNs;
        }
        return ended && !isAwaited(lowest, nowNs) || nowNs - reachedNs >= lifetime.linger().toNanos();
    }

    /** Whether the owner is outside for good, so that its memory may be written and unmapped by others. */
    boolean isVacant() {
        if (!vacant) {
            writer.refuse();
            vacant = writer.isVacant();
        }
        return vacant;
    }

    private boolean isAwaited(final long lowest, final long nowNs) {
        final long end = writer.position() - (isRegular ? FrameLayout.ALIGNMENT : 0); // of the last message
        return lowest < end || remote != null && remote.isUnderWay()
                || lifetime.conductor().between(() -> readers.isSomebodyComing(nowNs));
    }
}
