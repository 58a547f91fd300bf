package io.verbus.marketdata.join;

import io.verbus.Subscription;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** The loop of the polling thread until the books are joined. */
public final class JoinLoop {
    private static final int POLL_LIMIT = 512;

    private final Join join;
    private final SnapshotReader reader;
    private final NanoClock clock;
    private final IdleStrategy idle;
    private final BooleanSupplier stop;
    private final Runnable betweenPolls;

    /**
     * Creates a loop.
     *
     * @param join to run
     * @param reader of snapshots
     * @param clock for the timeout
     * @param idle idle strategy
     * @param stop ends the loop early
     * @param betweenPolls other work of the polling thread
     */
    public JoinLoop(final Join join, final SnapshotReader reader, final NanoClock clock, final IdleStrategy idle,
            final BooleanSupplier stop, final Runnable betweenPolls) {
        this.join = join;
        this.reader = reader;
        this.clock = clock;
        this.idle = idle;
        this.stop = stop;
        this.betweenPolls = betweenPolls;
    }

    /**
     * Polls until the books are joined.
     *
     * @param stream its listener is the join
     * @param snapshots its listener is the reader; closed as soon as it is not needed, because it blocks its publisher
     *     when it is not read
     * @throws io.verbus.BusException if there is no usable snapshot in time
     */
    public void run(final Subscription stream, final Subscription snapshots) {
        while (join.isSeeking() && !stop.getAsBoolean()) {
            final int taken = stream.poll(join, POLL_LIMIT);
            // A snapshot can be used only if its session is known.
            doWork(taken + (join.needsSnapshots() ? snapshots.poll(reader, POLL_LIMIT) : 0));
        }
        snapshots.close();
        while (!join.isJoined() && !stop.getAsBoolean()) {
            doWork(stream.poll(join, POLL_LIMIT));
        }
    }

    private void doWork(final int taken) {
        final int work = taken + join.doWork(clock.nanoTime());
        betweenPolls.run();
        idle.idle(work);
    }
}
