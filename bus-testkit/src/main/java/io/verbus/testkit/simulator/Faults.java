package io.verbus.testkit.simulator;

import io.verbus.internal.shm.Sweep;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Site;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.Fabric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The faults of a history: of time, of processes, of the paths between hosts, and of the disk. */
final class Faults {
    private static final long MOST_SET_MS = 3_600_000;
    private static final int MOST_CRASHES = 5;

    private final World world;
    private final SimPopulation cast;
    private final Dice dice;
    private StalledPeer stalledPeer;

    Faults(final World world, final SimPopulation cast) {
        this.world = world;
        this.cast = cast;
        this.dice = world.dice();
    }

    /** Injects a random fault. */
    void strike() {
        switch (dice.weighted(8, 6, 6, 12, 6, 6, 1)) {
            case 0 -> killOrRelaunch();
            case 1 -> stopOrWake();
            case 2 -> time();
            case 3 -> fabric();
            case 4 -> disk();
            case 5 -> stalledPeer();
            default -> hang();
        }
    }

    /** Rare: it takes as long as the rest of a history. */
    private void hang() {
        if (dice.oneIn(6)) {
            cast.crashLoop();
        } else {
            time();
        }
    }

    /** A stalledPeer connects, repeatedly, and stops at any step. */
    private void stalledPeer() {
        if (stalledPeer != null && !dice.oneIn(3)) {
            stalledPeer.step();
        } else {
            end();
            stalledPeer = new StalledPeer(world, SimPopulation.PUBLISHER);
        }
    }

    /** The stalledPeer stops for good. */
    void end() {
        if (stalledPeer != null) {
            stalledPeer.die();
            stalledPeer = null;
        }
    }

    /** Time passes in one step, or a clock is set. */
    void time() {
        switch (dice.weighted(4, 4, 1, 4, 4)) {
            case 0 -> pass(SimEvent.TIME_BEYOND_HEARTBEAT, World.HEARTBEAT_TIMEOUT);
            case 1 -> pass(SimEvent.TIME_BEYOND_PROGRESS, World.PROGRESS_TIMEOUT);
            case 2 -> passSilence();
            case 3 -> set(SimEvent.CLOCK_SET_FORWARD, 1);
            default -> set(SimEvent.CLOCK_SET_BACK, -1);
        }
    }

    /** A minute passes; only a stopped process is silent. */
    private void passSilence() {
        pass(SimEvent.TIME_BEYOND_SILENCE, Duration.ofNanos(Sweep.SILENT_NS));
        cast.running().forEach(SimProcess::turn);
    }

    private void pass(final SimEvent event, final Duration least) {
        world.time().pass(least.plusMillis(dice.between(0, 100)).toNanos());
        world.note("time", event, "");
    }

    private void set(final SimEvent event, final int direction) {
        final Duration by = Duration.ofMillis(direction * (long) dice.between(1, (int) MOST_SET_MS));
        world.time().set(by.toNanos());
        world.note("clock", event, by.toString());
    }

    private void killOrRelaunch() {
        final List<SimProcess> dead = cast.processes().stream().filter(SimProcess::isDead).toList();
        if (!dead.isEmpty() && !dice.oneIn(3)) {
            cast.relaunch(dice.pick(dead));
            return;
        }
        switch (dice.below(8)) {
            case 7 -> crashLoop();
            case 0, 1 -> kill(cast.publisher(), SimEvent.PUBLISHER_KILLED);
            case 2, 3 -> kill(cast.recorder(), SimEvent.RECORDER_KILLED);
            case 4, 5 -> kill(dice.pick(cast.subscribers()), SimEvent.READERS_KILLED);
            default -> {
                final Site site = dice.pick(cast.sites());
                cast.processes().stream().filter(process -> process.site() == site)
                        .forEach(process -> kill(process, SimEvent.HOST_KILLED));
            }
        }
    }

    /** The publisher dies repeatedly, soon after each start; another process may be stopped. */
    private void crashLoop() {
        final SimProcess publisher = cast.publisher();
        if (dice.oneIn(2)) {
            cast.running().stream().filter(process -> process.site() == publisher.site() && process != publisher)
                    .filter(process -> !cast.isKind() || process != cast.recorder()).findFirst()
                    .ifPresent(SimProcess::stop);
        }
        for (int crashes = dice.between(2, MOST_CRASHES); crashes > 0; crashes--) {
            world.note("publisher", SimEvent.PUBLISHER_CRASHES_AGAIN, "");
            kill(publisher, SimEvent.PUBLISHER_KILLED);
            if (dice.oneIn(MOST_CRASHES)) {
                passSilence();
            }
            cast.relaunch(publisher);
            world.time().pass(World.DUTY_CYCLE.toNanos());
        }
    }

    private void kill(final SimProcess process, final SimEvent event) {
        if (!process.isDead()) {
            cast.kill(process, event);
        }
    }

    private void stopOrWake() {
        final List<SimProcess> stopped = cast.processes().stream().filter(SimProcess::isStopped).toList();
        if (!stopped.isEmpty() && dice.oneIn(2)) {
            dice.pick(stopped).resume();
            return;
        }
        final SimProcess process = dice.pick(cast.processes());
        if (process.isRunning() && !(cast.isKind() && process == cast.recorder())) {
            process.stop();
        }
    }

    private void fabric() {
        final Fabric fabric = world.fabric();
        switch (dice.below(9)) {
            case 0 -> {
                if (fabric.breakOne()) {
                    world.note("fabric", SimEvent.LINK_BROKEN, "");
                }
            }
            case 6, 7 -> breakLinks();
            case 1 -> between(SimEvent.WAYS_STALLED, Condition.STALLED, true);
            case 2 -> between(SimEvent.WAYS_CUT, Condition.CUT, true);
            case 3 -> between(SimEvent.ONE_WAY_STALLED, Condition.STALLED, false);
            case 4 -> between(SimEvent.ONE_WAY_CUT, Condition.CUT, false);
            case 5 -> {
                fabric.loseHandshakes(dice.between(1, 4));
                world.note("fabric", SimEvent.HANDSHAKES_LOST, "");
            }
            default -> {
                fabric.mend();
                world.note("fabric", SimEvent.FABRIC_MENDED, "");
            }
        }
    }

    /** All connections end. */
    void breakLinks() {
        world.fabric().breakAll();
        world.note("fabric", SimEvent.ALL_LINKS_BROKEN, "");
    }

    private void between(final SimEvent event, final Condition condition, final boolean bothWays) {
        final List<String> hosts = new ArrayList<>(cast.sites().stream().map(Site::name).toList());
        hosts.add(SimPopulation.SECOND_PATH);
        final String one = dice.pick(hosts);
        final String other = dice.pick(hosts);
        if (!one.equals(other)) {
            world.fabric().oneWay(one, other, condition);
            if (bothWays) {
                world.fabric().oneWay(other, one, condition);
            }
            world.note("fabric", event, one + " to " + other);
        }
    }

    /** A recorder that starts checks the segments again. */
    private void restartRecorder() {
        if (cast.isRecording() && dice.oneIn(2)) {
            cast.recording().stop();
            cast.recording().begin();
        }
    }

    private void disk() {
        if (cast.disk().isFull() || cast.disk().isFailing()) {
            cast.disk().free();
        } else if (!cast.isKind()) {
            switch (dice.below(5)) {
                case 0 -> cast.disk().fill();
                case 1 -> cast.disk().fail();
                case 2 -> cast.disk().remove(!cast.recording().isUnderWay());
                default -> {
                    cast.disk().rot();
                    restartRecorder();
                }
            }
        }
        if (!cast.recording().isUnderWay() && cast.recorder().isRunning() && dice.oneIn(2)) {
            cast.recording().begin();
        }
    }
}
