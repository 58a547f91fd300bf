package io.verbus.testkit.stepper;

import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Seeds;
import io.verbus.support.seeds.Site;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Trace;
import io.verbus.support.seeds.Violation;
import io.verbus.support.seeds.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One history of a bus, made from a seed: some hundred steps of a few processes in a random order, then an end. The
 * same seed makes the same history.
 */
final class StepperHistory {
    /** The seeds of these histories. */
    static final Seeds SEEDS = new Seeds(StepperHistory::run, StepperEvent.values());

    private static final int MAX_STEPS = 540;
    private static final int MAX_LAUNCHES = 4;
    /** Names are chosen below this limit. */
    private static final int MOST_READERS = 100;
    private static final List<Policy> NOT_BLOCKING = List.of(Policy.SKIP, Policy.CONFLATE, Policy.EVICT);
    /** Enough rounds for everything in flight to arrive. */
    private static final int SETTLING_ROUNDS = 200;

    private final StepperWorld world;
    private final Dice dice;
    private final List<StepperProcess> processes = new ArrayList<>();
    private final List<StepperProcess> graveyard = new ArrayList<>();
    private StepperPhase phase = StepperPhase.EVEN;
    private int launches;
    private boolean settling;

    /** Kinds of steps, weighted by a {@link StepperPhase}. */
    private enum Move {
        PUBLISH, POLL, DUTY_CYCLE, TIME, CHURN, FAULT
    }

    private StepperHistory(final long seed, final Site host, final Tally tally, final int lines) {
        this.dice = new Dice(seed);
        final VirtualTime time = new VirtualTime(dice.pick(List.of(0L, 1_000_000_000_000L, -5_000_000_000L,
                Long.MAX_VALUE - 5_000_000_000L)));
        this.world = new StepperWorld(dice, time, host, new Trace(time, lines), tally);
    }

    /**
     * Runs a history.
     *
     * @return a hash of all events
     * @throws Violation if a promise was not kept; with the seed, the step, and the last steps
     */
    static long run(final long seed, final Path directory, final Tally tally, final int lines) {
        final StepperHistory history = new StepperHistory(seed, new Site("host", directory), tally, lines);
        try {
            history.run();
        } catch (final Violation | RuntimeException | AssertionError e) {
            throw history.world.trace().violation(seed, e);
        } finally {
            history.world.unmap(Stream.concat(history.processes.stream(), history.graveyard.stream())
                    .map(StepperProcess::bus));
        }
        history.world.finish();
        return history.world.trace().hash();
    }

    private void run() {
        for (int i = dice.oneIn(3) ? 3 : 2; i > 0; i--) {
            launch(processes.size());
        }
        publish(processes.getFirst());
        world.play(dice.between(Tally.Extent.MIN_STEPS, MAX_STEPS), this::nextPhase, () -> step(phase.weights()));
        if (dice.oneIn(3)) {
            cutPower();
        } else {
            settle();
        }
        checkNothingIsLeft();
    }

    /** A random phase; after the last step, one that supplies the missing events. */
    private StepperPhase nextPhase(final int steps) {
        if (world.trace().step() < steps) {
            phase = dice.pick(List.of(StepperPhase.values()));
            return phase;
        }
        any(p -> p.isStopped() && !p.isDead(), StepperProcess::resume);
        if (processes.stream().noneMatch(StepperProcess::isRunning)) {
            relaunch(dice.pick(processes));
        }
        if (processes.stream().noneMatch(p -> p.isRunning() && p.isPublishing())) {
            any(StepperProcess::isIdle, this::publish);
        }
        world.host().settle();
        phase = world.extent().lacksFaults()
                ? StepperPhase.STORM
                : dice.pick(List.of(StepperPhase.RUNAWAY, StepperPhase.CATCH_UP));
        return phase;
    }

    private void step(final int... weights) {
        world.trace().nextStep();
        switch (Move.values()[dice.weighted(weights)]) {
            case PUBLISH -> any(p -> p.isRunning() && p.isPublishing() && mayPublish(p), this::publisherStep);
            case POLL -> poll();
            case DUTY_CYCLE -> any(StepperProcess::isRunning, this::dutyCycle);
            case TIME -> passTime();
            case CHURN -> churn();
            case FAULT -> fault();
        }
        world.check();
    }

    private void dutyCycle(final StepperProcess process) {
        process.dutyCycle();
        world.host().settle();
    }

    /** An application may publish inside a handler, but not wait there for the close of a publication. */
    private static boolean mayPublish(final StepperProcess process) {
        return process.isIdle() || !process.publisher().isClosing();
    }

    private void publisherStep(final StepperProcess process) {
        process.publisher().step(phase);
        if (process.publisher().isClosing()) {
            world.host().settle();
        }
    }

    private void poll() {
        final List<SimReader> idle = idleReaders();
        if (!idle.isEmpty()) {
            dice.pick(idle).poll(dice.oneIn(4) ? 1 : dice.between(1, 40));
        }
    }

    private void passTime() {
        switch (dice.weighted(50, 33, 8, 5, 4)) {
            case 0 -> pass(StepperEvent.TIME_SHORT, Duration.ofNanos(dice.between(1, 2_000_000)));
            case 1 -> pass(StepperEvent.TIME_CYCLE, StepperWorld.DUTY_CYCLE);
            case 2 -> passCycles();
            case 3 ->
                pass(StepperEvent.TIME_BEYOND_HEARTBEAT,
                        StepperWorld.HEARTBEAT_TIMEOUT.plusNanos(dice.between(0, 100_000_000)));
            default -> {
                if (dice.oneIn(3)) {
                    pass(StepperEvent.TIME_JUMP, StepperWorld.PROGRESS_TIMEOUT.plusNanos(dice.between(0, 100_000_000)));
                } else {
                    passBeyondProgress();
                }
            }
        }
    }

    /** Regular cycles: a late observer may not report others as silent. */
    private void passCycles() {
        world.count(StepperEvent.TIME_STRETCH_OF_CYCLES);
        for (int i = dice.between(6, 9); i > 0; i--) {
            pass(StepperEvent.TIME_CYCLE, StepperWorld.DUTY_CYCLE);
            processes.stream().filter(StepperProcess::isRunning).forEach(this::dutyCycle);
        }
    }

    /** A late observer may not evict others, and a reader is evicted only if a claim is refused. */
    private void passBeyondProgress() {
        world.count(StepperEvent.TIME_BEYOND_PROGRESS);
        for (int i = 0; i < 5; i++) {
            pass(StepperEvent.TIME_LONG,
                    StepperWorld.PROGRESS_TIMEOUT.dividedBy(4).plusNanos(dice.between(1, 100_000_000)));
            processes.stream().filter(p -> p.isRunning() && p.isPublishing() && mayPublish(p))
                    .forEach(this::publisherStep);
            processes.stream().filter(StepperProcess::isRunning).forEach(this::dutyCycle);
        }
    }

    private void pass(final StepperEvent event, final Duration duration) {
        world.time().pass(duration.toNanos());
        world.note("time", event, duration.toNanos() + " ns");
    }

    private void churn() {
        switch (dice.below(6)) {
            case 0, 1, 2 -> any(p -> p.isIdle() && p.hasRoomForReaders(), this::subscribe);
            case 3 -> {
                final List<SimReader> idle = idleReaders();
                if (!idle.isEmpty()) {
                    final SimReader reader = dice.pick(idle);
                    reader.process().leave(reader);
                }
            }
            case 4 -> any(p -> p.isIdle() && !p.isPublishing(), this::publish);
            default -> any(p -> p.isIdle() && p.isPublishing(), p -> p.publisher().beginClosing());
        }
        world.host().settle();
    }

    private void fault() {
        switch (dice.below(7)) {
            case 0 -> any(p -> !p.isDead(), StepperProcess::kill);
            case 1, 2 -> any(StepperProcess::isRunning, StepperProcess::stop);
            case 3, 4 -> any(p -> p.isStopped() && !p.isDead() && p.mayBeInterrupted(), StepperProcess::resume);
            default -> any(StepperProcess::isDead, this::relaunch);
        }
        world.host().settle();
    }

    /** Steps while a handler has a message: a few of other processes, or as many as its eviction takes. */
    private void interruption(final SimReader reader) {
        if (settling) {
            return;
        }
        final StepperProcess process = reader.process();
        final boolean stops = dice.oneIn(2);
        process.interrupt(() -> {
            if (stops) {
                process.stop();
                world.count(StepperEvent.STOPPED_IN_HANDLER);
            }
            if (dice.oneIn(3)) {
                for (int i = dice.between(20, 60); i > 0; i--) {
                    step(60, 5, 20, 15, 1, 1);
                    if (dice.oneIn(12)) {
                        passBeyondProgress();
                    }
                }
            } else {
                for (int i = dice.between(1, 10); i > 0; i--) {
                    step(phase.weights());
                }
            }
        });
        if (stops && !process.isDead()) {
            process.resume();
        }
    }

    private void launch(final int index) {
        final StepperProcess process = new StepperProcess(world, "p" + index, dice.ids());
        launches++;
        if (index == processes.size()) {
            processes.add(process);
        } else {
            processes.set(index, process);
        }
    }

    private void relaunch(final StepperProcess dead) {
        if (launches < MAX_LAUNCHES || processes.stream().allMatch(StepperProcess::isDead)) {
            graveyard.add(dead);
            launch(processes.indexOf(dead));
            world.note(dead.name(), StepperEvent.RELAUNCHED, "");
        }
    }

    private void publish(final StepperProcess process) {
        process.publish(new AudienceChecks(world, process), Duration.ofMillis(dice.pick(List.of(0, 50, 1000))),
                world.anyPermission(processes.stream()
                        .flatMap(one -> IntStream.rangeClosed(1, MOST_READERS).mapToObj(one::readerName))));
    }

    private void subscribe(final StepperProcess process) {
        final Start start = switch (dice.below(3)) {
            case 0 -> Start.live();
            case 1 -> Start.oldest();
            default -> Start.at(dice.below(200));
        };
        process.subscribe(SubscriptionSettings.of(StepperWorld.STREAM)
                .withPolicy(dice.oneIn(2) ? dice.pick(NOT_BLOCKING) : Policy.BLOCK).withStart(start)
                .withRepair(dice.oneIn(2) ? Repair.REPAIR : Repair.REPORT).withCopies(dice.oneIn(4)),
                this::interruption);
    }

    private List<SimReader> idleReaders() {
        return processes.stream().filter(StepperProcess::isIdle).flatMap(process -> process.readers().stream())
                .filter(reader -> !reader.isPolled()).toList();
    }

    private void any(final Predicate<StepperProcess> which, final Consumer<StepperProcess> step) {
        final List<StepperProcess> able = processes.stream().filter(which).toList();
        if (!able.isEmpty()) {
            step.accept(dice.pick(able));
        }
    }

    /** Kills all processes at once, whatever their state. */
    private void cutPower() {
        world.note("host", StepperEvent.POWER_CUT, "");
        processes.stream().filter(process -> !process.isDead()).forEach(StepperProcess::kill);
    }

    /** No more faults: committed messages arrive, and started operations finish. */
    private void settle() {
        world.trace().add("host", "settles");
        settling = true;
        processes.stream().filter(p -> p.isStopped() && !p.isDead()).forEach(StepperProcess::resume);
        for (int i = 0; i < SETTLING_ROUNDS && !hasArrived(); i++) {
            settlingRound();
        }
        checkArrived();
        living().filter(StepperProcess::isPublishing).forEach(p -> p.publisher().beginClosing());
        world.host().settle();
        for (int i = 0; i < SETTLING_ROUNDS && !isOver(); i++) {
            settlingRound();
        }
        checkOver();
        checkCounters();
        living().forEach(p -> p.bus().close());
    }

    private void settlingRound() {
        world.trace().nextStep();
        living().forEach(this::dutyCycle);
        living().flatMap(p -> List.copyOf(p.readers()).stream()).forEach(reader -> reader.poll(40));
        living().filter(p -> p.isPublishing() && p.publisher().isClosing()).forEach(this::publisherStep);
        world.check();
        pass(StepperEvent.TIME_CYCLE, StepperWorld.DUTY_CYCLE);
    }

    private Stream<StepperProcess> living() {
        return processes.stream().filter(process -> !process.isDead());
    }

    private Stream<SimReader> livingReaders() {
        return living().flatMap(process -> process.readers().stream());
    }

    private boolean hasArrived() {
        return livingReaders().allMatch(reader -> world.sessions().stream().allMatch(reader::hasAllOf))
                && livingReaders().allMatch(this::knowsOfRefusals);
    }

    private boolean knowsOfRefusals(final SimReader reader) {
        return living().filter(p -> p.isPublishing() && !p.publisher().isClosing())
                .allMatch(p -> reader.knowsOfRefusal(p.publisher().truth(), p.blocking()));
    }

    /** Each living reader has found each session that it can find, and has received or reported everything in it. */
    private void checkArrived() {
        livingReaders().forEach(reader -> world.sessions().forEach(reader::checkHasAllOf));
        livingReaders().filter(reader -> !knowsOfRefusals(reader)).forEach(reader -> {
            throw new Violation(reader + " was not notified that a publisher refuses it");
        });
    }

    private boolean isOver() {
        return living().noneMatch(StepperProcess::isPublishing)
                && livingReaders()
                        .allMatch(reader -> reader.readings().values().stream().allMatch(SessionChecks::isOver));
    }

    private void checkOver() {
        living().filter(StepperProcess::isPublishing).forEach(process -> {
            throw new Violation(process + " cannot close its publication");
        });
        livingReaders().forEach(reader -> reader.readings().values().forEach(SessionChecks::checkOver));
    }

    /** The counters agree with the notifications. */
    private void checkCounters() {
        final Map<String, Long> counted = world.host().counters();
        livingReaders().forEach(reader -> {
            final String about = ": " + reader.name() + " on " + StepperWorld.STREAM;
            final List<Long> found = List.of(counted.get(CounterKind.GAPS.label() + about),
                    counted.get(CounterKind.MESSAGES_MISSED.label() + about));
            if (!found.equals(List.of(reader.gaps(), reader.missed()))) {
                throw new Violation(reader + " received " + reader.gaps() + " gaps, " + reader.missed()
                        + " messages; counters " + found);
            }
        });
    }

    /** The next bus in the directory removes the files of dead processes. */
    private void checkNothingIsLeft() {
        new StepperProcess(world, "sweeper", dice.ids()).bus().close();
        final List<String> left = world.host().files();
        if (!left.isEmpty()) {
            throw new Violation("files left over: " + left);
        }
    }
}
