package io.verbus.sample.subscriber.join;

import io.verbus.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** The polling thread's loop until the books stand. */
public final class JoinLoop {
    private static final int POLL_LIMIT = 512;

    private final Join join;
    private final SnapshotReader reader;
    private final NanoClock clock;
    private final IdleStrategy idle;
    private final AtomicBoolean stop;
    private final Runnable betweenPolls;

    /**
     * A loop.
     *
     * @param join what is to be done
     * @param reader of snapshots
     * @param clock for the time-out
     * @param idle how to wait
     * @param stop ends it early
     * @param betweenPolls what else the polling thread has to do
     */
    public JoinLoop(final Join join, final SnapshotReader reader, final NanoClock clock, final IdleStrategy idle,
            final AtomicBoolean stop, final Runnable betweenPolls) {
        this.join = join;
        this.reader = reader;
        this.clock = clock;
        this.idle = idle;
        this.stop = stop;
        this.betweenPolls = betweenPolls;
    }

    /**
     * Polls until the books stand.
     *
     * @param stream whose listener is the join
     * @param snapshots whose listener is the reader; closed as soon as they are not needed, as their publisher waits
     *     for whoever does not read them
     * @throws io.verbus.BusException if no snapshot could be had in time
     */
    public void run(final Subscription stream, final Subscription snapshots) {
        while (join.isSeeking() && !stop.getOpaque()) {
            final int taken = stream.poll(join, POLL_LIMIT);
            // Of which session a snapshot is of use is not known before there is one.
            turn(taken + (join.wantsSnapshots() ? snapshots.poll(reader, POLL_LIMIT) : 0));
        }
        snapshots.close();
        while (!join.isJoined() && !stop.getOpaque()) {
            turn(stream.poll(join, POLL_LIMIT));
        }
    }

    private void turn(final int taken) {
        final int work = taken + join.turn(clock.nanoTime());
        betweenPolls.run();
        idle.idle(work);
    }
}
