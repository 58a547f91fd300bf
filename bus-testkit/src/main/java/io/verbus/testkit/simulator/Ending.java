package io.verbus.testkit.simulator;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.support.seeds.Violation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The end of a history: no more faults, committed messages arrive, all operations continue, and then all processes
 * close.
 */
final class Ending {
    private static final int MOST_ROUNDS = 2_000;
    /** Rounds until delayed retries have run. */
    private static final int ROUNDS_OF_A_RETRY = 5;
    /** Longer than a duty cycle, because the end consists mostly of waiting; shorter than the heartbeat timeout. */
    private static final Duration ROUND = World.DUTY_CYCLE.multipliedBy(3);
    private static final int FABRIC_STEPS = 40;
    private static final int FABRIC_STEPS_OF_A_TURN = 4;
    private static final int LIMIT = 1_000;
    private static final int BURST = 60;
    private static final int LATE_JOINERS = 3;

    private final World world;
    private final SimPopulation cast;

    Ending(final World world, final SimPopulation cast) {
        this.world = world;
        this.cast = cast;
    }

    void run() {
        world.trace().add("all", "is calm");
        mend();
        for (int round = 0; round < ROUNDS_OF_A_RETRY; round++) {
            round();
        }
        rounds(this::hasArrived);
        cast.living().stream().filter(feed -> !feed.isClosing()).forEach(this::publishAnotherLog);
        rounds(this::hasArrived);
        judge();
        if (cast.second() != null) {
            joinLate();
        }
        partInPeace();
    }

    private void mend() {
        world.fabric().mend();
        cast.processes().stream().filter(SimProcess::isStopped).forEach(SimProcess::resume);
        cast.processes().stream().filter(SimProcess::isDead).forEach(cast::relaunch);
        if (cast.recording().isUnderWay() && cast.disk().hasRefused()) {
            cast.recording().stop(); // it ends soon: the next batch reports the refused write
        }
        cast.disk().free();
        cast.recordings().stream().filter(recording -> !recording.isUnderWay()).forEach(Recording::begin);
        if (cast.mayPublish()) {
            cast.publish();
        }
    }

    /** Late joiners ask both recorders: nothing is lost that one of them has, unless it refuses or is cut off. */
    private void joinLate() {
        for (int joiner = 0; joiner < LATE_JOINERS; joiner++) {
            final SimSubscription late = cast.joinLate();
            late.onEachGap(this::judgeLateGap);
            world.count(SimEvent.LATE_JOINER);
            rounds(this::hasArrived);
            world.sessions().values().forEach(late::judge);
        }
    }

    private void judgeLateGap(final Gap gap) {
        world.count(SimEvent.LATE_GAP);
        if (gap.cause() == GapCause.NOT_SERVED) {
            return;
        }
        for (final Recording recording : cast.recordings()) {
            final long first = Readable.of(recording.disk().journal()).firstFrom(gap.session().id(), gap.first());
            if (first >= 0 && first <= gap.last()) {
                throw new Violation("a late joiner lost " + gap + ", but the journal of the " + recording.process()
                        + " has message " + first);
            }
        }
    }

    private boolean hasArrived() {
        final Collection<SimPublication> all = world.sessions().values();
        return cast.readers().stream().allMatch(reader -> reader.isCalm() && all.stream().allMatch(reader::hasAllOf))
                && cast.recordings().stream().allMatch(recording -> all.stream().allMatch(recording::hasAllOf));
    }

    /** Publishes another log, which no reader may block forever. */
    private void publishAnotherLog(final SimPublication feed) {
        final long until = feed.position() + World.CAPACITY;
        rounds(() -> {
            cast.publish(feed, BURST, true);
            return feed.position() > until;
        });
        if (feed.position() <= until) {
            throw new Violation("blocked forever: " + feed);
        }
    }

    private void judge() {
        cast.readers().forEach(reader -> world.sessions().values().forEach(reader::judge));
        cast.recording().judgeAge();
        final JournalAudit audit = new JournalAudit(world, cast.disk()).run();
        for (final SimPublication feed : cast.living()) {
            if (!feed.isClosing() && audit.end(feed) != feed.committed()) {
                throw new Violation("the recorder has reached " + audit.end(feed) + " of " + feed);
            }
        }
        if (cast.isKind()) {
            judgeKindness(audit);
        }
    }

    /**
     * The recorder has missed nothing, so no filled subscription has, unless the path to the recorder was cut for the
     * whole timeout, or stopped readers occupied all its responses.
     */
    private void judgeKindness(final JournalAudit audit) {
        if (audit.missing() > 0) {
            throw new Violation("the recorder misses " + audit.missing() + " messages, although it had time for all");
        }
        cast.readers().stream().filter(SimSubscription::isFilled).flatMap(reader -> reader.stories().values().stream())
                .forEach(story -> story.gaps().stream().filter(gap -> gap.cause() != GapCause.NOT_SERVED)
                        .forEach(gap -> {
                            throw new Violation("not filled, although everything was recorded: " + gap);
                        }));
    }

    /** All processes close, and every device releases its memory. */
    private void partInPeace() {
        final List<SimPublication> open = cast.living();
        rounds(() -> {
            open.stream().filter(feed -> !feed.isOver()).forEach(SimPublication::close);
            return open.stream().allMatch(SimPublication::isOver);
        });
        rounds(this::hasArrived);
        cast.readers().forEach(reader -> world.sessions().values().forEach(reader::judge));
        cast.subscribers().forEach(process -> {
            process.readers().forEach(SimSubscription::close);
            process.readers().clear();
        });
        cast.recordings().forEach(Recording::stop);
        rounds(() -> world.fabric().links() == 0);
        if (world.fabric().links() > 0) {
            throw new Violation("links not closed: " + world.fabric());
        }
    }

    private void rounds(final BooleanSupplier isDone) {
        for (int round = 0; round < MOST_ROUNDS && !isDone.getAsBoolean(); round++) {
            round();
        }
    }

    private void round() {
        world.time().pass(ROUND.toNanos());
        cast.processes().forEach(SimProcess::turn);
        final List<SimSubscription> readers = cast.readers();
        boolean moves = true;
        for (int i = 1; moves && i <= FABRIC_STEPS; i++) {
            moves = world.fabric().step(world.time().nowNs());
            for (final SimSubscription reader : readers) {
                moves |= reader.poll(LIMIT) > 0; // which returns credit
            }
            cast.recordings().stream().filter(Recording::isUnderWay).forEach(Recording::record);
            if (i % FABRIC_STEPS_OF_A_TURN == 0) {
                cast.publisher().turn(); // it is urgent: a reader requests more
            }
        }
        cast.recordings().stream().filter(Recording::isUnderWay).forEach(Recording::serve);
        world.check();
    }
}
