package io.verbus.rdma.support.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.rdma.support.Secrets;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A device of either host is removed and returns at random moments while both hosts publish and read as fast as they
 * can. Streams over the other devices and in shared memory lose and report nothing, also the shared memory of the very
 * publication whose device is removed.
 */
public abstract class RemovalUnderLoad {
    /** Duty cycles of a second of the buses' clock. */
    protected static final int SECOND = 1_000 / LoadedHosts.CYCLE_MS;

    private static final long SEED = Seeds.draw();
    private static final int LONGEST_REST = 30;
    private static final List<String> NAMES = List.of("blocking", "skipping");

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Plan plan;
    private int removals;
    private int slowestCycles;
    private long slowestNs;

    /**
     * Devices to remove, and patience of the test.
     *
     * @param publishers device of the publisher
     * @param subscribers device of its subscriber
     * @param rounds of removals
     * @param removing longest time until the removal is complete, in duty cycles
     * @param connecting longest time from the return to the next connection, in duty cycles
     * @param delivering longest time from then on to the next message, in duty cycles
     */
    public record Plan(Host publishers, Host subscribers, int rounds, int removing, int connecting,
            int delivering) {}

    /**
     * A device of a host.
     *
     * @param device its name
     * @param address of it
     */
    public record Host(String device, String address) {}

    protected RemovalUnderLoad(final Plan plan) {
        this.plan = plan;
    }

    /** Address of a device that is not removed, on which the publishing host listens. */
    protected abstract String otherAddress();

    /** A free port. */
    protected abstract int port();

    /** Begins to remove a device. */
    protected abstract void remove(String device);

    /** Whether no removal is in progress. */
    protected abstract boolean isRemoved();

    /** The device returns. */
    protected abstract void restore(String device);

    /** Checks that nothing is left of a closed bus. */
    protected abstract void requireReleased(String seed);

    @Test
    void onlyTheStreamOfTheRemovedDeviceIsAffected() {
        final String removed = "rdma://" + plan.publishers().address() + ":" + port() + "?" + Secrets.PARAMETER;
        final String other = "rdma://" + otherAddress() + ":" + port() + "?" + Secrets.PARAMETER;
        try (LoadedHosts hosts = new LoadedHosts(directory)) {
            final LoadedFeed feed = hosts.publish("md.removed", Endpoint.listen(removed));
            final LoadedFeed otherFeed = hosts.publish("md.other", Endpoint.listen(other));
            final String source = "&source=" + plan.subscribers().address();
            final LoadedReader blocking = hosts.subscribe("md.removed", feed, Policy.BLOCK, NAMES.getFirst(),
                    Endpoint.connect(removed + source));
            final LoadedReader skipping = hosts.subscribe("md.removed", feed, Policy.SKIP, NAMES.getLast(),
                    Endpoint.connect(removed + source));
            final LoadedReader shared = hosts.subscribe("md.removed", feed, Policy.BLOCK, "shared");
            final LoadedReader otherReader = hosts.subscribe("md.other", otherFeed, Policy.BLOCK, "other",
                    Endpoint.connect(other));
            final List<LoadedReader> all = List.of(blocking, skipping, shared, otherReader);
            hosts.start();
            for (int i = 0; i < plan.rounds(); i++) {
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
                    + " missing under SKIP%n", removals, plan.rounds(), feed.published(), otherFeed.published(),
                    slowestCycles * LoadedHosts.CYCLE_MS, slowestNs / 1e6, skipping.missed());
        }
        requireReleased(seed());
    }

    private void rest(final LoadedHosts hosts) {
        for (int cycles = random.nextInt(LONGEST_REST); cycles > 0; cycles--) {
            hosts.cycle();
        }
    }

    private void removeAndReturn(final LoadedHosts hosts, final LoadedFeed feed, final List<LoadedReader> readers) {
        final String publishers = plan.publishers().device();
        final String subscribers = plan.subscribers().device();
        final List<String> devices = new ArrayList<>(switch (random.nextInt(3)) {
            case 0 -> List.of(publishers);
            case 1 -> List.of(subscribers);
            default -> List.of(publishers, subscribers);
        });
        removals += devices.size();
        final List<Integer> connections = NAMES.stream().map(feed::connections).toList();
        devices.forEach(this::remove);
        hosts.until("the removal; " + seed(), plan.removing(), this::isRemoved);
        rest(hosts);
        devices.forEach(this::restore);
        final long startNs = System.nanoTime();
        final int cycles = hosts.until("the connections after the return; " + seed(), plan.connecting(),
                () -> feed.connections(NAMES.getFirst()) > connections.getFirst()
                        && feed.connections(NAMES.getLast()) > connections.getLast());
        slowestNs = Math.max(slowestNs, System.nanoTime() - startNs);
        slowestCycles = Math.max(slowestCycles, cycles);
        final long published = feed.published();
        hosts.until("messages after the return; " + seed(), plan.delivering(),
                () -> readers.stream().allMatch(reader -> reader.next() > published));
    }

    /** Each bus reports the loss of each of its devices once, and nothing of other devices. */
    private void requireErrors(final List<Throwable> errors) {
        final List<String> losses = errors.stream().map(Throwable::getMessage)
                .filter(message -> message.startsWith("lost the RDMA device ")).toList();
        assertEquals(removals, losses.size(), () -> seed() + losses);
        final List<String> names = List.of(plan.publishers().device(), plan.subscribers().device(),
                plan.publishers().address(), plan.subscribers().address());
        for (final Throwable error : errors) {
            assertTrue(names.stream().anyMatch(error.getMessage()::contains), () -> seed() + error);
        }
    }

    private String seed() {
        return "-Dverbus.seed=" + SEED + " ";
    }
}
