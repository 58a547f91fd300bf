package io.verbus.testkit.simulator;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.support.seeds.Site;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.fabric.FabricProvider;
import java.util.ArrayList;
import java.util.List;

/** A process on a host, with a bus, and its publications and subscriptions. It can be stopped, and killed. */
final class SimProcess {
    private final World world;
    private final Site site;
    private final String name;
    private final List<SimPublication> feeds = new ArrayList<>();
    private final List<SimSubscription> readers = new ArrayList<>();
    private FabricProvider device;
    private Bus bus;
    private long lastTurnNs;
    private boolean stopped;
    private boolean dead;

    SimProcess(final World world, final Site site, final String name) {
        this.world = world;
        this.site = site;
        this.name = name;
        launch();
    }

    private void launch() {
        device = world.fabric().process(site.name());
        bus = Bus.launch(BusSettings.defaults().withDirectory(site.root()).withDutyCycle(World.DUTY_CYCLE)
                .withHeartbeatTimeout(World.HEARTBEAT_TIMEOUT).withProgressTimeout(World.PROGRESS_TIMEOUT)
                .withErrorHandler(this::onError).withoutThread().withClocks(world.time().clocks())
                .withIds(world.dice().ids()).withTransports(List.of(device)).withCounters(world.counters()));
        lastTurnNs = world.time().nowNs();
    }

    Bus bus() {
        return bus;
    }

    Site site() {
        return site;
    }

    /** Its publications, including the closed ones. */
    List<SimPublication> feeds() {
        return feeds;
    }

    List<SimSubscription> readers() {
        return readers;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether its threads run. */
    boolean isRunning() {
        return !dead && !stopped;
    }

    boolean isStopped() {
        return stopped && !dead;
    }

    /** Whether writes from its memory are in flight. */
    boolean isWriting() {
        return world.fabric().isWriting(device);
    }

    /** The time of its conductor's last heartbeat. */
    long lastTurnNs() {
        return lastTurnNs;
    }

    /** A subscription begins with a heartbeat. */
    void subscribed() {
        lastTurnNs = world.time().nowNs();
    }

    /** One duty cycle of the conductor. */
    void turn() {
        world.count(SimEvent.TURN);
        site.settle(); // it may list directories
        lastTurnNs = world.time().nowNs();
        bus.doWork();
        feeds.stream().filter(feed -> !feed.isOver()).forEach(SimPublication::checkHolds);
    }

    /** SIGSTOP. */
    void stop() {
        stopped = true;
        world.note(name, SimEvent.PROCESS_STOPPED, "");
    }

    /** SIGCONT. */
    void resume() {
        stopped = false;
        world.note(name, SimEvent.PROCESS_WOKEN, "");
    }

    /** SIGKILL: its publications end at any step, its subscriptions disappear. */
    void kill(final SimEvent event) {
        world.note(name, event, "");
        feeds.forEach(SimPublication::die);
        feeds.clear();
        readers.clear();
        SimulatedDeath.of(bus);
        device.kill();
        world.graves().add(bus);
        dead = true;
        stopped = false;
    }

    /** Another process replaces it. */
    void relaunch() {
        launch();
        dead = false;
        world.note(name, SimEvent.PROCESS_RELAUNCHED, "");
    }

    /** Errors for the error handler: only operations that cannot succeed at present are expected. */
    private void onError(final Throwable t) {
        switch (t) {
            case BusException e -> world.trace(name, e.getMessage());
            case Violation violation -> world.failures().add(violation);
            default -> world.failures().add(new Violation(name + ": unexpected " + t, t));
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
