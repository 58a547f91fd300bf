package io.verbus.testkit.stepper;

import io.verbus.BlockingReaders;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.peer.Subscriber;
import io.verbus.testkit.seeds.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges whom a publisher waits for: only {@link Policy#BLOCK} readers that it has acknowledged, that live, and that go
 * forward within the time-out. It keeps a book of its own of who went forward when, from where the readers stood at
 * each turn of the publisher's conductor.
 *
 * <p>The book is kept twice, because a claim that was refused may be followed by a shorter one that is not: a reader
 * must be evicted when the last claim was refused for all of the time-out, and may be until it has gone past whatever
 * any claim has wanted. Whoever comes late to a turn evicts nobody, and nobody is evicted while no claim is refused.
 */
final class Holding {
    /** A claim may be refused though a reader is this much less than a log behind: chunks are given up whole. */
    private static final int SLACK = 3 * World.CHUNK;

    private final World world;
    private final String name;
    private final Publication publication;
    private final BlockingReaders blocking;
    private final Map<String, Stand> stands = new HashMap<>();
    /** Where each reader stood when it was waited for first, and since when. */
    private final Map<String, Beginning> beginnings = new HashMap<>();
    /** Of the readers that are waited for still. */
    private final Map<String, Long> firstTurnBehindDeathNs = new HashMap<>();
    /** Where the reader stood that was furthest behind when the last claim was refused; nowhere if it was not. */
    private long refusedFor = Long.MIN_VALUE;
    /** Nobody who stands here or further can be in the way of any claim that there was. */
    private long wanted = Long.MIN_VALUE;
    private boolean refusedSinceTurn;
    private long turnedNs;

    /**
     * Where a reader stands, and since which turn.
     *
     * @param position of it
     * @param mayNs since when it may be in the way
     * @param inTheWay whether it was in the way of the last claim for sure
     * @param mustNs since when that is so
     */
    private record Stand(long position, long mayNs, boolean inTheWay, long mustNs) {}

    private record Beginning(long position, long sinceNs) {}

    Holding(final World world, final String name, final Publication publication, final BlockingReaders blocking) {
        this.blocking = blocking;
        this.world = world;
        this.name = name;
        this.publication = publication;
    }

    /** A claim has got what it wanted. */
    void accepted() {
        refusedFor = Long.MIN_VALUE;
    }

    /** A claim was refused: somebody must be the reason. */
    void refused(final int length) {
        final List<Subscriber> held = acknowledged();
        refusedSinceTurn = true;
        refusedFor = lowest(held);
        wanted = Math.max(wanted, publication.position() + 2L * length + SLACK - World.CAPACITY);
        if (refusedFor >= wanted) {
            throw new Violation(name + " was refused " + length + " bytes, and nobody that it waits for is a log"
                    + " behind: " + held);
        }
    }

    /** One turn of the publisher's conductor, before which and after which we look. */
    void turn(final Runnable conductorsTurn) {
        final List<Subscriber> before = acknowledged();
        conductorsTurn.run();
        final List<Subscriber> after = acknowledged();
        for (final Subscriber subscriber : before) {
            final SimReader reader = world.reader(subscriber.name());
            look(subscriber);
            if (has(after, subscriber)) {
                checkStillHeld(reader);
            } else {
                letGo(reader);
            }
        }
        refusedSinceTurn = false;
        turnedNs = world.time().nowNs();
        for (final Subscriber subscriber : after) {
            if (!has(before, subscriber)) {
                hold(subscriber);
            }
        }
    }

    private void hold(final Subscriber subscriber) {
        if (subscriber.policy() != Policy.BLOCK) {
            throw new Violation(name + " waits for " + subscriber.name() + ", which is under " + subscriber.policy());
        }
        if (!blocking.allow(subscriber.name())) {
            throw new Violation(name + " waits for " + subscriber.name() + ", which it refuses");
        }
        world.note(name, Event.ACKNOWLEDGED, subscriber.name());
        final long nowNs = world.time().nowNs();
        beginnings.putIfAbsent(subscriber.name(), new Beginning(position(subscriber), nowNs));
        stands.put(subscriber.name(), new Stand(position(subscriber), nowNs, false, nowNs));
        world.reader(subscriber.name()).acknowledged(publication.session().id());
    }

    /** Notes where a reader stands now. */
    private void look(final Subscriber subscriber) {
        final long nowNs = world.time().nowNs();
        final long position = position(subscriber);
        final Stand last = stands.get(subscriber.name());
        final boolean late = nowNs - turnedNs > World.PROGRESS_TIMEOUT.toNanos() / 2;
        final boolean moved = late || position > last.position();
        final boolean inTheWay = !moved && position <= refusedFor;
        stands.put(subscriber.name(), new Stand(position, moved || position >= wanted ? nowNs : last.mayNs(), inTheWay,
                inTheWay && last.inTheWay() ? last.mustNs() : nowNs));
    }

    private void checkStillHeld(final SimReader reader) {
        final long stuckNs = world.time().nowNs() - stands.get(reader.name()).mustNs();
        if (stuckNs > World.PROGRESS_TIMEOUT.toNanos() && refusedSinceTurn) {
            throw new Violation(
                    name + " still waits for " + reader + ", which has read nothing for " + stuckNs + " ns");
        }
        if (reader.process().isDead() && world.time().nowNs() - firstTurnBehindDeathNs.computeIfAbsent(reader.name(),
                name -> world.time().nowNs()) >= World.DEATH_NOTICED.toNanos()) {
            throw new Violation(name + " still waits for " + reader + ", whose process is dead");
        }
    }

    private void letGo(final SimReader reader) {
        final Stand stand = stands.remove(reader.name());
        final long stuckNs = world.time().nowNs() - stand.mayNs();
        final Beginning beginning = beginnings.get(reader.name());
        final boolean hasRead = stand.position() > beginning.position();
        firstTurnBehindDeathNs.remove(reader.name());
        if (stuckNs > World.PROGRESS_TIMEOUT.toNanos() && refusedSinceTurn) {
            world.note(name, Event.EVICTED, reader.name());
        } else if (!hasRead && world.time().nowNs() - beginning.sinceNs() >= World.FIRST_READ.toNanos()
                && refusedSinceTurn) {
            world.note(name, Event.EVICTED_BEFORE_IT_READ, reader.name());
        } else if (reader.process().isDead()) {
            world.note(name, Event.BURIED, reader.name());
        } else {
            throw new Violation(name + " does not wait for " + reader + " any more, which was in the way for " + stuckNs
                    + " ns only");
        }
        reader.letGo(publication.session().id());
    }

    private List<Subscriber> acknowledged() {
        return publication.subscribers().stream().filter(Subscriber::acknowledged).toList();
    }

    private long lowest(final List<Subscriber> held) {
        return held.stream().mapToLong(this::position).min().orElse(Long.MAX_VALUE);
    }

    private long position(final Subscriber subscriber) {
        return publication.position() - subscriber.behindBytes();
    }

    private static boolean has(final List<Subscriber> list, final Subscriber subscriber) {
        return list.stream().anyMatch(other -> other.id() == subscriber.id());
    }
}
