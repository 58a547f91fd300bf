package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
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
 * The time until a killed, stopped or disconnected peer on another host is detected, with default settings: a duty
 * cycle of 20 ms and a heartbeat timeout of 500 ms.
 */
@Tag("lab")
@Tag("long")
class NoticedTest {
    /** Number of kills per test; must be even. */
    private static final int KILLS = Integer.getInteger("verbus.kills", 10);
    private static final int AT_ONCE = 5;
    private static final int STOPS = 3;
    private static final int CUTS = 2;
    /** Goals on an idle machine; printed, not asserted. */
    private static final long KILLED_MS = 50;
    /** The timeout plus two duty cycles: heartbeats are sent and checked once per duty cycle. */
    private static final long SILENT_MS = BusSettings.defaults().heartbeatTimeout()
            .plus(BusSettings.defaults().dutyCycle().multipliedBy(2)).toMillis();
    private static final List<String> PRESENT = List.of("joined", "started", "back");
    private static final List<String> GONE = List.of("disconnected", "left", "lost", "lost-for-good");
    private static final List<String> SILENT = List.of("silent", "disconnected", "left", "lost", "lost-for-good");
    private static final long UNLIMITED_S = 1_000_000;
    private static final long PARK_NS = 500_000;
    private static final long TIMEOUT_NS = 100_000_000_000L;

    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    private final ReportedEvents eventsAtA = new ReportedEvents();
    private final ReportedEvents eventsAtB = new ReportedEvents();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
    @RegisterExtension
    private final Cable cable = new Cable();

    @Test
    void killedSubscriberIsDetected() throws IOException {
        try (Bus bus = bus(hostA); Publication publication = publish(bus)) {
            final List<Double> tookMs = kill(LabPeer.Reader.class, KILLS / 2, () -> {});
            tookMs.addAll(kill(LabPeer.Reader.class, KILLS / 2, () -> publication.offer(message, 0, 64)));
            print("a killed subscriber", tookMs, KILLED_MS);
        }
    }

    @Test
    void killedPublisherIsDetected() throws IOException {
        try (Bus bus = bus(hostA);
                Subscription subscription = bus
                        .subscribe(
                                SubscriptionSettings.of(LabPeer.STREAM).withPolicy(Policy.BLOCK).withListener(eventsAtA)
                                        .withEndpoints(Endpoint.listen(Cable.atA())))) {
            print("a killed publisher", kill(LabPeer.Publisher.class, KILLS, () -> poll(subscription)), KILLED_MS);
        }
    }

    @Test
    void stoppedSubscriberIsDetected() throws IOException {
        try (Bus bus = bus(hostA);
                Publication publication = publish(bus);
                Forked reader = Forked.start(LabPeer.Reader.class, hostB, "connect", Cable.fromB(), 0)) {
            stop("a stopped subscriber", reader, () -> publication.offer(message, 0, 64));
        }
    }

    @Test
    void stoppedPublisherIsDetected() throws IOException {
        try (Bus bus = bus(hostA);
                Subscription subscription = bus
                        .subscribe(
                                SubscriptionSettings.of(LabPeer.STREAM).withPolicy(Policy.BLOCK).withListener(eventsAtA)
                                        .withEndpoints(Endpoint.listen(Cable.atA())));
                Forked publisher = Forked.start(LabPeer.Publisher.class, hostB, "connect", Cable.fromB(),
                        UNLIMITED_S)) {
            stop("a stopped publisher", publisher, () -> poll(subscription));
        }
    }

    @Test
    void cutCableIsDetectedAtBothEndsAndRecovers() throws IOException {
        final long pid = ProcessHandle.current().pid();
        try (Bus busA = bus(hostA);
                Bus busB = bus(hostB);
                Publication publication = publish(busA);
                Subscription subscription = busB
                        .subscribe(SubscriptionSettings.of(LabPeer.STREAM).withPolicy(Policy.BLOCK).withName("reader")
                                .withStart(Start.oldest()).withListener(eventsAtB)
                                .withEndpoints(Endpoint.connect(Cable.fromB())))) {
            final List<Double> atA = new ArrayList<>();
            final List<Double> atB = new ArrayList<>();
            for (int i = 0; i < 2 * CUTS; i++) {
                final boolean idle = i % 2 == 0;
                final Runnable step = () -> {
                    poll(subscription);
                    if (!idle) {
                        publication.offer(message, 0, 64);
                    }
                };
                until(step, () -> isPresent(eventsAtA, pid) && isPresent(eventsAtB, pid));
                eventsAtA.events().clear();
                eventsAtB.events().clear();
                cable.cut();
                final long cutNs = System.nanoTime(); // after the shell that cuts the cable has ended
                until(step, () -> eventsAtA.timeNs(pid, SILENT, 0) != 0 && eventsAtB.timeNs(pid, SILENT, 0) != 0);
                atA.add(ms(eventsAtA.timeNs(pid, SILENT, 0) - cutNs));
                atB.add(ms(eventsAtB.timeNs(pid, SILENT, 0) - cutNs));
                until(step, () -> eventsAtA.of(pid).contains("disconnected"));
                cable.repair();
                final long repairedNs = System.nanoTime();
                until(step, () -> isPresent(eventsAtA, pid) && isPresent(eventsAtB, pid));
                System.out.printf("lab: reconnected %.0f ms after the cut cable was repaired%n",
                        ms(System.nanoTime() - repairedNs));
            }
            print("a cut cable, at the publisher,", atA, SILENT_MS);
            print("a cut cable, at the subscriber,", atB, SILENT_MS);
        }
    }

    private static boolean isPresent(final ReportedEvents events, final long pid) {
        final List<String> all = events.of(pid);
        return !all.isEmpty() && PRESENT.contains(all.getLast());
    }

    private List<Double> kill(final Class<?> main, final int count, final Runnable step) throws IOException {
        final List<Double> took = new ArrayList<>();
        while (took.size() < count) {
            final List<Forked> peers = new ArrayList<>();
            try {
                for (int i = 0; i < AT_ONCE; i++) {
                    peers.add(Forked.start(main, hostB, "connect", Cable.fromB(), UNLIMITED_S));
                }
                peers.forEach(peer -> until(step, () -> !eventsAtA.of(peer.pid()).isEmpty()));
                peers.forEach(peer -> took.add(kill(peer, step)));
            } finally {
                peers.forEach(Forked::close);
            }
        }
        return took;
    }

    private double kill(final Forked peer, final Runnable step) {
        until(step, () -> isPresent(eventsAtA, peer.pid())); // it may have been lost and back meanwhile
        final long startNs = System.nanoTime();
        peer.kill();
        until(step, () -> eventsAtA.timeNs(peer.pid(), GONE, startNs) != 0);
        return ms(eventsAtA.timeNs(peer.pid(), GONE, startNs) - startNs);
    }

    private void stop(final String peerName, final Forked peer, final Runnable step) {
        until(step, () -> isPresent(eventsAtA, peer.pid()));
        final List<Double> tookMs = new ArrayList<>();
        for (int i = 0; i < STOPS; i++) {
            eventsAtA.events().clear();
            peer.stop();
            final long stoppedNs = System.nanoTime(); // after the process that sends the signal has ended
            until(step, () -> eventsAtA.timeNs(peer.pid(), SILENT, 0) != 0);
            tookMs.add(ms(eventsAtA.timeNs(peer.pid(), SILENT, 0) - stoppedNs));
            peer.resume();
            until(step, () -> isPresent(eventsAtA, peer.pid()));
        }
        print(peerName, tookMs, SILENT_MS);
    }

    private static void print(final String peerName, final List<Double> tookMs, final long goalMs) {
        final List<Double> sorted = tookMs.stream().sorted().toList();
        final double medianMs = (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
        System.out.printf("lab: %s is detected after %.1f ms (median of %d; %.1f to %.1f), goal %d ms%n", peerName,
                medianMs, sorted.size(), sorted.getFirst(), sorted.getLast(), goalMs);
    }

    private void until(final Runnable step, final BooleanSupplier reached) {
        final long startNs = System.nanoTime();
        while (!reached.getAsBoolean()) {
            assertTrue(System.nanoTime() - startNs < TIMEOUT_NS, () -> "timed out: " + eventsAtA.events() + ", at B "
                    + eventsAtB.events());
            step.run();
            LockSupport.parkNanos(PARK_NS);
        }
    }

    private static void poll(final Subscription subscription) {
        subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1_000);
    }

    private Publication publish(final Bus bus) {
        return bus.publish(PublicationSettings.of(LabPeer.STREAM).withLinger(Duration.ZERO).withListener(eventsAtA)
                .withEndpoints(Endpoint.listen(Cable.atA())));
    }

    private static Bus bus(final Path directory) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private static double ms(final long ns) {
        return ns / 1e6;
    }
}
