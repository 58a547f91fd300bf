package io.verbus.tools.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;

import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.Forked;
import io.verbus.testkit.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long it takes until a peer on another host that is killed, stopped or cut off is noticed, at the defaults: a duty
 * cycle of 20 ms, a heartbeat time-out of 500 ms.
 */
@Tag("lab")
class NoticedTest {
    /** Of each kind; an even number. */
    private static final int KILLS = Integer.getInteger("verbus.kills", 10);
    private static final int AT_ONCE = 5;
    private static final int STOPS = 3;
    private static final int CUTS = 3;
    private static final long KILLED_MS = 50;
    private static final List<String> GONE = List.of("disconnected", "left", "lost", "lost-for-good");
    private static final List<String> UNHEARD = List.of("silent", "disconnected", "left", "lost", "lost-for-good");
    private static final long FOR_EVER_S = 1_000_000;
    private static final long REST_NS = 500_000;
    private static final long PATIENCE_NS = 100_000_000_000L;

    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    private final Heard heard = new Heard();
    private final Heard heardAtB = new Heard();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
    private Cable cable;

    @BeforeEach
    void findCable() {
        cable = Cable.find();
    }

    @AfterEach
    void mendCable() throws IOException {
        if (cable != null) {
            cable.close();
        }
    }

    @Test
    void aSubscriberThatIsKilledIsNoticedWithin50Ms() throws IOException {
        try (Bus bus = bus(hostA); Publication publication = publish(bus)) {
            final List<Double> idle = kill(Peer.Reader.class, KILLS / 2, () -> {});
            final List<Double> busy = kill(Peer.Reader.class, KILLS / 2, () -> publication.offer(message, 0, 64));
            assertMedian("a killed subscriber", idle, busy);
        }
    }

    @Test
    void aPublisherThatIsKilledIsNoticedWithin50Ms() throws IOException {
        try (Bus bus = bus(hostA);
                Subscription subscription = bus.subscribe(SubscriptionSettings.of(Peer.STREAM).withListener(heard)
                        .withEndpoints(Endpoint.listen(Cable.atA())))) {
            final List<Double> took = kill(Peer.Publisher.class, KILLS, () -> poll(subscription));
            assertMedian("a killed publisher", took, List.of());
        }
    }

    @Test
    void aSubscriberThatIsStoppedIsNoticedWithinTheTimeOut() throws IOException {
        try (Bus bus = bus(hostA);
                Publication publication = publish(bus);
                Forked reader = Forked.start(Peer.Reader.class, hostB, "connect", Cable.fromB(), 0)) {
            stop(reader, () -> publication.offer(message, 0, 64));
        }
    }

    @Test
    void aPublisherThatIsStoppedIsNoticedWithinTheTimeOut() throws IOException {
        try (Bus bus = bus(hostA);
                Subscription subscription = bus.subscribe(SubscriptionSettings.of(Peer.STREAM).withListener(heard)
                        .withEndpoints(Endpoint.listen(Cable.atA())));
                Forked publisher = Forked.start(Peer.Publisher.class, hostB, "connect", Cable.fromB(), FOR_EVER_S)) {
            stop(publisher, () -> poll(subscription));
        }
    }

    @Test
    void aCutCableIsNoticedWithinTheTimeOutAtBothEndsAndHeals() throws IOException {
        final long pid = ProcessHandle.current().pid();
        try (Bus busA = bus(hostA);
                Bus busB = bus(hostB);
                Publication publication = publish(busA);
                Subscription subscription = busB.subscribe(SubscriptionSettings.of(Peer.STREAM).withName("reader")
                        .withStart(Start.oldest()).withListener(heardAtB)
                        .withEndpoints(Endpoint.connect(Cable.fromB())))) {
            for (int i = 0; i < 2 * CUTS; i++) {
                final int cut = i;
                final Runnable turn = () -> {
                    poll(subscription);
                    if (cut % 2 == 1) {
                        publication.offer(message, 0, 64);
                    }
                };
                until(turn, () -> ends(heard, pid, cut == 0 ? "joined" : "back")
                        && ends(heardAtB, pid, cut == 0 ? "started" : "back"));
                heard.events().clear();
                heardAtB.events().clear();
                final long startNs = System.nanoTime();
                cable.cut();
                until(turn, () -> heard.timeNs(pid, UNHEARD) != 0 && heardAtB.timeNs(pid, UNHEARD) != 0);
                System.out.printf("lab: a cut cable: %s after %.0f ms, %s after %.0f ms%n", heard.events().getFirst(),
                        ms(heard.timeNs(pid, UNHEARD) - startNs), heardAtB.events().getFirst(),
                        ms(heardAtB.timeNs(pid, UNHEARD) - startNs));
                assertWithinTheTimeOut(ms(heard.timeNs(pid, UNHEARD) - startNs));
                assertWithinTheTimeOut(ms(heardAtB.timeNs(pid, UNHEARD) - startNs));
                until(turn, () -> heard.of(pid).contains("disconnected"));
                cable.mend();
                final long mendedNs = System.nanoTime();
                until(turn, () -> heard.of(pid).contains("back") && heardAtB.of(pid).contains("back"));
                System.out.printf("lab: healed %.0f ms after the cable was mended%n",
                        ms(System.nanoTime() - mendedNs));
            }
        }
    }

    private static boolean ends(final Heard heard, final long pid, final String what) {
        final List<String> all = heard.of(pid);
        return !all.isEmpty() && all.getLast().equals(what);
    }

    private List<Double> kill(final Class<?> main, final int count, final Runnable turn) throws IOException {
        final List<Double> took = new ArrayList<>();
        while (took.size() < count) {
            final List<Forked> peers = new ArrayList<>();
            try {
                for (int i = 0; i < AT_ONCE; i++) {
                    peers.add(Forked.start(main, hostB, "connect", Cable.fromB(), FOR_EVER_S));
                }
                peers.forEach(peer -> until(turn, () -> !heard.of(peer.pid()).isEmpty()));
                peers.forEach(peer -> took.add(kill(peer, turn)));
            } finally {
                peers.forEach(Forked::close);
            }
        }
        return took;
    }

    private double kill(final Forked peer, final Runnable turn) {
        final long startNs = System.nanoTime();
        peer.kill();
        until(turn, () -> heard.timeNs(peer.pid(), GONE) != 0);
        return ms(heard.timeNs(peer.pid(), GONE) - startNs);
    }

    private void stop(final Forked peer, final Runnable turn) {
        until(turn, () -> !heard.of(peer.pid()).isEmpty());
        for (int i = 0; i < STOPS; i++) {
            heard.events().clear();
            final long startNs = System.nanoTime();
            peer.stop();
            until(turn, () -> heard.timeNs(peer.pid(), UNHEARD) != 0);
            final double tookMs = ms(heard.timeNs(peer.pid(), UNHEARD) - startNs);
            System.out.printf("lab: a stopped peer: %s after %.0f ms%n", heard.events().getFirst(), tookMs);
            peer.resume();
            until(turn, () -> heard.of(peer.pid()).contains("back"));
            assertEquals(List.of("silent", "back"),
                    heard.of(peer.pid()).stream().map(what -> what.equals("lost") ? "silent" : what).toList());
            assertWithinTheTimeOut(tookMs);
        }
    }

    private static void assertMedian(final String who, final List<Double> idle, final List<Double> busy) {
        final List<Double> all = new ArrayList<>(idle);
        all.addAll(busy);
        final List<Double> sorted = all.stream().sorted().toList();
        final double medianMs = (sorted.get(sorted.size() / 2 - 1) + sorted.get(sorted.size() / 2)) / 2;
        System.out.printf("lab: %s is noticed after %.1f ms (median of %d; %.1f to %.1f)%n", who, medianMs,
                sorted.size(), sorted.getFirst(), sorted.getLast());
        assertTrue(medianMs <= KILLED_MS, () -> "in ms: " + all);
    }

    /** The last sign of life may come up to a duty cycle after the accident, and is looked for once a duty cycle. */
    private static void assertWithinTheTimeOut(final double tookMs) {
        final BusSettings settings = BusSettings.defaults();
        final long limitMs = settings.heartbeatTimeout().plus(settings.dutyCycle().multipliedBy(2)).toMillis();
        assertTrue(tookMs <= limitMs, () -> tookMs + " ms");
    }

    private void until(final Runnable turn, final BooleanSupplier reached) {
        final long startNs = System.nanoTime();
        while (!reached.getAsBoolean()) {
            assertTrue(System.nanoTime() - startNs < PATIENCE_NS, () -> "it hangs: " + heard.events() + ", at B "
                    + heardAtB.events());
            turn.run();
            LockSupport.parkNanos(REST_NS);
        }
    }

    private static void poll(final Subscription subscription) {
        subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1_000);
    }

    private Publication publish(final Bus bus) {
        return bus.publish(PublicationSettings.of(Peer.STREAM).withLinger(Duration.ZERO).withListener(heard)
                .withEndpoints(Endpoint.listen(Cable.atA())));
    }

    private static Bus bus(final Path directory) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private static double ms(final long ns) {
        return ns / 1e6;
    }
}
