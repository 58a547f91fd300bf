package io.verbus.recovery;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.BusThreads;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.journal.TornTail;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Records a stream into a journal and serves ranges of it, in the process of the application: a {@link Recorder} and a
 * {@link RangeServer}, each on a daemon thread that may run on all cores of the process. A {@link
 * RecoveringSubscription} of any process then joins late, or fills its gaps, from this journal.
 *
 * <pre>{@code
 * try (Bus bus = Bus.launch();
 *         ServingRecorder recorder = ServingRecorder.start(bus, "md.itch", Path.of("/data/md.itch"));
 *         Publication publication = bus.publish("md.itch")) {
 *     // publish
 * }
 * }</pre>
 *
 * <p>A recorder that is started again on the same directory continues the journal, and reads the messages that it
 * missed from the log. If the recording fails, for example because the disk is full, the error handler of the bus
 * receives the cause, {@link #failure()} returns it, and the messages recorded so far are still served. Any thread may
 * call the methods.
 */
public final class ServingRecorder implements AutoCloseable {
    private static final int SPINS = 100;
    private static final long LONGEST_IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_DRAIN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int EMPTY_POLLS = 3;

    private final Bus bus;
    private final JournalWriter journal;
    private final JournalSettings settings;
    private final Recorder recorder;
    private final Subscription subscription;
    private final RangeServer server;
    private final Thread recording;
    private final Thread serving;
    private volatile boolean isServingEnded;
    private volatile boolean isRecordingEnded;
    private volatile long messages;
    private volatile long gaps;
    private volatile long missing;
    private volatile BusException failure;
    private boolean isClosed;

    private ServingRecorder(final Bus bus, final SubscriptionSettings requested, final JournalWriter journal,
            final JournalSettings settings, final Path directory, final ServeSettings serve) {
        this.bus = bus;
        this.journal = journal;
        this.settings = settings;
        this.recorder = new Recorder(journal, settings.clocks(), requested.listener());
        this.subscription = bus.subscribe(requested.withCopies(true).withRepair(Repair.REPAIR)
                .withStart(recorder.start()).withListener(recorder));
        try {
            this.server = new RangeServer(bus, requested.stream(), directory, serve);
        } catch (final RuntimeException e) {
            subscription.close();
            throw e;
        }
        this.recording = BusThreads.named("verbus-recorder").newThread(this::record);
        this.serving = BusThreads.named("verbus-range-server").newThread(this::serve);
    }

    /**
     * Starts with the default settings: under {@link Policy#SKIP}, so that the publisher never waits for the recorder,
     * which has a gap if it is lapped.
     *
     * @param bus to communicate on
     * @param stream to record
     * @param directory of the journal, for this stream only; created if it does not exist
     * @return the recorder, to be closed before the bus
     * @throws BusException if the journal cannot be written, another recorder writes it, or the stream cannot be read
     */
    public static ServingRecorder start(final Bus bus, final String stream, final Path directory) {
        return start(bus, SubscriptionSettings.of(stream).withName("recorder").withPolicy(Policy.SKIP), directory,
                JournalSettings.defaults(), ServeSettings.defaults());
    }

    /**
     * Starts with other settings.
     *
     * @param bus to communicate on
     * @param subscription stream, name, policy, endpoints and listener of the recorder; it always reads copies under
     *     repair, and its start follows from the journal
     * @param directory of the journal, for this stream only; created if it does not exist
     * @param journal settings of the journal, with a thread of its own
     * @param serve settings of the range server
     * @return the recorder, to be closed before the bus
     * @throws BusException if the journal cannot be written, another recorder writes it, or the stream cannot be read
     */
    public static ServingRecorder start(final Bus bus, final SubscriptionSettings subscription, final Path directory,
            final JournalSettings journal, final ServeSettings serve) {
        final JournalWriter writer = JournalWriter.open(directory, subscription.stream(), journal);
        final ServingRecorder started;
        try {
            started = new ServingRecorder(bus, subscription, writer, journal, directory, serve);
        } catch (final RuntimeException e) {
            writer.close();
            throw e;
        }
        started.recording.start();
        started.serving.start();
        return started;
    }

    /** Records until the end is requested, and then the messages that have arrived before. */
    private void record() {
        final IdleStrategy idle = new BackoffIdleStrategy(SPINS, 1, 1_000, LONGEST_IDLE_NS);
        try {
            while (!isRecordingEnded && recorder.failure() == null) {
                idle.idle(recordBatch());
            }
            final long endNs = nowNs() + MOST_DRAIN_NS;
            int empty = 0;
            while (empty < EMPTY_POLLS && nowNs() - endNs < 0 && recorder.failure() == null) {
                empty = recordBatch() == 0 ? empty + 1 : 0;
            }
            if (recorder.failure() != null) {
                fail("recording of stream " + subscription.stream() + " failed, the journal up to there is valid: "
                        + recorder.failure().getMessage(), recorder.failure());
            }
        } catch (final Throwable t) { // of the listener
            fail("recording of stream " + subscription.stream() + " failed: " + t, t);
        } finally {
            subscription.close(); // after a failure it must not gate the publisher
        }
    }

    /** Adds no allocation to that of the recorder: a collection would stop all threads of the application. */
    private int recordBatch() {
        final int count = recorder.doWork(subscription);
        if (count > 0 || recorder.gaps() != gaps) {
            messages = recorder.messages();
            missing = recorder.missing();
            gaps = recorder.gaps();
        }
        return count;
    }

    private long nowNs() {
        return settings.clocks().monotonic().nanoTime();
    }

    private void fail(final String description, final Throwable cause) {
        final BusException reported = new BusException(description, cause);
        bus.errorHandler().onError(reported);
        failure = reported;
    }

    private void serve() {
        final IdleStrategy idle = new BackoffIdleStrategy(SPINS, 1, 1_000, LONGEST_IDLE_NS);
        try {
            while (!isServingEnded) {
                idle.idle(server.doWork());
            }
        } catch (final Throwable t) { // recording continues without it
            bus.errorHandler().onError(
                    new BusException("the journal of stream " + subscription.stream() + " is not served: " + t, t));
        }
    }

    /** {@return messages recorded so far} */
    public long messages() {
        return messages;
    }

    /** {@return number of gaps recorded so far} */
    public long gaps() {
        return gaps;
    }

    /** {@return number of sequences in all gaps} */
    public long missing() {
        return missing;
    }

    /** {@return why the recording has failed, one message for a person; null if it has not} */
    public BusException failure() {
        return failure;
    }

    /** {@return the parts of the journal that were not whole when it was opened} */
    public List<TornTail> cuts() {
        return journal.cuts();
    }

    /**
     * Passes on the reports of the journal's housekeeping since the last call, such as removed segments.
     *
     * @param listener receives each report, one message for a person, on the calling thread
     */
    public void reports(final Consumer<String> listener) {
        journal.reports(listener);
    }

    /**
     * Ends serving, and then the recording. The messages that publications of this host have committed before are
     * recorded; if they continue to publish, for a second. Requests in progress end where they are. Waits for their
     * readers, at most for the patience of the server. A second call does nothing.
     *
     * @throws BusException if the disk has refused something that {@link #failure()} has not reported; everything is
     *     closed then
     */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            isServingEnded = true;
            boolean wasInterrupted = join(serving);
            server.close();
            isRecordingEnded = true;
            wasInterrupted |= join(recording);
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
            journal.close();
        }
    }

    /** Waits for the end of a thread, and returns whether the caller was interrupted meanwhile. */
    private static boolean join(final Thread thread) {
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                wasInterrupted = true;
            }
        }
        return wasInterrupted;
    }
}
