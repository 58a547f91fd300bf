package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.support.Payloads;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes in bursts until it is stopped, and pauses between claim and commit. On command, it closes after a burst, or
 * waits between claim and commit until it is killed.
 */
final class FeedProcess {
    private static final int BURST = 200;
    private static final int LAST_BURST = 5_000;
    private static final long REST_NS = Child.inOurTime(Duration.ofNanos(500_000)).toNanos();

    private final Child child;
    private long refusedNs;
    private long longestWaitNs;

    private FeedProcess(final String... arguments) {
        child = new Child(arguments);
    }

    public static void main(final String[] args) {
        Child.awaitRole();
        try (Bus bus = Bus.launch(Child.settings())) {
            say("closed " + new FeedProcess(args).publish(bus));
        }
    }

    /** Returns the session and the number of messages, after the close. */
    private String publish(final Bus bus) {
        try (Publication publication = bus.publish(PublicationSettings.of(Child.STREAM).withPublisher("feed")
                .withCapacity(Child.CAPACITY).withLinger(Duration.ofSeconds(60)).withListener(new AudiencePrinter())
                .withEndpoints(child.endpoints()))) {
            final String session = hex(publication.session().id());
            say("session " + session);
            final Payloads payloads = Child.payloads(publication.session().id());
            long reported = -1;
            for (String order = Child.order(); !"end".equals(order); order = Child.order()) {
                if (order != null) {
                    stayInClaim(publication, payloads);
                }
                offer(publication, payloads, BURST);
                LockSupport.parkNanos(REST_NS);
                if (child.isReportDue() && publication.sequence() != reported) {
                    reported = publication.sequence();
                    say("at " + session + " " + reported);
                }
            }
            final long until = publication.sequence() + LAST_BURST;
            while (publication.sequence() < until) {
                offer(publication, payloads, BURST);
            }
            return session + " " + publication.sequence();
        }
    }

    private void stayInClaim(final Publication publication, final Payloads payloads) {
        final long sequence = publication.sequence();
        int offset;
        do {
            offset = publication.claim(payloads.length(sequence));
        } while (offset < 0);
        payloads.encode(publication.buffer(), offset, sequence);
        say("holding " + hex(publication.session().id()) + " " + sequence);
        child.stay();
    }

    private void offer(final Publication publication, final Payloads payloads, final int count) {
        for (int i = 0; i < count; i++) {
            final long sequence = publication.sequence();
            final int offset = publication.claim(payloads.length(sequence));
            if (offset < 0) {
                refusedNs = refusedNs == 0 ? System.nanoTime() : refusedNs;
                return;
            }
            if (refusedNs != 0) {
                final long waitedNs = System.nanoTime() - refusedNs;
                refusedNs = 0;
                if (waitedNs > longestWaitNs) {
                    longestWaitNs = waitedNs;
                    say("waited " + waitedNs / 1_000_000);
                }
            }
            payloads.encode(publication.buffer(), offset, sequence);
            child.dwell();
            publication.commit();
        }
    }
}
