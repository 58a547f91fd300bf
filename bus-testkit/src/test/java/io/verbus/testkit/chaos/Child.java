package io.verbus.testkit.chaos;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.testkit.Checker;
import io.verbus.testkit.Payloads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/** What the processes under chaos have in common: they say a line for each event, and end with the test's own. */
final class Child {
    static final String STREAM = "s";
    static final int CAPACITY = 1 << 16;
    /** Both short, because many are stopped for longer; far enough apart that one can pass without the other. */
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(250);
    static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(1);
    private static final int MAX_LENGTH = 4_000;
    private static final long DWELL_NS = 2_000_000;
    private static final long REPORT_NS = 20_000_000;
    private static final BufferedReader ORDERS = new BufferedReader(
            new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private final SplittableRandom random;
    private final long parent = parent();
    private long reportedNs = System.nanoTime();

    Child(final String seed) {
        random = new SplittableRandom(Long.parseLong(seed));
    }

    static BusSettings settings() {
        return BusSettings.defaults().withHeartbeatTimeout(HEARTBEAT_TIMEOUT)
                .withProgressTimeout(PROGRESS_TIMEOUT).withErrorHandler(t -> say("error " + t.getMessage()));
    }

    /** Beside the bus directory. */
    static Path journal() {
        return Path.of(System.getenv("VERBUS_DIR")).resolveSibling("journal");
    }

    static Payloads payloads(final long session) {
        return new Payloads(session, MAX_LENGTH);
    }

    static synchronized void say(final String line) {
        System.out.println(line);
    }

    static String hex(final long session) {
        return Long.toHexString(session);
    }

    /** Loads what is needed, then waits until the test says who this is to be: so a restart takes little time. */
    static String awaitRole() {
        try (Bus bus = Bus.launch(settings().withoutThread());
                Publication publication = bus.publish(PublicationSettings.of("spare").withLinger(Duration.ZERO));
                Subscription subscription = bus.subscribe("spare")) {
            for (int i = 0; i < 100; i++) {
                publication.claim(8);
                publication.commit();
                bus.doWork();
                subscription.poll(new Checker(Child::payloads), 1);
            }
        }
        say("spare");
        return readOrder();
    }

    /** One of a thousand times, stays where it is for a while, so that a signal is likely to find it there. */
    void dwell() {
        if (random.nextInt(1_000) == 0) {
            final long untilNs = System.nanoTime() + random.nextLong(DWELL_NS);
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Whether it is time to say how far we are. */
    boolean isReportDue() {
        final long nowNs = System.nanoTime();
        if (nowNs - reportedNs < REPORT_NS) {
            return false;
        }
        if (parent() != parent) {
            Runtime.getRuntime().halt(1); // the test was killed
        }
        reportedNs = nowNs;
        return true;
    }

    /** What the test tells us to do now; null if nothing. */
    static String order() {
        try {
            return ORDERS.ready() ? ORDERS.readLine() : null;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stays where it is until the test says more. */
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
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }
}
