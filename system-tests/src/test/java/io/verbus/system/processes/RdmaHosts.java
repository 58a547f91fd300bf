package io.verbus.system.processes;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Two hosts in one process, with the bus directories {@code publisher} and {@code subscriber}, connected by the double
 * of the RDMA libraries. Of three subscriptions the first reads everything, the second stands still with five unread
 * messages, and the third has been lapped. They stay so until a line is read.
 */
final class RdmaHosts {
    private static final int CAPACITY = 1 << 16;
    private static final int LENGTH = 1_000;
    private static final int UNREAD = 5;
    private static final String ADDRESS = "rdma://10.73.0.1:7471";
    private static final long REST_NS = 1_000_000;
    private static final PollHandler HANDLER = (buffer, offset, length, header) -> Action.TAKEN;

    private RdmaHosts() {
    }

    public static void main(final String[] arguments) throws IOException {
        final Path directory = Path.of(System.getenv("VERBUS_DIR"));
        try (Bus publisher = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("publisher")));
                Bus subscriber = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("subscriber")));
                Publication publication = publisher.publish(PublicationSettings.of("md").withCapacity(CAPACITY)
                        .withTimestamps(true).withLinger(Duration.ZERO).withEndpoints(Endpoint.listen(ADDRESS)));
                Subscription reading = subscribe(subscriber, "book", true);
                Subscription stopped = subscribe(subscriber, "stopped", false);
                Subscription lapped = subscribe(subscriber, "book", false)) {
            if (!publication.awaitSubscribers(3, Duration.ofMinutes(1))) {
                throw new AssertionError("the subscriptions have not joined");
            }
            while (publication.position() < 4 * CAPACITY) {
                commit(publication);
                take(reading);
                take(stopped);
            }
            for (int i = 0; i < UNREAD; i++) {
                commit(publication);
                take(reading);
            }
            System.out.println("ready " + lapped.isClosed());
            while (System.in.available() == 0) {
                reading.poll(HANDLER, 1);
                LockSupport.parkNanos(REST_NS);
            }
        }
    }

    private static Subscription subscribe(final Bus bus, final String name, final boolean timed) {
        return bus.subscribe(SubscriptionSettings.of("md").withName(name).withPolicy(Policy.SKIP)
                .withLatencies(timed).withEndpoints(Endpoint.connect(ADDRESS)));
    }

    private static void commit(final Publication publication) {
        while (publication.claim(LENGTH) < 0) {
            Thread.onSpinWait();
        }
        publication.commit();
    }

    private static void take(final Subscription subscription) {
        while (subscription.poll(HANDLER, 1) == 0) {
            Thread.onSpinWait();
        }
    }
}
