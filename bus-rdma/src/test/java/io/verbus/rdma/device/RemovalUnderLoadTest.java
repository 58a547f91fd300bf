package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.support.load.LoadedFeed;
import io.verbus.rdma.support.load.LoadedHosts;
import io.verbus.rdma.support.load.LoadedReader;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.testkit.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A device of either host is removed and returns at random moments while both hosts publish and read as fast as they
 * can. Streams over the other devices and in shared memory lose and report nothing, also the shared memory of the very
 * publication whose device is removed.
 */
@ExtendWith(OnDouble.class)
class RemovalUnderLoadTest {
    private static final int REMOVALS = Integer.getInteger("verbus.removals", 20);
    private static final long SEED = Long.getLong("verbus.seed", System.nanoTime());
    /** Of the publisher and of its subscriber, which are removed, and of the stream that is not affected. */
    private static final String PUBLISHERS = "double0";
    private static final String SUBSCRIBERS = "double2";
    private static final int SECOND = 1_000 / LoadedHosts.CYCLE_MS;
    private static final int LONGEST_REST = 30;
    /** The publisher does not wait for unfinished requests of the removed device, which it would for a second. */
    private static final int PATIENCE = SECOND / 5;
    private static final List<String> NAMES = List.of("blocking", "skipping");

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private int removals;
    private int slowestCycles;
    private long slowestNs;

    @Test
    void onlyTheStreamOfTheRemovedDeviceIsAffected() {
        OnDouble.profile("connectx,devices=3");
        final String removed = "rdma://10.73.0.1:" + Ports.next();
        final String other = "rdma://10.73.1.1:" + Ports.next();
        try (LoadedHosts hosts = new LoadedHosts(directory)) {
            final LoadedFeed feed = hosts.publish("md.removed", Endpoint.listen(removed));
            final LoadedFeed otherFeed = hosts.publish("md.other", Endpoint.listen(other));
            final String source = "?source=10.73.2.1";
            final LoadedReader blocking = hosts.subscribe("md.removed", feed, Policy.BLOCK, NAMES.getFirst(),
                    Endpoint.connect(removed + source));
            final LoadedReader skipping = hosts.subscribe("md.removed", feed, Policy.SKIP, NAMES.getLast(),
                    Endpoint.connect(removed + source));
            final LoadedReader shared = hosts.subscribe("md.removed", feed, Policy.BLOCK, "shared");
            final LoadedReader otherReader = hosts.subscribe("md.other", otherFeed, Policy.BLOCK, "other",
                    Endpoint.connect(other));
            final List<LoadedReader> all = List.of(blocking, skipping, shared, otherReader);
            hosts.start();
            for (int i = 0; i < REMOVALS; i++) {
                rest(hosts);
                removeAndReturn(hosts, feed, List.of(blocking, skipping));
            }
            hosts.drain();
            for (final LoadedReader reader : all) {
                assertEquals(List.of(), reader.faults(), this::seed);
            }
            for (final LoadedReader reader : List.of(shared, otherReader)) {
                assertEquals(List.of(), reader.events(), this::seed);
                assertEquals(0, reader.missed(), this::seed);
            }
            assertEquals(0, blocking.missed(), this::seed);
            assertEquals(List.of(), otherFeed.events(), this::seed);
            assertTrue(feed.events().stream().noneMatch(event -> event.contains("shared")),
                    () -> seed() + feed.events());
            requireErrors(hosts.errors());
            System.out.printf("removals: %d devices in %d rounds, %,d messages over them and %,d over another device;"
                    + " connected again after at most %d ms of the bus's clock (%.1f ms in fact), %,d reported as"
                    + " missing under SKIP%n", removals, REMOVALS, feed.published(), otherFeed.published(),
                    slowestCycles * LoadedHosts.CYCLE_MS, slowestNs / 1e6, skipping.missed());
        }
        assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources(), this::seed);
    }

    private void rest(final LoadedHosts hosts) {
        for (int cycles = random.nextInt(LONGEST_REST); cycles > 0; cycles--) {
            hosts.cycle();
        }
    }

    private void removeAndReturn(final LoadedHosts hosts, final LoadedFeed feed, final List<LoadedReader> readers) {
        final List<String> devices = new ArrayList<>(switch (random.nextInt(3)) {
            case 0 -> List.of(PUBLISHERS);
            case 1 -> List.of(SUBSCRIBERS);
            default -> List.of(PUBLISHERS, SUBSCRIBERS);
        });
        removals += devices.size();
        final List<Integer> connections = NAMES.stream().map(feed::connections).toList();
        devices.forEach(device -> VerbsDouble.control("remove " + device));
        rest(hosts);
        devices.forEach(device -> VerbsDouble.control("restore " + device));
        final long startNs = System.nanoTime();
        final int cycles = hosts.until("the connections after the return; " + seed(), SECOND,
                () -> feed.connections(NAMES.getFirst()) > connections.getFirst()
                        && feed.connections(NAMES.getLast()) > connections.getLast());
        slowestNs = Math.max(slowestNs, System.nanoTime() - startNs);
        slowestCycles = Math.max(slowestCycles, cycles);
        final long published = feed.published();
        hosts.until("messages after the return; " + seed(), PATIENCE,
                () -> readers.stream().allMatch(reader -> reader.next() > published));
    }

    /** Each bus reports the loss of each of its devices once, and nothing of other devices. */
    private void requireErrors(final List<Throwable> errors) {
        final List<String> losses = errors.stream().map(Throwable::getMessage)
                .filter(message -> message.startsWith("lost the RDMA device ")).toList();
        assertEquals(removals, losses.size(), this::seed);
        for (final Throwable error : errors) {
            assertTrue(error.getMessage().matches(".*(double0|double2|10\\.73\\.0\\.1|10\\.73\\.2\\.1).*"),
                    () -> seed() + error);
        }
    }

    private String seed() {
        return "-Dverbus.seed=" + SEED + " ";
    }
}
