package io.verbus.rdma.support.load;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.rdma.RdmaProvider;
import io.verbus.support.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A publishing host and a subscribing host, each with two devices. One thread publishes as fast as it can, one polls,
 * and the test runs the conductors on a clock of its own: a duty cycle is 20 ms of that clock, and lasts until both
 * threads have progressed, so that the number of cycles does not depend on the speed of the machine.
 */
public final class LoadedHosts implements AutoCloseable {
    /** Time between two duty cycles, on the clock of the buses. */
    public static final int CYCLE_MS = 20;

    private static final int CAPACITY = 1 << 20;
    private static final int BATCH = 64;
    /** Duty cycles in which all readers connect. */
    private static final int START = 100;
    /** A conductor does not wait for the next duty cycle while a handshake is in progress. */
    private static final int TURNS = 8;
    /** Iterations of each thread in a duty cycle. */
    private static final int ITERATIONS = 20;
    /** Errors in a message. */
    private static final int LAST = 10;

    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final List<LoadedFeed> feeds = new CopyOnWriteArrayList<>();
    private final List<LoadedReader> readers = new CopyOnWriteArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Bus publishing;
    /** Another process on the publishing host. */
    private final Bus neighbour;
    private final Bus subscribing;
    private volatile long published;
    private volatile long polled;
    private volatile boolean publishes = true;
    private volatile boolean isReady;
    private volatile boolean polls = true;
    private volatile boolean isClosing;

    /** Launches the buses; the threads are started by {@link #start}. */
    public LoadedHosts(final Path directory) {
        publishing = launch(directory.resolve("publishing"));
        neighbour = launch(directory.resolve("publishing"));
        subscribing = launch(directory.resolve("subscribing"));
    }

    private Bus launch(final Path directory) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withDutyCycle(Duration.ofMillis(CYCLE_MS)).withProgressTimeout(Duration.ofMinutes(10))
                .withClocks(new Clocks(this::clock, this::clock)).withErrorHandler(errors::add)
                .withTransports(List.of(new RdmaProvider())));
    }

    /** Lingering while a bus closes needs a clock that advances. */
    private long clock() {
        return isClosing ? nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(CYCLE_MS)) : nowNs.get();
    }

    /** Publishes a stream at an address, and to the publishing host. */
    public LoadedFeed publish(final String stream, final Endpoint... endpoints) {
        final LoadedFeed feed = new LoadedFeed(stream.hashCode());
        feed.open(publishing.publish(PublicationSettings.of(stream).withCapacity(CAPACITY).withListener(feed)
                .withLinger(Duration.ZERO).withEndpoints(endpoints)));
        feeds.add(feed);
        return feed;
    }

    /** Subscribes on the other host, or without endpoints on the publishing one. */
    public LoadedReader subscribe(final String stream, final LoadedFeed feed, final Policy policy, final String name,
            final Endpoint... endpoints) {
        final LoadedReader reader = new LoadedReader(feed);
        reader.open((endpoints.length == 0 ? neighbour : subscribing).subscribe(SubscriptionSettings.of(stream)
                .withName(name).withPolicy(policy).withStart(Start.oldest()).withListener(reader)
                .withEndpoints(endpoints)));
        readers.add(reader);
        return reader;
    }

    /** Ends a subscription; its thread no longer polls it afterwards. */
    public void unsubscribe(final LoadedReader reader) {
        readers.remove(reader);
        final long before = polled;
        await(() -> polled > before + 1);
        reader.close();
    }

    /** Starts the threads, waits until all readers are acknowledged, and then starts to publish. */
    public void start() {
        threads.add(Thread.ofPlatform().name("publisher").start(() -> run(this::publish)));
        threads.add(Thread.ofPlatform().name("poller").start(() -> run(this::poll)));
        until("the start", START, () -> readers.stream().allMatch(reader -> reader.next() >= 0)
                && feeds.stream().mapToLong(LoadedFeed::ready).sum() == readers.size());
        isReady = true;
    }

    private void run(final Runnable loop) {
        try {
            loop.run();
        } catch (final Throwable t) {
            failure.compareAndSet(null, t);
        }
    }

    private void publish() {
        while (publishes) {
            int count = 0;
            for (final LoadedFeed feed : feeds) {
                count += isReady ? feed.publish(BATCH) : 0;
            }
            published++;
            if (count == 0) {
                Thread.yield();
            }
        }
    }

    private void poll() {
        while (polls) {
            int count = 0;
            for (final LoadedReader reader : readers) {
                count += reader.poll(4 * BATCH);
            }
            polled++;
            if (count == 0) {
                Thread.yield();
            }
        }
    }

    /** A condition of the threads. */
    public interface Condition {
        /** Whether it holds. */
        boolean holds();
    }

    private void await(final Condition condition) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!condition.holds()) {
            assertNull(failure.get(), () -> "a thread has ended: " + failure.get());
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("the threads do not progress");
            }
            Thread.yield();
        }
    }

    /** One duty cycle of all conductors. */
    public void cycle() {
        final long publishedBefore = published;
        final long polledBefore = polled;
        nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(CYCLE_MS));
        for (int i = 0; i < TURNS; i++) {
            publishing.doWork();
            neighbour.doWork();
            subscribing.doWork();
        }
        await(() -> (published >= publishedBefore + ITERATIONS || !publishes)
                && polled >= polledBefore + ITERATIONS);
    }

    /** Runs duty cycles until a condition holds, and returns their number; fails if it takes more. */
    public int until(final String what, final int maxCycles, final Condition condition) {
        for (int cycles = 0; cycles <= maxCycles; cycles++) {
            if (condition.holds()) {
                return cycles;
            }
            cycle();
        }
        throw new AssertionError(what + " not within " + maxCycles + " duty cycles: " + this);
    }

    /** Ends publishing, and runs duty cycles until each reader has all messages, or has reported them. */
    public void drain() {
        publishes = false;
        await(() -> !threads.getFirst().isAlive());
        for (final LoadedReader reader : readers) {
            until("the last message", 500, () -> reader.next() == reader.feed().published());
        }
    }

    @Override
    public String toString() {
        return feeds + ", " + readers + ", errors "
                + errors.stream().skip(Math.max(0, errors.size() - LAST)).map(Throwable::getMessage).toList();
    }

    /** Errors of all buses. */
    public List<Throwable> errors() {
        return errors;
    }

    @Override
    public void close() {
        publishes = false;
        polls = false;
        for (final Thread thread : threads) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        isClosing = true;
        subscribing.close();
        neighbour.close();
        publishing.close();
    }
}
