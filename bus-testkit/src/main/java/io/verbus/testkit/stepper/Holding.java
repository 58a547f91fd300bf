package io.verbus.testkit.stepper;

import io.verbus.BlockingPermission;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Subscriber;
import io.verbus.support.seeds.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks which readers block a publisher: only {@link Policy#BLOCK} readers that it has acknowledged, that live, and
 * that make progress within the timeout. It keeps its own record of progress, from the positions of the readers at each
 * duty cycle of the publisher's conductor.
 *
 * <p>The record is kept twice, because a refused claim may be followed by a shorter one that succeeds. A reader must be
 * evicted if the last claim was refused for the whole timeout, and may be evicted until it has passed the end of every
 * refused claim. A late duty cycle evicts no reader, and no reader is evicted while no claim is refused.
 */
final class Holding {
    /** A claim may be refused although a reader lags by less than a log, by this much: chunks are released whole. */
    private static final int SLACK = 3 * StepperWorld.CHUNK;

    private final StepperWorld world;
    private final String name;
    private final Publication publication;
    private final BlockingPermission blocking;
    private final Map<String, Stand> stands = new HashMap<>();
    /** The position of each reader when it first became a blocking reader, and the time. */
    private final Map<String, Beginning> beginnings = new HashMap<>();
    /** For the present blocking readers. */
    private final Map<String, Long> firstCycleAfterDeathNs = new HashMap<>();
    /** The lowest position of a reader when the last claim was refused; none if it was not. */
    private long refusedFor = Long.MIN_VALUE;
    /** A reader at or above this position cannot have blocked any claim. */
    private long wanted = Long.MIN_VALUE;
    private boolean refusedSinceCycle;
    private long lastCycleNs;

    /**
     * The position of a reader, and since which duty cycle.
     *
     * @param position of the reader
     * @param mayNs since when it may block
     * @param inTheWay whether it certainly blocked the last claim
     * @param mustNs since when that is so
     */
    private record Stand(long position, long mayNs, boolean inTheWay, long mustNs) {}

    private record Beginning(long position, long sinceNs) {}

    Holding(final StepperWorld world, final String name, final Publication publication,
            final BlockingPermission blocking) {
        this.blocking = blocking;
        this.world = world;
        this.name = name;
        this.publication = publication;
    }

    /** A claim was accepted. */
    void accepted() {
        refusedFor = Long.MIN_VALUE;
    }

    /** A claim was refused: a blocking reader must be the reason. */
    void refused(final int length) {
        final List<Subscriber> held = acknowledged();
        refusedSinceCycle = true;
        refusedFor = lowest(held);
        wanted = Math.max(wanted, publication.position() + 2L * length + SLACK - StepperWorld.CAPACITY);
        if (refusedFor >= wanted) {
            throw new Violation(name + " was refused " + length + " bytes, and no blocking reader lags by a log:"
                    + " " + held);
        }
    }

    /** Runs one duty cycle of the publisher's conductor, and compares the blocking readers before and after it. */
    void dutyCycle(final Runnable dutyCycle) {
        final List<Subscriber> before = acknowledged();
        dutyCycle.run();
        final List<Subscriber> after = acknowledged();
        for (final Subscriber subscriber : before) {
            final SimReader reader = world.reader(subscriber.name());
            look(subscriber);
            if (has(after, subscriber)) {
                checkStillHeld(reader);
            } else {
                release(reader);
            }
        }
        refusedSinceCycle = false;
        lastCycleNs = world.time().nowNs();
        for (final Subscriber subscriber : after) {
            if (!has(before, subscriber)) {
                hold(subscriber);
            }
        }
    }

    private void hold(final Subscriber subscriber) {
        if (subscriber.policy() != Policy.BLOCK) {
            throw new Violation(
                    name + " is blocked by " + subscriber.name() + ", which is under " + subscriber.policy());
        }
        if (!blocking.allow(subscriber.name())) {
            throw new Violation(name + " is blocked by " + subscriber.name() + ", which it refuses");
        }
        world.note(name, StepperEvent.ACKNOWLEDGED, subscriber.name());
        final long nowNs = world.time().nowNs();
        beginnings.putIfAbsent(subscriber.name(), new Beginning(position(subscriber), nowNs));
        stands.put(subscriber.name(), new Stand(position(subscriber), nowNs, false, nowNs));
        world.reader(subscriber.name()).acknowledged(publication.session().id());
    }

    /** Records the present position of a reader. */
    private void look(final Subscriber subscriber) {
        final long nowNs = world.time().nowNs();
        final long position = position(subscriber);
        final Stand last = stands.get(subscriber.name());
        final boolean late = nowNs - lastCycleNs > StepperWorld.PROGRESS_TIMEOUT.toNanos() / 2;
        final boolean moved = late || position > last.position();
        final boolean inTheWay = !moved && position <= refusedFor;
        stands.put(subscriber.name(), new Stand(position, moved || position >= wanted ? nowNs : last.mayNs(), inTheWay,
                inTheWay && last.inTheWay() ? last.mustNs() : nowNs));
    }

    private void checkStillHeld(final SimReader reader) {
        final long stuckNs = world.time().nowNs() - stands.get(reader.name()).mustNs();
        if (stuckNs > StepperWorld.PROGRESS_TIMEOUT.toNanos() && refusedSinceCycle) {
            throw new Violation(
                    name + " is still blocked by " + reader + ", which has read nothing for " + stuckNs + " ns");
        }
        if (reader.process().isDead() && world.time().nowNs() - firstCycleAfterDeathNs.computeIfAbsent(reader.name(),
                name -> world.time().nowNs()) >= StepperWorld.DEATH_NOTICED.toNanos()) {
            throw new Violation(name + " is still blocked by " + reader + ", whose process is dead");
        }
    }

    private void release(final SimReader reader) {
        final Stand stand = stands.remove(reader.name());
        final long stuckNs = world.time().nowNs() - stand.mayNs();
        final Beginning beginning = beginnings.get(reader.name());
        final boolean hasRead = stand.position() > beginning.position();
        firstCycleAfterDeathNs.remove(reader.name());
        if (stuckNs > StepperWorld.PROGRESS_TIMEOUT.toNanos() && refusedSinceCycle) {
            world.note(name, StepperEvent.EVICTED, reader.name());
        } else if (!hasRead && world.time().nowNs() - beginning.sinceNs() >= StepperWorld.FIRST_READ.toNanos()
                && refusedSinceCycle) {
            world.note(name, StepperEvent.EVICTED_BEFORE_IT_READ, reader.name());
        } else if (reader.process().isDead()) {
            world.note(name, StepperEvent.BURIED, reader.name());
        } else {
            throw new Violation(name + " released " + reader + ", which blocked claims for only " + stuckNs
                    + " ns");
        }
        reader.release(publication.session().id());
    }

    private List<Subscriber> acknowledged() {
        return publication.subscribers().stream().filter(Subscriber::acknowledged).toList();
    }

    private long lowest(final List<Subscriber> held) {
        return held.stream().mapToLong(this::position).min().orElse(Long.MAX_VALUE);
    }

    private long position(final Subscriber subscriber) {
        return publication.position() - subscriber.lagBytes();
    }

    private static boolean has(final List<Subscriber> list, final Subscriber subscriber) {
        return list.stream().anyMatch(other -> other.id() == subscriber.id());
    }
}
