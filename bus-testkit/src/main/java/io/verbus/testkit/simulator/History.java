package io.verbus.testkit.simulator;

import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Seeds;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Trace;
import io.verbus.support.seeds.Violation;
import io.verbus.support.seeds.VirtualTime;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One history of the whole system, made from a seed: some hundred steps in a random order, then a phase without faults
 * and an end. The same seed makes the same history.
 */
final class History {
    /** The seeds of these histories. */
    static final Seeds SEEDS = new Seeds(History::run, SimEvent.values());

    private static final int MAX_STEPS = 520;
    private static final int MOST_FABRIC_STEPS = 10;
    private static final int MOST_POLLED = 100;
    private static final int KIND_ONE_IN = 4;
    private static final int BREAKS_REFUSED_ONE_IN = 4;

    private final World world;
    private final Dice dice;
    private SimPopulation cast;
    private Faults faults;
    private SimPhase phase = SimPhase.EVEN;

    /** Kinds of steps, weighted by a {@link SimPhase}. */
    private enum Move {
        PUBLISH, POLL, TURN, FABRIC, TIME, RECORD, CHURN, FAULT
    }

    private History(final long seed, final Path root, final Tally tally, final int lines) {
        this.dice = new Dice(seed);
        final VirtualTime time = new VirtualTime(dice.pick(List.of(1_000_000_000L, 1_000_000_000_000_000L)));
        final Fabric fabric = new Fabric(dice.seed(), FabricSettings.moodyOnes()
                .withMaxPush(dice.pick(List.of(96, 1024, 4096, 1 << 18)))
                .withRequests(dice.pick(List.of(4, 24, 128))).withReceives(dice.pick(List.of(8, 32, 256))));
        this.world = new World(dice, new Dice(~seed), time, fabric, root, new Trace(time, lines), tally);
    }

    /** Runs a history: see {@link Seeds.Maker}. */
    static long run(final long seed, final Path root, final Tally tally, final int lines) {
        final History history = new History(seed, root, tally, lines);
        try {
            history.run();
            history.world.finish();
            return history.world.trace().hash();
        } catch (final Violation | RuntimeException | AssertionError e) {
            history.world.trace().add("fabric", history.world.fabric().toString());
            throw history.world.trace().violation(seed, e);
        } finally {
            history.giveMemoryBack();
        }
    }

    private void run() {
        cast = new SimPopulation(world, dice.oneIn(KIND_ONE_IN));
        faults = new Faults(world, cast);
        world.fabric().interruption(call -> interrupt());
        world.play(dice.between(Tally.Extent.MIN_STEPS, MAX_STEPS), this::nextPhase, this::step);
        world.fabric().interruption(call -> {});
        faults.end();
        new Ending(world, cast).run();
        closeAll();
        final Leftovers leftovers = new Leftovers(world, cast);
        leftovers.judgeDirectories();
        leftovers.judgeAll();
    }

    /** A random phase; after the last step, one that supplies the missing events. */
    private SimPhase nextPhase(final int steps) {
        if (world.trace().step() < steps) {
            phase = dice.pick(List.of(SimPhase.values()));
            return phase;
        }
        if (cast.publisher().isStopped()) {
            cast.publisher().resume();
        } else if (cast.publisher().isDead()) {
            cast.relaunch(cast.publisher());
        }
        if (cast.living().stream().allMatch(SimPublication::isClosing) && cast.mayPublish()) {
            cast.publish();
        }
        phase = world.extent().lacksFaults() ? SimPhase.STORM : dice.pick(List.of(SimPhase.RUNAWAY, SimPhase.CATCH_UP));
        return phase;
    }

    private void step() {
        world.trace().nextStep();
        switch (Move.values()[dice.weighted(phase.weights())]) {
            case PUBLISH -> publish();
            case POLL -> poll();
            case TURN -> any(cast.running()).turn();
            case FABRIC -> {
                for (int i = dice.between(1, MOST_FABRIC_STEPS); i > 0; i--) {
                    world.fabric().step(world.time().nowNs());
                    world.count(SimEvent.FABRIC_STEP);
                }
            }
            case TIME -> passTime();
            case RECORD -> record();
            case CHURN -> comeAndGo();
            case FAULT -> faults.strike();
        }
        world.check();
    }

    /** Never empty: if a process is dead or stopped, others run, or it is restarted. */
    private SimProcess any(final List<SimProcess> running) {
        if (running.isEmpty()) {
            final SimProcess one = dice.pick(cast.processes());
            if (one.isDead()) {
                cast.relaunch(one);
            } else {
                one.resume();
            }
            return one;
        }
        return dice.pick(running);
    }

    private void publish() {
        if (cast.publisher().isRunning() && !cast.living().isEmpty()) {
            final SimPublication feed = dice.pick(cast.living());
            if (feed.isClosing()) {
                feed.close();
            } else {
                cast.publish(feed, dice.between(1, phase.burst()), dice.oneIn(2));
                feed.checkRefusal(cast.publisher().isWriting());
                cast.recordAtOnce();
                if (feed.isRefused() && dice.oneIn(BREAKS_REFUSED_ONE_IN)) {
                    faults.breakLinks(); // a blocking reader resumes at bytes that a claim awaits
                }
            }
        }
    }

    /** The publisher's thread commits while the conductor owns a cursor. */
    private void interrupt() {
        if (dice.oneIn(4) && cast.publisher().isRunning() && !cast.living().isEmpty()) {
            final SimPublication feed = dice.pick(cast.living());
            if (!feed.isPublishing() && !feed.isClosing()) {
                cast.publish(feed, dice.below(3), false);
                world.count(SimEvent.COMMITTED_WHILE_PUSHED);
            }
        }
    }

    private void poll() {
        final List<SimSubscription> readers = cast.readers();
        if (!readers.isEmpty()) {
            dice.pick(readers).poll(dice.between(1, MOST_POLLED));
        }
    }

    private void passTime() {
        if (dice.oneIn(3)) {
            world.time().pass(dice.between(1, 2_000_000));
            world.count(SimEvent.TIME_SHORT);
        } else {
            world.time().pass(World.DUTY_CYCLE.toNanos());
            world.count(SimEvent.TIME_CYCLE);
        }
    }

    private void record() {
        if (cast.second() != null && world.special().oneIn(2)) {
            cast.second().step();
        } else if (cast.isRecording()) {
            if (dice.oneIn(2)) {
                cast.recording().record();
            } else {
                cast.recording().serve();
            }
        }
    }

    private void comeAndGo() {
        switch (dice.below(8)) {
            case 0 -> {
                if (cast.mayPublish()) {
                    cast.publish();
                }
            }
            case 1 -> {
                if (cast.publisher().isRunning() && !cast.living().isEmpty()) {
                    final SimPublication feed = dice.pick(cast.living());
                    if (!feed.isClosing() && dice.oneIn(3)) {
                        feed.breakOff();
                    }
                    feed.close();
                }
            }
            case 2 -> {
                final List<SimSubscription> readers = cast.readers();
                if (!readers.isEmpty()) {
                    final SimSubscription reader = dice.pick(readers);
                    reader.close();
                    cast.subscribers().forEach(process -> process.readers().remove(reader));
                }
            }
            case 3 -> stopOrBeginRecording();
            default -> {
                if (cast.maySubscribe()) {
                    cast.subscribe();
                }
            }
        }
    }

    private void stopOrBeginRecording() {
        if (cast.isRecording()) {
            cast.recording().stop();
        }
        if (!cast.recording().isUnderWay() && cast.recorder().isRunning() && (cast.isKind() || dice.oneIn(2))) {
            cast.recording().begin();
            cast.recordAtOnce();
        }
    }

    private void closeAll() {
        world.time().rush(true);
        world.fabric().driveItself();
        cast.processes().forEach(process -> process.bus().close());
        world.check();
    }

    private void giveMemoryBack() {
        world.fabric().driveItself();
        world.unmap(Stream.concat(world.graves().stream(),
                cast == null ? Stream.empty() : cast.processes().stream().map(SimProcess::bus)));
    }
}
