package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.internal.log.LogLayout;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.ShmDir;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that request the oldest message under BLOCK, receive the offer, never send the image, and reconnect. */
class RdmaHalfMadeHandshakesTest {
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[200]);
    /** Wraps a log of the minimum size about three times a second, as fast as the lab allows. */
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long RECONNECT_NS = TimeUnit.MILLISECONDS.toNanos(VerbsDouble.isHere() ? 400 : 2_000);
    private static final int ROUNDS = 3;
    /** Messages of a round, four laps of the log. */
    private static final int DUE = 4 * LogLayout.MIN_CAPACITY / MESSAGE.capacity();
    private static final int ATTACKERS = 2;
    private static final AtomicLong STRANGERS = new AtomicLong();
    private static final double LEAST_SHARE = 0.95;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final String uri = "rdma://" + Lab.address() + ":" + Ports.next();
    private final AtomicInteger offers = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean attacking;
    private volatile boolean done;

    @Test
    void publisherKeepsItsRate() throws InterruptedException {
        final Rate alone = new Rate();
        final Rate attacked = new Rate();
        final List<Thread> attackers = new ArrayList<>();
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory)
                .withTransports(List.of(new RdmaProvider())).withErrorHandler(error -> {}));
                Publication publication = bus.publish(PublicationSettings.of("md.itch")
                        .withCapacity(LogLayout.MIN_CAPACITY).withLinger(Duration.ZERO)
                        .withEndpoints(Endpoint.listen(uri)))) {
            for (int i = 0; i < ATTACKERS; i++) {
                attackers.add(Thread.ofPlatform().start(this::attack));
            }
            for (int lock = 0; lock < ROUNDS; lock++) {
                alone.publish(publication, () -> true);
                attacking = true;
                final int all = offers.get() + ATTACKERS;
                attacked.publish(publication, () -> offers.get() >= all || failure.get() != null);
                attacking = false;
            }
            assertTrue(publication.subscribers().isEmpty(), () -> "joined: " + publication.subscribers());
            done = true;
            for (final Thread attacker : attackers) {
                attacker.join();
            }
        } finally {
            done = true;
        }
        System.out.println("handshakes: " + alone + " alone; " + attacked + " with unfinished handshakes, " + offers
                + " offers received");
        assertEquals(null, failure.get());
        assertTrue(attacked.share() >= alone.share() * LEAST_SHARE, attacked + ", and " + alone
                + " without the attackers");
    }

    /**
     * Share of due messages that was published. The attackers run on the same emulated processor, so a rate in messages
     * per second would measure that.
     */
    private static final class Rate {
        private long due;
        private long published;

        /** Publishes a number of messages that laps the log, and until a condition is true. */
        void publish(final Publication publication, final BooleanSupplier condition) {
            final long untilDue = due + DUE;
            for (long dueNs = System.nanoTime(); due < untilDue || !condition.getAsBoolean(); dueNs = Math
                    .max(dueNs + PERIOD_NS, System.nanoTime())) {
                while (System.nanoTime() < dueNs) {
                    LockSupport.parkNanos(PERIOD_NS / 10);
                }
                due++;
                published += publication.offer(MESSAGE, 0, MESSAGE.capacity()) >= 0 ? 1 : 0;
            }
        }

        double share() {
            return (double) published / due;
        }

        @Override
        public String toString() {
            return published + " of " + due + " messages";
        }
    }

    private void attack() {
        try {
            while (!done) {
                if (attacking) {
                    begin();
                } else {
                    pause(PERIOD_NS);
                }
            }
        } catch (final Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    /** Performs half of a handshake. */
    private void begin() {
        try (HostilePeer peer = new HostilePeer(RdmaAddress.of(URI.create(uri)), HostilePeer.subscriber(),
                () -> pause(PERIOD_NS)).connect()) {
            final long id = STRANGERS.incrementAndGet();
            peer.send(new SubscribeMessage(new Request("md.itch",
                    new SubscriptionIdentity(id, "stranger", Policy.BLOCK, id, 1),
                    new Request.Another(Set.of(), Start.oldest()))));
            assertTrue(peer.receive() instanceof OfferMessage);
            offers.incrementAndGet();
            for (final long sinceNs = System.nanoTime(); attacking && System.nanoTime() - sinceNs < RECONNECT_NS;) {
                pause(PERIOD_NS);
            }
        }
    }

    private static void pause(final long ns) {
        LockSupport.parkNanos(ns);
    }
}
