package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Readers;
import io.verbus.log.FrameLayout;
import io.verbus.log.LogWriter;
import io.verbus.remote.RemoteReaders;
import java.time.Duration;

/**
 * The end of a publication, in steps that never wait. Used by the publisher's thread.
 *
 * <p>First the end frame has to find room, then every {@link Policy#BLOCK} subscription has to read it, it has to be
 * pushed to every other host, and each subscription that is there and has not looked for sessions since this one began
 * has to find it; all of that for no longer than the publication lingers.
 */
final class Closing {
    private final LogWriter writer;
    private final Readers readers;
    /** Null without endpoints. */
    private final RemoteReaders remote;
    private final Lifetime lifetime;
    private final long deadlineNs;
    private boolean ended;

    /**
     * What a publication needs of its bus.
     *
     * @param conductor that does the housekeeping
     * @param release undoes what the bus has done for the publication
     * @param linger how long to wait when closing
     */
    record Lifetime(Conductor conductor, Runnable release, Duration linger) {}

    Closing(final LogWriter writer, final Readers readers, final RemoteReaders remote, final Lifetime lifetime) {
        this.writer = writer;
        this.readers = readers;
        this.remote = remote;
        this.lifetime = lifetime;
        this.deadlineNs = lifetime.conductor().nowNs() + lifetime.linger().toNanos();
    }

    /** Whether there is nothing left to wait for, or no time. */
    boolean step() {
        if (!ended && writer.end()) {
            ended = true;
            if (remote != null) {
                remote.push();
            }
        }
        final long nowNs = lifetime.conductor().nowNs();
        return ended && !isAwaited(nowNs) || nowNs - deadlineNs >= 0;
    }

    private boolean isAwaited(final long nowNs) {
        final long last = writer.position() - FrameLayout.ALIGNMENT;
        return readers.lowest() < last || remote != null && (remote.lowest() < last || remote.isUnderWay())
                || lifetime.conductor().between(() -> readers.isSomebodyComing(nowNs));
    }
}
