package io.verbus.marketdata.snapshot;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.Subscriber;
import io.verbus.marketdata.book.SnapshotStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes snapshots of a session on a separate thread. It is an ordinary subscriber under SKIP, so the publisher of
 * the session never waits for it. Used by the publishing thread; without subscribers it still follows the session.
 */
public final class Snapshotter implements AutoCloseable {
    /** Idle time between polls: a log of 16 MiB lasts 16 ms at 1 GB/s. */
    private static final long IDLE_NS = 500_000;
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(20);
    /** Time to finish a snapshot at the end of the session. */
    private static final long CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final Bus bus;
    private final Publication publication;
    private final SnapshotSettings settings;
    private final NanoClock clock;
    private final Consumer<String> news;
    private Thread thread;
    private volatile long deadlineNs;
    private volatile boolean isClosing;
    private volatile long count;
    /** Whether the last state of the session was published for its subscribers; by the thread. */
    private boolean isLastPublished;

    private Snapshotter(final Bus bus, final Publication publication, final SnapshotSettings settings,
            final NanoClock clock, final Consumer<String> news) {
        this.bus = bus;
        this.publication = publication;
        this.settings = settings;
        this.clock = clock;
        this.news = news;
    }

    /**
     * Opens the stream of snapshots, which is empty.
     *
     * @param bus bus of this process
     * @param stream name of the stream to follow
     * @param endpoints of its publication; the snapshots use the same
     * @param settings interval and rate
     * @param clock clock of the interval and rate
     * @param news receives notices for the user, a line each, mostly on the thread that makes the snapshots
     * @return a snapshotter, to be started with {@link #follow} or {@link #join}
     * @throws BusException if the name is too long, or there is no room for the log
     */
    public static Snapshotter open(final Bus bus, final String stream, final List<Endpoint> endpoints,
            final SnapshotSettings settings, final NanoClock clock, final Consumer<String> news) {
        final Publication publication = bus.publish(PublicationSettings.of(SnapshotStream.of(stream))
                .withEndpoints(endpoints.toArray(Endpoint[]::new)).withPushesOnCommit(false));
        return new Snapshotter(bus, publication, settings, clock, news);
    }

    /**
     * Starts the thread. Call once.
     *
     * @param session a session without published messages
     */
    public void follow(final Session session) {
        assert thread == null;
        final SnapshotDuty duty = new SnapshotDuty(bus, session, publication, settings, news, clock.nanoTime());
        thread = Thread.ofPlatform().daemon().name(SnapshotDuty.NAME).start(() -> run(duty));
    }

    /**
     * Starts the thread, and waits until it reads the session, for at most 20 s. Call once, instead of {@link #follow}.
     *
     * @param of publication without messages
     */
    public void join(final Publication of) {
        follow(of.session());
        of.awaitSubscribers(1, JOIN_TIMEOUT);
    }

    /**
     * Whether a subscriber is the snapshot thread of this process.
     *
     * @param subscriber a subscriber of the followed session
     * @return true for the subscriber that makes the snapshots
     */
    public static boolean isOwn(final Subscriber subscriber) {
        return subscriber.name().equals(SnapshotDuty.NAME) && subscriber.host().equals(Subscriber.THIS_HOST)
                && subscriber.pid() == ProcessHandle.current().pid();
    }

    /**
     * Whether the thread is about to miss messages: it lags by more than half of the log. A publisher that can wait,
     * for instance while it repeats a session, calls this. Takes the lock of the conductor.
     *
     * @param of publication of the followed session
     * @return whether to wait
     */
    public static boolean lags(final Publication of) {
        return of.subscribers().stream()
                .anyMatch(one -> isOwn(one) && one.lagBytes() > of.buffer().capacity() / 2);
    }

    /**
     * Ends the stream of snapshots after the end of the followed session. Publishes its last state if the stream has
     * subscribers. The session must be closed first; waits 10 s at most.
     */
    @Override
    public void close() {
        if (thread == null) {
            publication.close();
            return;
        }
        deadlineNs = clock.nanoTime() + CLOSE_TIMEOUT_NS;
        isClosing = true;
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                isInterrupted = true; // keep waiting: the thread still uses the bus, and ends by itself
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        news.accept(String.format(Locale.ROOT, "%,d snapshots on stream %s", count, publication.stream()));
    }

    private void run(final SnapshotDuty duty) {
        try (publication; duty) {
            while (!isDone(duty)) {
                if (duty.doWork(clock.nanoTime()) == 0) {
                    LockSupport.parkNanos(IDLE_NS);
                }
                count = duty.count();
            }
        } catch (final RuntimeException | VirtualMachineError e) {
            news.accept("snapshots stop: " + e);
        }
    }

    private boolean isDone(final SnapshotDuty duty) {
        if (isClosing && clock.nanoTime() - deadlineNs > 0) {
            return true;
        }
        if (!duty.isOver()) {
            return false;
        }
        if (!isLastPublished && duty.isFinished() && !duty.isUpToDate() && !publication.subscribers().isEmpty()) {
            isLastPublished = true;
            duty.begin(clock.nanoTime());
        }
        return duty.isFinished();
    }
}
