package io.verbus.testkit.pause;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscriber;
import io.verbus.support.Payloads;
import io.verbus.testkit.chaos.AudiencePrinter;
import io.verbus.testkit.chaos.ChaosEndpoints;
import io.verbus.testkit.chaos.Child;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes messages of 64 bytes at a rate, open loop: each carries its due time, and late messages follow as soon as
 * possible. Prints a line ten times a second, also when it makes no progress.
 */
final class PacedFeed {
    static final int DUE_LENGTH = Long.BYTES;
    static final int LENGTH = 64;
    private static final int MOST_AT_ONCE = 1_000;
    private static final long REST_NS = 20_000;
    private static final int REPORTS_A_TICK = 5;

    private final Child child = new Child("0");
    private final double periodNs;
    private final Publication publication;
    private final Payloads payloads;
    private long beganNs;
    private long refusedNs;
    private long longestWaitNs;
    private int reports;

    private PacedFeed(final Publication publication, final double rate) {
        this.publication = publication;
        this.periodNs = 1e9 / rate;
        this.payloads = payloads(publication.session().id());
    }

    /** The payload after the time in each message. */
    static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> LENGTH - DUE_LENGTH);
    }

    /** Arguments: rate, capacity, progress timeout in ms, and the meeting point with its readers. */
    public static void main(final String[] args) {
        Child.awaitRole();
        final BusSettings settings = Child.settings().withProgressTimeout(Duration.ofMillis(Long.parseLong(args[2])));
        try (Bus bus = Bus.launch(settings);
                Publication publication = bus.publish(PublicationSettings.of(Child.STREAM).withPublisher("feed")
                        .withCapacity(Integer.parseInt(args[1])).withLinger(Duration.ofSeconds(60))
                        .withListener(new AudiencePrinter()).withEndpoints(ChaosEndpoints.endpoints(args, 3)))) {
            say("session " + hex(publication.session().id()));
            new PacedFeed(publication, Double.parseDouble(args[0])).publish();
        }
    }

    /** Starts on command: a reader that joins later has missed the messages that the log has overwritten. */
    private void publish() {
        while (Child.order() == null) {
            tick();
            LockSupport.parkNanos(REST_NS);
        }
        beganNs = System.nanoTime();
        for (String order = Child.order(); !"end".equals(order); order = Child.order()) {
            if (order != null) {
                printBlockingReaders();
            }
            if (publishDue() == 0) {
                LockSupport.parkNanos(REST_NS);
            }
            tick();
        }
        say("closed " + hex(publication.session().id()) + " " + publication.sequence());
    }

    /** Publishes the due messages. Returns the number accepted. */
    private int publishDue() {
        final long nowNs = System.nanoTime();
        for (int count = 0; count < MOST_AT_ONCE; count++) {
            final long sequence = publication.sequence();
            final long dueNs = beganNs + (long) (sequence * periodNs);
            if (dueNs - nowNs > 0) {
                return count;
            }
            final int offset = publication.claim(LENGTH);
            if (offset < 0) {
                refusedNs = refusedNs == 0 ? nowNs : refusedNs;
                return count;
            }
            if (refusedNs != 0) {
                printWait(nowNs - refusedNs);
                refusedNs = 0;
            }
            publication.buffer().putLong(offset, dueNs);
            payloads.encode(publication.buffer(), offset + DUE_LENGTH, sequence);
            publication.commit();
        }
        return MOST_AT_ONCE;
    }

    private void printWait(final long waitedNs) {
        if (waitedNs > longestWaitNs) {
            longestWaitNs = waitedNs;
            say("waited " + waitedNs / 1_000_000);
        }
    }

    private void tick() {
        if (child.isReportDue()) {
            say("at " + hex(publication.session().id()) + " " + publication.sequence());
            if (++reports % REPORTS_A_TICK == 0) {
                say("tick");
            }
        }
    }

    private void printBlockingReaders() {
        for (final Subscriber one : publication.subscribers()) {
            say("held " + one.name() + " " + one.refusedClaims() + " " + one.backPressureNs() / 1_000_000);
        }
        say("all held");
    }
}
