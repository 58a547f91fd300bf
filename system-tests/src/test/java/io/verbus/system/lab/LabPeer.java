package io.verbus.system.lab;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** A process on another host. Arguments: listen or connect, an address, and the seconds for which a publisher runs. */
final class LabPeer {
    static final String STREAM = "s";

    private static final int LENGTH = 64;
    private static final long REST_NS = 1_000_000;

    private LabPeer() {
    }

    private static Endpoint endpoint(final String[] args) {
        return args[0].equals("listen") ? Endpoint.listen(args[1]) : Endpoint.connect(args[1]);
    }

    /** Publishes about 1,000 messages per second. */
    static final class Publisher {
        public static void main(final String[] args) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
            try (Bus bus = Bus.launch();
                    Publication publication = bus.publish(PublicationSettings.of(STREAM)
                            .withListener(new ReportedEvents(System.out::println))
                            .withEndpoints(endpoint(args)))) {
                publication.awaitSubscribers(1, Duration.ofSeconds(60));
                while (System.nanoTime() < endNs) {
                    publication.offer(message, 0, LENGTH);
                    LockSupport.parkNanos(REST_NS);
                }
            }
        }
    }

    /** Reads everything under BLOCK until the session ends. */
    static final class Reader {
        public static void main(final String[] args) {
            final ReportedEvents events = new ReportedEvents(System.out::println);
            try (Bus bus = Bus.launch();
                    Subscription subscription = bus
                            .subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withName("reader")
                                    .withStart(Start.oldest()).withListener(events)
                                    .withEndpoints(endpoint(args)))) {
                while (!events.isOver()) {
                    if (subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 100) == 0) {
                        LockSupport.parkNanos(REST_NS);
                    }
                }
            }
        }
    }
}
