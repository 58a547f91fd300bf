package io.verbus.junit;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Buses for a test of an application: each test has a fresh bus directory in shared memory, and time passes only when
 * the test steps. So a test with timeouts, gaps and late readers takes milliseconds, and runs the same each time.
 *
 * <pre>{@code
 * class QuotesTest {
 *     @RegisterExtension
 *     private final BusExtension buses = new BusExtension();
 *
 *     @Test
 *     void subscriberReceivesTheQuote() {
 *         Bus bus = buses.launch();
 *         Subscription quotes = bus.subscribe("quotes");
 *         Publication publication = bus.publish("quotes");
 *         // publish
 *         buses.stepUntil(() -> quotes.poll(handler, 10) > 0);
 *     }
 * }
 * }</pre>
 *
 * <p>The buses have no threads: {@link #step} runs a duty cycle of each, and moves their clock by its length. Several
 * buses share the directory, as processes of a host do. After the test, the buses are closed, and the directory is
 * removed. An error that a bus reports, and that the test does not take by {@link #takeErrors}, fails the test.
 *
 * <p>A call of the bus that waits, such as {@code awaitSubscribers} or {@code close}, does not wait for a step that
 * cannot come: after 10,000 reads of the clock without a step, each read moves it by 10 ms, so that the call times out.
 *
 * <p>Used by the thread of the test; other threads may read the clock.
 */
public final class BusExtension implements BeforeEachCallback, AfterEachCallback {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long START_NS = 1_767_225_600_000_000_000L; // 2026-01-01, UTC
    private static final int MAX_CYCLES = 10_000;
    private static final int READS_OF_A_WAIT = 10_000;
    private static final long STEP_OF_A_WAIT_NS = 10_000_000;
    private static final long SEED = 1;

    private final List<Bus> buses = new ArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private Path directory;
    private SplittableRandom ids;
    private Thread owner;
    private int reads;
    private volatile long nowNs;

    /** An extension, to be registered in a field of the test that is not static. */
    public BusExtension() {
        // Each test begins with beforeEach.
    }

    @Override
    public void beforeEach(final ExtensionContext context) {
        if (directory != null) {
            throw new IllegalStateException("one BusExtension runs one test at a time: register it in a field that is"
                    + " not static");
        }
        try {
            directory = Files.createTempDirectory(SHARED_MEMORY, "verbus-junit-");
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot create a bus directory in " + SHARED_MEMORY, e);
        }
        ids = new SplittableRandom(SEED);
        owner = Thread.currentThread();
        nowNs = START_NS;
        reads = 0;
        errors.clear();
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        reads = READS_OF_A_WAIT; // no close waits for a step
        RuntimeException failure = null;
        for (final Bus bus : buses.reversed()) {
            try {
                bus.close();
            } catch (final RuntimeException e) {
                failure = e;
            }
        }
        buses.clear();
        remove(directory);
        directory = null;
        if (failure != null) {
            throw failure;
        }
        if (!errors.isEmpty()) {
            final AssertionError unexpected = new AssertionError("the bus has reported an error that the test did not"
                    + " take by takeErrors(): " + errors.getFirst().getMessage(), errors.getFirst());
            errors.stream().skip(1).forEach(unexpected::addSuppressed);
            throw unexpected;
        }
    }

    private static void remove(final Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot remove " + directory, e);
        }
    }

    /**
     * Launches a bus with {@link #settings()}.
     *
     * @return the bus; closed after the test, or earlier by the test
     * @throws BusException if the directory cannot be used
     */
    public Bus launch() {
        return launch(settings());
    }

    /**
     * Launches a bus, as a further process of the host.
     *
     * @param settings changed from {@link #settings()}
     * @return the bus; closed after the test, or earlier by the test
     * @throws BusException if the directory cannot be used
     */
    public Bus launch(final BusSettings settings) {
        final Bus bus = Bus.launch(settings);
        buses.add(bus);
        return bus;
    }

    /** {@return the settings of a bus of this test: its directory, clock and error handler; no thread; equal ids} */
    public BusSettings settings() {
        if (directory == null) {
            throw new IllegalStateException("no test is running: register the BusExtension with @RegisterExtension, and"
                    + " launch the bus in the test or in @BeforeEach");
        }
        return BusSettings.defaults().withDirectory(directory).withoutThread().withClocks(clocks()).withIds(ids)
                .withErrorHandler(errors::add);
    }

    /** {@return the clocks of the buses, for the code under test; they begin at 2026-01-01 00:00 UTC} */
    public Clocks clocks() {
        return new Clocks(this::readClock, this::readClock);
    }

    private long readClock() {
        if (Thread.currentThread() == owner && reads++ >= READS_OF_A_WAIT) {
            nowNs += STEP_OF_A_WAIT_NS;
        }
        return nowNs;
    }

    /** Moves the clock by a duty cycle, and runs a duty cycle of each open bus, in the order of their launches. */
    public void step() {
        nowNs += BusSettings.defaults().dutyCycle().toNanos();
        for (final Bus bus : buses) {
            reads = 0;
            if (!bus.isClosed()) {
                bus.doWork();
            }
        }
        reads = 0;
    }

    /**
     * Steps until a time has passed, such as a timeout.
     *
     * @param time to pass, at least one step
     */
    public void step(final Duration time) {
        final long endNs = nowNs + time.toNanos();
        do {
            step();
        } while (nowNs - endNs < 0);
    }

    /**
     * Steps until a condition holds, which is checked first, and then after each step.
     *
     * @param condition to wait for, for example that a poll has returned a message
     * @throws AssertionError if it does not hold after 10,000 steps, which are 200 s on the clock of the bus
     */
    public void stepUntil(final BooleanSupplier condition) {
        for (int cycles = 0; !condition.getAsBoolean(); cycles++) {
            if (cycles == MAX_CYCLES) {
                throw new AssertionError("the condition does not hold after " + MAX_CYCLES + " steps of the bus");
            }
            step();
        }
    }

    /** {@return the bus directory of the running test} */
    public Path directory() {
        return settings().directory();
    }

    /** {@return the errors that the buses have reported since the last call; they do not fail the test any more} */
    public List<Throwable> takeErrors() {
        final List<Throwable> taken = List.copyOf(errors);
        errors.removeAll(taken);
        return taken;
    }
}
