package io.verbus.marketdata.history;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Site;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Trace;
import io.verbus.support.seeds.Violation;
import io.verbus.support.seeds.VirtualTime;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.FabricProvider;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two hosts, the fabric between them, virtual time, and the processes. */
final class SnapshotWorld implements AutoCloseable {
    static final Duration CYCLE = Duration.ofMillis(20);
    static final Duration HEARTBEAT = Duration.ofMillis(200);
    static final Duration PROGRESS = Duration.ofSeconds(2);
    private static final int COUNTERS = 256;

    private final Dice dice;
    private final VirtualTime time = new VirtualTime(1_000_000_000L);
    private final Fabric fabric;
    private final Trace trace;
    private final Tally tally;
    private final Site here;
    private final Site elsewhere;
    /** Of all processes, including the dead ones, whose memory is still mapped. */
    private final List<Bus> buses = new ArrayList<>();
    private final List<Throwable> unexpected = new ArrayList<>();

    SnapshotWorld(final long seed, final Path root, final Tally tally, final int lines) {
        this.dice = new Dice(seed);
        this.fabric = new Fabric(dice.seed(), FabricSettings.moodyOnes());
        this.trace = new Trace(time, lines);
        this.tally = tally;
        this.here = new Site("a", root.resolve("a"));
        this.elsewhere = new Site("b", root.resolve("b"));
    }

    /** A process on a host. */
    final class Process {
        private final Site site;
        private final FabricProvider device;
        private final Bus bus;

        private Process(final Site site) {
            this.site = site;
            this.device = fabric.process(site.name());
            this.bus = Bus.launch(BusSettings.defaults().withDirectory(site.root()).withDutyCycle(CYCLE)
                    .withHeartbeatTimeout(HEARTBEAT).withProgressTimeout(PROGRESS)
                    .withErrorHandler(SnapshotWorld.this::onError).withoutThread().withClocks(time.clocks())
                    .withIds(dice.ids()).withTransports(List.of(device)).withCounters(COUNTERS));
            buses.add(bus);
        }

        Bus bus() {
            return bus;
        }

        /** Whether it runs on the host of the feed. */
        boolean isHere() {
            return site == here;
        }

        /** One duty cycle of the conductor. */
        void cycle() {
            site.settle(); // it may list directories
            bus.doWork();
        }

        void kill() {
            SimulatedDeath.of(bus);
            device.kill();
        }
    }

    Process launchHere() {
        return new Process(here);
    }

    Process launchElsewhere() {
        return new Process(elsewhere);
    }

    Dice dice() {
        return dice;
    }

    VirtualTime time() {
        return time;
    }

    Fabric fabric() {
        return fabric;
    }

    Trace trace() {
        return trace;
    }

    Tally tally() {
        return tally;
    }

    void note(final String actor, final SnapshotEvent event, final String detail) {
        tally.count(event);
        trace.add(actor, Tally.words(event) + " " + detail);
    }

    /** Throws an error that the bus did not expect. */
    void check() {
        if (!unexpected.isEmpty()) {
            throw new Violation("unexpected " + unexpected.getFirst(), unexpected.getFirst());
        }
    }

    private void onError(final Throwable t) {
        if (t instanceof BusException) {
            trace.add("error", String.valueOf(t.getMessage()));
        } else {
            unexpected.add(t);
        }
    }

    /** Unmaps the memory of all processes. */
    @Override
    public void close() {
        time.rush(true);
        fabric.driveItself();
        buses.reversed().forEach(Bus::close);
    }
}
