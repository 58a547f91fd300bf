package io.verbus.testkit.chaos;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ClassPreloader;
import io.verbus.support.Payloads;
import io.verbus.testkit.oracle.SubscriptionOracle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Shared part of the processes under chaos: they print a line for each event, and end with the test's process. */
public final class Child {
    public static final String STREAM = "s";
    public static final int CAPACITY = 1 << 16;
    /**
     * Both short, because many processes are stopped for longer; far enough apart that one can pass without the other.
     */
    static final Duration HEARTBEAT_TIMEOUT = inOurTime(Duration.ofMillis(250));
    static final Duration PROGRESS_TIMEOUT = inOurTime(Duration.ofSeconds(1));
    /** The lab emulates its processors. */
    private static final int EMULATED = 6;
    private static final int MAX_LENGTH = 4_000;
    private static final long DWELL_NS = 2_000_000;
    private static final long REPORT_NS = 20_000_000;
    private static final int WARM_UP_CAPACITY = 1 << 16;
    private static final long RETRY_NS = 50_000_000;
    /** A process without a free descriptor cannot read the pid of its parent. */
    private static final long UNKNOWN = 0;
    /** Whether standard error is a full pipe. */
    private static final boolean BLOCKED = System.getenv(ResourceLimits.BLOCKED) != null;
    private static final BufferedReader ORDERS = new BufferedReader(
            new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private final SplittableRandom random;
    private final Endpoint[] endpoints;
    private final long parent = parent();
    private long reportedNs = System.nanoTime();

    /** Arguments: a seed, and the endpoints if the processes are on several hosts. */
    public Child(final String... arguments) {
        random = new SplittableRandom(Long.parseLong(arguments[0]));
        endpoints = ChaosEndpoints.endpoints(arguments, 1);
    }

    /** A duration, extended on an emulated machine. */
    static Duration inOurTime(final Duration elsewhere) {
        return System.getenv("LAB_ADDRESS") == null ? elsewhere : elsewhere.multipliedBy(EMULATED);
    }

    Endpoint[] endpoints() {
        return endpoints.clone();
    }

    public static BusSettings settings() {
        return BusSettings.defaults().withHeartbeatTimeout(HEARTBEAT_TIMEOUT)
                .withProgressTimeout(PROGRESS_TIMEOUT).withErrorHandler(Child::report);
    }

    /** Reports an error to the test, and to standard error if that is a full pipe: it must not block. */
    private static void report(final Throwable t) {
        say("error " + t.getMessage());
        if (BLOCKED) {
            BusSettings.defaults().errorHandler().onError(t);
        }
    }

    /** Creates a part of the bus; retries while shared memory has no room for it. */
    static <T> T retry(final Supplier<T> maker) {
        boolean refused = false;
        while (true) {
            try {
                return maker.get();
            } catch (final BusException e) {
                if (!e.getMessage().contains("no room")) {
                    throw e;
                }
                if (!refused) {
                    say("refused " + e.getMessage() + "; of shared memory " + freeBytes() + " bytes are free");
                }
                refused = true;
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private static long freeBytes() {
        return Path.of(System.getenv("VERBUS_DIR")).toFile().getUsableSpace();
    }

    /** Next to the bus directory. */
    static Path journal() {
        return Path.of(System.getenv("VERBUS_DIR")).resolveSibling("journal");
    }

    static Payloads payloads(final long session) {
        return new Payloads(session, MAX_LENGTH);
    }

    public static synchronized void say(final String line) {
        System.out.println(line);
    }

    public static String hex(final long session) {
        return Long.toHexString(session);
    }

    /** Loads the classes, then waits until the test assigns a role: so a restart is fast. */
    public static String awaitRole() {
        ClassPreloader.loadNeighbors(Bus.class, name -> true);
        ClassPreloader.loadNeighbors(Child.class, name -> name.startsWith(Child.class.getPackageName()));
        retry(Child::warmUp);
        say("spare");
        return readOrder();
    }

    /** The log is small: eight processes that start at once leave room in the shared memory of the test. */
    private static boolean warmUp() {
        try (Bus bus = Bus.launch(settings().withoutThread());
                Publication publication = bus.publish(PublicationSettings.of("spare").withLinger(Duration.ZERO)
                        .withCapacity(WARM_UP_CAPACITY));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("spare").withPolicy(Policy.BLOCK))) {
            for (int i = 0; i < 100; i++) {
                publication.claim(8);
                publication.commit();
                bus.doWork();
                subscription.poll(new SubscriptionOracle(Child::payloads), 1);
            }
            return true;
        }
    }

    /** Whether the handler throws: rarely, because each time is a line. */
    boolean isToThrow() {
        return random.nextInt(20_000) == 0;
    }

    /** Pauses once in a thousand calls, so that a signal is likely to arrive here. */
    void dwell() {
        if (random.nextInt(1_000) == 0) {
            final long untilNs = System.nanoTime() + random.nextLong(DWELL_NS);
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Whether a progress report is due. */
    public boolean isReportDue() {
        final long nowNs = System.nanoTime();
        if (nowNs - reportedNs < REPORT_NS) {
            return false;
        }
        final long parentNow = parent();
        if (parentNow != parent && parentNow != UNKNOWN) {
            Runtime.getRuntime().halt(1); // the test was killed
        }
        reportedNs = nowNs;
        return true;
    }

    /** The test's next command; null if there is none. */
    public static String order() {
        try {
            return ORDERS.ready() ? ORDERS.readLine() : null;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the next command of the test. */
    void stay() {
        while (order() == null) {
            isReportDue(); // ends with the test
            Thread.onSpinWait();
        }
    }

    private static String readOrder() {
        try {
            return ORDERS.readLine();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(UNKNOWN);
    }
}
