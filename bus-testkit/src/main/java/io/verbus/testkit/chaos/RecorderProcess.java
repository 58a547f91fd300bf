package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.journal.Retention;
import io.verbus.recovery.RangeServer;
import io.verbus.recovery.ServeSettings;
import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Records everything, and serves ranges on a separate thread. It is a blocking reader of the feed. */
final class RecorderProcess {
    private static final int SEGMENT = 1 << 22;
    /** The newest part of a minute's recording. */
    private static final long KEPT_BYTES = 24L * SEGMENT;
    private static final long REST_NS = 100_000;

    private final Child child;
    private final JournalWriter journal;
    private final EventPrinter telling = new EventPrinter(new Newest());
    private Session newest;
    private long saidNext = -1;
    private volatile boolean ending;

    private RecorderProcess(final Child child, final JournalWriter journal) {
        this.child = child;
        this.journal = journal;
    }

    static void run(final Child child) throws InterruptedException {
        final Path directory = Child.journal();
        try (JournalWriter journal = JournalWriter.open(directory, Child.STREAM, JournalSettings.defaults()
                .withSegmentLength(SEGMENT).withRetention(new Retention(KEPT_BYTES, Retention.ALL.age())))) {
            journal.cuts().forEach(cut -> say("cut " + cut.cause()));
            new RecorderProcess(child, journal).record(directory);
        } catch (final BusException e) {
            say((isOfDisk(e) ? "failed " : "fault recording ended: ") + e.getMessage());
        }
        say("bye");
    }

    /** Whether a call to the disk failed with EIO. */
    private static boolean isOfDisk(final BusException e) {
        return e.getMessage().contains("input/output error");
    }

    private void record(final Path directory) throws InterruptedException {
        final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, telling);
        final SubscriptionSettings settings = SubscriptionSettings.of(Child.STREAM).withPolicy(Policy.BLOCK)
                .withCopies(true).withName(Kind.RECORDER.name()).withRepair(Repair.REPAIR).withStart(recorder.start())
                .withListener(recorder).withEndpoints(child.endpoints());
        try (Bus bus = Child.retry(() -> Bus.launch(Child.settings()));
                RangeServer server = Child
                        .retry(() -> new RangeServer(bus, Child.STREAM, directory, ServeSettings.defaults()));
                Subscription subscription = Child.retry(() -> bus.subscribe(settings))) {
            final Thread serving = Thread.ofPlatform().daemon().name("serving").start(() -> serve(server));
            try {
                for (String order = Child.order(); !"end".equals(order); order = Child.order()) {
                    if (order != null) {
                        say("holding " + hex(newest.id()) + " " + journal.session(newest).next());
                        child.stay();
                    }
                    if (recorder.doWork(subscription) == 0) {
                        LockSupport.parkNanos(REST_NS);
                    }
                    report(recorder.failure());
                }
            } finally { // the server is closed by the thread that uses it, or after it
                ending = true;
                serving.join();
            }
        }
    }

    private void serve(final RangeServer server) {
        while (!ending) {
            if (server.doWork() == 0) {
                LockSupport.parkNanos(REST_NS);
            }
        }
    }

    private void report(final BusException failure) {
        if (failure != null) {
            throw failure;
        }
        if (child.isReportDue() && newest != null && journal.session(newest).next() != saidNext) {
            saidNext = journal.session(newest).next();
            say("at " + hex(newest.id()) + " " + saidNext);
        }
    }

    private final class Newest implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            if (event instanceof SessionEvent.Started(Session session, _)) {
                newest = session;
            }
        }
    }
}
