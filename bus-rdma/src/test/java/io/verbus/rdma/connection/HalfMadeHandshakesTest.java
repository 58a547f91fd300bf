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
import io.verbus.log.LogLayout;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.OfferMessage;
import io.verbus.rdma.handshake.SubscribeMessage;
import io.verbus.rdma.verbs.Lab;
import io.verbus.testkit.ShmDir;
import io.verbus.transport.Request;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers that ask for the oldest message under BLOCK, hear the offer, never name their image, and come again. */
class HalfMadeHandshakesTest {
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[200]);
    /** A log of the smallest size is gone round about once a second, as fast as the lab is. */
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long TURN_NS = TimeUnit.SECONDS.toNanos(6);
    private static final long COMES_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(2_000);
    private static final int TURNS = 3;
    private static final int MESSAGES_A_LAP = LogLayout.MIN_CAPACITY / MESSAGE.capacity();
    private static final int STRANGERS = 2;
    private static final double LEAST_SHARE = 0.95;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final String uri = "rdma://" + Lab.address() + ":" + ThreadLocalRandom.current().nextInt(10_000, 30_000);
    private final AtomicInteger offers = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean attacking;
    private volatile boolean over;

    @Test
    void publisherKeepsItsRate() throws InterruptedException {
        final Rate alone = new Rate();
        final Rate attacked = new Rate();
        final List<Thread> strangers = new ArrayList<>();
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory)
                .withTransports(List.of(new RdmaProvider())).withErrorHandler(error -> {}));
                Publication publication = bus.publish(PublicationSettings.of("md.itch")
                        .withCapacity(LogLayout.MIN_CAPACITY).withLinger(Duration.ZERO)
                        .withEndpoints(Endpoint.listen(uri)))) {
            for (int i = 0; i < STRANGERS; i++) {
                strangers.add(Thread.ofPlatform().start(this::attack));
            }
            for (int turn = 0; turn < TURNS; turn++) {
                alone.publish(publication);
                attacking = true;
                attacked.publish(publication);
                attacking = false;
            }
            assertTrue(publication.subscribers().isEmpty(), () -> "joined: " + publication.subscribers());
            over = true;
            for (final Thread stranger : strangers) {
                stranger.join();
            }
        } finally {
            over = true;
        }
        System.out.println("handshakes: " + alone + " alone; " + attacked + " with half-made handshakes, " + offers
                + " offers heard");
        assertEquals(null, failure.get());
        assertTrue(offers.get() >= STRANGERS * TURNS, "offers heard: " + offers);
        assertTrue(alone.due > TURNS * MESSAGES_A_LAP && attacked.due > TURNS * MESSAGES_A_LAP, "too slow to lap");
        assertTrue(attacked.share() >= alone.share() * LEAST_SHARE, attacked + ", and " + alone
                + " without the strangers");
    }

    /**
     * How much of what was due was published. The strangers are served by the same emulated processor, so the number of
     * messages in a second would measure that.
     */
    private static final class Rate {
        private long due;
        private long published;

        void publish(final Publication publication) {
            final long endNs = System.nanoTime() + TURN_NS;
            for (long dueNs = System.nanoTime(); dueNs < endNs; dueNs = Math.max(dueNs + PERIOD_NS,
                    System.nanoTime())) {
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
            while (!over) {
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

    /** Half of a handshake. */
    private void begin() {
        try (HostilePeer peer = new HostilePeer(RdmaAddress.of(URI.create(uri)), HostilePeer.subscriber(),
                () -> pause(PERIOD_NS)).connect()) {
            final long id = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
            peer.say(new SubscribeMessage(new Request("md.itch",
                    new SubscriptionIdentity(id, "stranger", Policy.BLOCK, id, 1),
                    new Request.Another(Set.of(), Start.oldest()))));
            assertTrue(peer.hear() instanceof OfferMessage);
            offers.incrementAndGet();
            for (final long sinceNs = System.nanoTime(); attacking && System.nanoTime() - sinceNs < COMES_AGAIN_NS;) {
                pause(PERIOD_NS);
            }
        }
    }

    private static void pause(final long ns) {
        LockSupport.parkNanos(ns);
    }
}
