package io.verbus.sample.publisher.snapshot;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.peer.Session;
import io.verbus.peer.Subscriber;
import io.verbus.sample.book.messages.SnapshotStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * Publishes snapshots of a session, by a thread that is an ordinary subscriber of it: under SKIP, so whoever publishes
 * the session never waits for it. Used by the thread that publishes.
 */
public final class Snapshotter implements AutoCloseable {
    /** Of the 16 ms that a log of 16 MiB lasts at a gigabyte a second. */
    private static final long REST_NS = 500_000;
    /** For what is under way at the end of the session. */
    private static final long FAREWELL_NS = TimeUnit.SECONDS.toNanos(5);

    private final Bus bus;
    private final Publication publication;
    private final SnapshotSettings settings;
    private final NanoClock clock;
    private final PrintStream out;
    private final Queue<String> news = new ConcurrentLinkedQueue<>();
    private Thread thread;
    private volatile long deadlineNs;
    private volatile boolean isClosing;
    private volatile long count;

    private Snapshotter(final Bus bus, final Publication publication, final SnapshotSettings settings,
            final NanoClock clock, final PrintStream out) {
        this.bus = bus;
        this.publication = publication;
        this.settings = settings;
        this.clock = clock;
        this.out = out;
    }

    /**
     * Opens the stream of snapshots, which is empty.
     *
     * @param bus of this process
     * @param of the publication that is to be snapshot: subscriptions on other hosts meet both at the same places
     * @param settings how often and how fast
     * @param clock that tells when
     * @param out gets, at the end, what came of it
     * @return a snapshotter to {@link #follow} a session with
     * @throws BusException if the name is too long, or there is no room for the log
     */
    public static Snapshotter open(final Bus bus, final PublicationSettings of, final SnapshotSettings settings,
            final NanoClock clock, final PrintStream out) {
        final Publication publication = bus.publish(PublicationSettings.of(SnapshotStream.of(of.stream()))
                .withEndpoints(of.endpoints().toArray(Endpoint[]::new)).withPushesOnCommit(false));
        return new Snapshotter(bus, publication, settings, clock, out);
    }

    /**
     * Begins, once.
     *
     * @param session of which nothing has been published yet
     */
    public void follow(final Session session) {
        assert thread == null;
        final SnapshotDuty duty = new SnapshotDuty(bus, session, publication, settings, news::add, clock.nanoTime());
        thread = Thread.ofPlatform().daemon().name(SnapshotDuty.NAME).start(() -> run(duty));
    }

    /**
     * Whether a subscriber of the session is this.
     *
     * @param subscriber of the session that is followed
     * @return true for the one that makes the snapshots
     */
    public static boolean isOwn(final Subscriber subscriber) {
        return subscriber.name().equals(SnapshotDuty.NAME) && subscriber.host().equals(Subscriber.THIS_HOST)
                && subscriber.pid() == ProcessHandle.current().pid();
    }

    /** {@return a line for each thing that a person should know since the last call} */
    public List<String> news() {
        final List<String> lines = new ArrayList<>();
        for (String line = news.poll(); line != null; line = news.poll()) {
            lines.add("feed: " + line);
        }
        return lines;
    }

    /**
     * Ends the stream of snapshots when the session that is followed is over, and its last state is published, if
     * somebody is there to read it. The session has to be closed before; waits 10 s at most.
     */
    @Override
    public void close() {
        if (thread == null) {
            publication.close();
            return;
        }
        deadlineNs = clock.nanoTime() + FAREWELL_NS;
        isClosing = true;
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                isInterrupted = true; // the thread ends by itself, and what it uses must outlive it
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        news().forEach(out::println);
        out.printf(Locale.ROOT, "feed: %,d snapshots on stream %s%n", count, publication.stream());
    }

    private void run(final SnapshotDuty duty) {
        try (publication; duty) {
            while (!isDone(duty)) {
                if (duty.turn(clock.nanoTime()) == 0) {
                    LockSupport.parkNanos(REST_NS);
                }
                count = duty.count();
            }
        } catch (final RuntimeException | VirtualMachineError e) {
            news.add("snapshots stop: " + e);
        }
    }

    private boolean isDone(final SnapshotDuty duty) {
        if (isClosing && clock.nanoTime() - deadlineNs > 0) {
            return true;
        }
        if (!duty.isOver()) {
            return false;
        }
        if (duty.isFinished() && !duty.isUpToDate() && !publication.subscribers().isEmpty()) {
            duty.begin(clock.nanoTime());
        }
        return duty.isFinished();
    }
}
