package io.verbus.tools.lab;

import io.verbus.Policy;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long it takes until a peer on another host that is killed, stopped or cut off is noticed, at the defaults: a duty
 * cycle of 20 ms, a heartbeat time-out of 500 ms.
 */
@Tag("lab")
@Tag("long")
class NoticedTest {
    /** Of each kind; an even number. */
    private static final int KILLS = Integer.getInteger("verbus.kills", 10);
    private static final int AT_ONCE = 5;
    private static final int STOPS = 3;
    private static final int CUTS = 2;
    /** Goals, for a quiet machine; they are told, not asserted. */
    private static final long KILLED_MS = 50;
    /** The time-out; signs of life are given, and looked for, once a duty cycle each. */
    private static final long UNHEARD_MS = BusSettings.defaults().heartbeatTimeout()
            .plus(BusSettings.defaults().dutyCycle().multipliedBy(2)).toMillis();
    private static final List<String> THERE = List.of("joined", "started", "back");
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
    @RegisterExtension
    private final Cable cable = new Cable();

    @Test
    void aSubscriberThatIsKilledIsNoticed() throws IOException {
        try (Bus bus = bus(hostA); Publication publication = publish(bus)) {
            final List<Double> tookMs = kill(Peer.Reader.class, KILLS / 2, () -> {});
            tookMs.addAll(kill(Peer.Reader.class, KILLS / 2, () -> publication.offer(message, 0, 64)));
            tell("a killed subscriber", tookMs, KILLED_MS);
        }
    }

    @Test
    void aPublisherThatIsKilledIsNoticed() throws IOException {
        try (Bus bus = bus(hostA);
                Subscription subscription = bus
                        .subscribe(SubscriptionSettings.of(Peer.STREAM).withPolicy(Policy.BLOCK).withListener(heard)
                                .withEndpoints(Endpoint.listen(Cable.atA())))) {
            tell("a killed publisher", kill(Peer.Publisher.class, KILLS, () -> poll(subscription)), KILLED_MS);
        }
    }

    @Test
    void aSubscriberThatIsStoppedIsNoticed() throws IOException {
        try (Bus bus = bus(hostA);
                Publication publication = publish(bus);
                Forked reader = Forked.start(Peer.Reader.class, hostB, "connect", Cable.fromB(), 0)) {
            stop("a stopped subscriber", reader, () -> publication.offer(message, 0, 64));
        }
    }

    @Test
    void aPublisherThatIsStoppedIsNoticed() throws IOException {
        try (Bus bus = bus(hostA);
                Subscription subscription = bus
                        .subscribe(SubscriptionSettings.of(Peer.STREAM).withPolicy(Policy.BLOCK).withListener(heard)
                                .withEndpoints(Endpoint.listen(Cable.atA())));
                Forked publisher = Forked.start(Peer.Publisher.class, hostB, "connect", Cable.fromB(), FOR_EVER_S)) {
            stop("a stopped publisher", publisher, () -> poll(subscription));
        }
    }

    @Test
    void aCutCableIsNoticedAtBothEndsAndHeals() throws IOException {
        final long pid = ProcessHandle.current().pid();
        try (Bus busA = bus(hostA);
                Bus busB = bus(hostB);
                Publication publication = publish(busA);
                Subscription subscription = busB
                        .subscribe(SubscriptionSettings.of(Peer.STREAM).withPolicy(Policy.BLOCK).withName("reader")
                                .withStart(Start.oldest()).withListener(heardAtB)
                                .withEndpoints(Endpoint.connect(Cable.fromB())))) {
            final List<Double> atA = new ArrayList<>();
            final List<Double> atB = new ArrayList<>();
            for (int i = 0; i < 2 * CUTS; i++) {
                final boolean idle = i % 2 == 0;
                final Runnable turn = () -> {
                    poll(subscription);
                    if (!idle) {
                        publication.offer(message, 0, 64);
                    }
                };
                until(turn, () -> isThere(heard, pid) && isThere(heardAtB, pid));
                heard.events().clear();
                heardAtB.events().clear();
                cable.cut();
                final long cutNs = System.nanoTime(); // a shell was started for it, which takes its time here
                until(turn, () -> heard.timeNs(pid, UNHEARD, 0) != 0 && heardAtB.timeNs(pid, UNHEARD, 0) != 0);
                atA.add(ms(heard.timeNs(pid, UNHEARD, 0) - cutNs));
                atB.add(ms(heardAtB.timeNs(pid, UNHEARD, 0) - cutNs));
                until(turn, () -> heard.of(pid).contains("disconnected"));
                cable.mend();
                final long mendedNs = System.nanoTime();
                until(turn, () -> isThere(heard, pid) && isThere(heardAtB, pid));
                System.out.printf("lab: a cable that was cut has healed %.0f ms after it was mended%n",
                        ms(System.nanoTime() - mendedNs));
            }
            tell("a cut cable, by the publisher,", atA, UNHEARD_MS);
            tell("a cut cable, by the subscriber,", atB, UNHEARD_MS);
        }
    }

    private static boolean isThere(final Heard heard, final long pid) {
        final List<String> all = heard.of(pid);
        return !all.isEmpty() && THERE.contains(all.getLast());
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
        until(turn, () -> isThere(heard, peer.pid())); // it may have been lost and found while others were starting
        final long startNs = System.nanoTime();
        peer.kill();
        until(turn, () -> heard.timeNs(peer.pid(), GONE, startNs) != 0);
        return ms(heard.timeNs(peer.pid(), GONE, startNs) - startNs);
    }

    private void stop(final String who, final Forked peer, final Runnable turn) {
        until(turn, () -> isThere(heard, peer.pid()));
        final List<Double> tookMs = new ArrayList<>();
        for (int i = 0; i < STOPS; i++) {
            heard.events().clear();
            peer.stop();
            final long stoppedNs = System.nanoTime(); // a process was started for it, which takes its time here
            until(turn, () -> heard.timeNs(peer.pid(), UNHEARD, 0) != 0);
            tookMs.add(ms(heard.timeNs(peer.pid(), UNHEARD, 0) - stoppedNs));
            peer.resume();
            until(turn, () -> isThere(heard, peer.pid()));
        }
        tell(who, tookMs, UNHEARD_MS);
    }

    private static void tell(final String who, final List<Double> tookMs, final long goalMs) {
        final List<Double> sorted = tookMs.stream().sorted().toList();
        final double medianMs = (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
        System.out.printf("lab: %s is noticed after %.1f ms (median of %d; %.1f to %.1f), the goal is %d%n", who,
                medianMs, sorted.size(), sorted.getFirst(), sorted.getLast(), goalMs);
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
