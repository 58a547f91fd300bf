package io.verbus.testkit.simulator;

import io.verbus.testkit.seeds.Violation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How a history ends: nothing bad happens any more, what is committed arrives, everything goes on, and then everybody
 * leaves.
 */
final class Ending {
    private static final int MOST_ROUNDS = 2_000;
    /** Until whoever tries again after a while has done so. */
    private static final int ROUNDS_OF_A_RETRY = 5;
    /** Longer than a duty cycle, as much of the end is to wait; shorter than what makes anybody silent. */
    private static final Duration ROUND = World.DUTY_CYCLE.multipliedBy(3);
    private static final int FABRIC_STEPS = 40;
    private static final int FABRIC_STEPS_OF_A_TURN = 4;
    private static final int LIMIT = 1_000;
    private static final int BURST = 60;
    /** The way to the recorder was cut for so long. */
    private static final String NOBODY_THERE = "nothing came on ";
    /** Readers that were stopped held all answers of the recorder for so long. */
    private static final String ALL_TAKEN = "ranges are being served, which is the most at once";

    private final World world;
    private final Cast cast;

    Ending(final World world, final Cast cast) {
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
        cast.living().stream().filter(feed -> !feed.isClosing()).forEach(this::goOn);
        rounds(this::hasArrived);
        judge();
        partInPeace();
    }

    private void mend() {
        world.fabric().mend();
        cast.processes().stream().filter(SimProcess::isStopped).forEach(SimProcess::goOn);
        cast.processes().stream().filter(SimProcess::isDead).forEach(cast::relaunch);
        if (cast.recording().isUnderWay() && cast.disk().hasRefused()) {
            cast.recording().stop(); // it ends soon: the next batch reports what the disk has refused
        }
        cast.disk().free();
        if (!cast.recording().isUnderWay()) {
            cast.recording().begin();
        }
        if (cast.mayPublish()) {
            cast.publish();
        }
    }

    private boolean hasArrived() {
        final Collection<Feed> all = world.sessions().values();
        return cast.readers().stream().allMatch(reader -> reader.isCalm() && all.stream().allMatch(reader::hasAllOf))
                && all.stream().allMatch(cast.recording()::hasAllOf);
    }

    /** A whole log more, which nobody holds back for ever. */
    private void goOn(final Feed feed) {
        final long until = feed.position() + World.CAPACITY;
        rounds(() -> {
            cast.publish(feed, BURST, true);
            return feed.position() > until;
        });
        if (feed.position() <= until) {
            throw new Violation("held back for ever: " + feed);
        }
    }

    private void judge() {
        cast.readers().forEach(reader -> world.sessions().values().forEach(reader::judge));
        cast.recording().judgeAge();
        final JournalAudit audit = new JournalAudit(world, cast.disk()).run();
        for (final Feed feed : cast.living()) {
            if (!feed.isClosing() && audit.end(feed) != feed.committed()) {
                throw new Violation("the recorder has come to " + audit.end(feed) + " of " + feed);
            }
        }
        if (cast.isKind()) {
            judgeKindness(audit);
        }
    }

    /** The recorder has missed nothing, so nobody has who is filled. */
    private void judgeKindness(final JournalAudit audit) {
        if (audit.missing() > 0) {
            throw new Violation("the recorder misses " + audit.missing() + " messages that it had all the time for");
        }
        cast.readers().stream().filter(Reader::isFilled).flatMap(reader -> reader.stories().values().stream())
                .forEach(story -> story.gaps().stream().filter(gap -> !gap.cause().startsWith(NOBODY_THERE))
                        .filter(gap -> !gap.cause().endsWith(ALL_TAKEN))
                        .forEach(gap -> {
                            throw new Violation("not filled, though all was recorded: " + gap);
                        }));
    }

    /** Everybody leaves, and every device lets go. */
    private void partInPeace() {
        final List<Feed> open = cast.living();
        rounds(() -> {
            open.stream().filter(feed -> !feed.isOver()).forEach(Feed::close);
            return open.stream().allMatch(Feed::isOver);
        });
        rounds(this::hasArrived);
        cast.readers().forEach(reader -> world.sessions().values().forEach(reader::judge));
        cast.subscribers().forEach(process -> {
            process.readers().forEach(Reader::close);
            process.readers().clear();
        });
        cast.recording().stop();
        rounds(() -> world.fabric().links() == 0);
        if (world.fabric().links() > 0) {
            throw new Violation("links that nobody closes: " + world.fabric());
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
        final List<Reader> readers = cast.readers();
        boolean moves = true;
        for (int i = 1; moves && i <= FABRIC_STEPS; i++) {
            moves = world.fabric().step(world.time().nowNs());
            for (final Reader reader : readers) {
                moves |= reader.poll(LIMIT) > 0; // which gives credit back
            }
            if (cast.recording().isUnderWay()) {
                cast.recording().record();
            }
            if (i % FABRIC_STEPS_OF_A_TURN == 0) {
                cast.publisher().turn(); // it is urgent: somebody wants more
            }
        }
        if (cast.recording().isUnderWay()) {
            cast.recording().serve();
        }
        world.check();
    }
}
