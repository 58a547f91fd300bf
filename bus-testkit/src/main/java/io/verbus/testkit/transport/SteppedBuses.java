package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.spi.TransportProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Buses of several hosts without threads, with one clock that only the test advances. They collect their errors. */
public final class SteppedBuses {
    /** Time between duty cycles. */
    public static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    private static final Duration CLOSING_STEP = Duration.ofMillis(10);

    private final Path directory;
    private final Duration progressTimeout;
    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    /**
     * None yet.
     *
     * @param directory for a directory of each host
     * @param progressTimeout of each bus
     */
    public SteppedBuses(final Path directory, final Duration progressTimeout) {
        this.directory = directory;
        this.progressTimeout = progressTimeout;
    }

    /** Launches a bus on a host, with ids that cannot be predicted. */
    public Bus launch(final String host, final TransportProvider transport) {
        return launch(host, transport, BusSettings.defaults().ids());
    }

    /** Launches a bus on a host. */
    public Bus launch(final String host, final TransportProvider transport, final RandomGenerator ids) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(host)).withoutThread()
                .withProgressTimeout(progressTimeout).withDutyCycle(DUTY_CYCLE).withErrorHandler(this::onError)
                .withClocks(new Clocks(this::clock, this::clock)).withIds(ids).withTransports(List.of(transport)));
    }

    /** Lingering while a bus closes needs a clock that advances. */
    private long clock() {
        return closing ? nowNs.addAndGet(CLOSING_STEP.toNanos()) : nowNs.get();
    }

    /** A missing peer is not an error of a test. */
    private void onError(final Throwable t) {
        if (!t.toString().endsWith("(trying again)")) {
            errors.add(t.toString());
        }
    }

    /** Whether buses are being closed: then each look at the clock advances it. */
    public void closing(final boolean isClosing) {
        closing = isClosing;
    }

    /** The time of all hosts. */
    public long nowNs() {
        return nowNs.get();
    }

    /** Advances the time only. */
    public void tick(final Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    /** Advances the time in steps of at most a duty cycle, and runs an action after each. */
    public void pass(final Duration time, final Runnable action) {
        final long untilNs = nowNs.get() + time.toNanos();
        while (nowNs.get() < untilNs) {
            nowNs.set(Math.min(untilNs, nowNs.get() + DUTY_CYCLE.toNanos()));
            action.run();
        }
    }

    /** Errors passed to the error handlers of all. */
    public List<String> errors() {
        return errors;
    }
}
