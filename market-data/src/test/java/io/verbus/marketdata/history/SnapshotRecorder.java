package io.verbus.marketdata.history;

import io.verbus.Policy;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.recovery.RangeServer;
import io.verbus.recovery.ServeSettings;
import java.nio.file.Path;

/** A recorder on the feed's host, which serves what the snapshots have missed. */
final class SnapshotRecorder implements AutoCloseable {
    private static final int SEGMENT = 1 << 18;

    private final SnapshotWorld world;
    private final SnapshotWorld.Process process;
    private final JournalWriter journal;
    private final Recorder recorder;
    private final Subscription subscription;
    private final RangeServer server;

    SnapshotRecorder(final SnapshotWorld world, final Path directory, final Policy policy) {
        this.world = world;
        this.process = world.launchHere();
        this.journal = JournalWriter.open(directory, SnapshotFeed.STREAM,
                JournalSettings.defaults().withSegmentLength(SEGMENT).steppedBy(world.time().clocks()));
        this.recorder = new Recorder(journal, world.time().clocks(), SessionListener.NONE);
        this.subscription = process.bus().subscribe(SubscriptionSettings.of(SnapshotFeed.STREAM).withName("recorder")
                .withPolicy(policy).withCopies(policy == Policy.BLOCK).withStart(recorder.start())
                .withListener(recorder));
        this.server = new RangeServer(process.bus(), SnapshotFeed.STREAM, directory, ServeSettings.defaults());
    }

    void record() {
        recorder.doWork(subscription);
        journal.doWork();
    }

    void serve() {
        if (server.doWork() > 0) {
            world.tally().count(SnapshotEvent.SERVED);
        }
    }

    /** One duty cycle of its conductor. */
    void cycle() {
        process.cycle();
    }

    /** Closes the journal; the bus is closed with the world. */
    @Override
    public void close() {
        journal.close();
    }
}
