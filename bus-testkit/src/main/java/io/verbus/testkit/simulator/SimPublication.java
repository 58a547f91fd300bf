package io.verbus.testkit.simulator;

import io.verbus.BlockingPermission;
import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.support.Payloads;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.oracle.AudienceOracle;
import io.verbus.testkit.oracle.Published;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** A publication of a history, with its messages and the notifications of its listener. */
final class SimPublication implements Published {
    private static final int LONGEST = 16_000;
    private static final int SHORT = 600;

    /** Records which readers joined when, and which do not block any more. */
    static final class SimAudience implements SubscriberListener {
        private final World world;
        private final String name;
        private final Map<String, Long> joinedAt = new HashMap<>();
        private final Set<String> givenUp = new HashSet<>();
        /** Ids of BLOCK subscriptions that have joined, and neither left nor were evicted. */
        private final Set<Long> blocking = new HashSet<>();
        private final BlockingPermission accepted;
        /** The time for which each life of a {@link CrashLoop} has blocked claims, by id. */
        private final Map<Long, Long> loopedNs = new HashMap<>();
        private final AudienceOracle oracle;
        private LongSupplier committed = () -> 0;

        SimAudience(final World world, final String name, final BlockingPermission accepted) {
            this.accepted = accepted;
            this.world = world;
            this.name = name;
            this.oracle = new AudienceOracle(true, what -> world.failures().add(new Violation(name + ": " + what)));
        }

        @Override
        public void onJoined(final Subscriber subscriber) {
            oracle.joined(idOf(subscriber));
            world.note(name, SimEvent.READER_JOINED, subscriber.name());
            joinedAt.putIfAbsent(subscriber.name(), committed.getAsLong());
            if (subscriber.policy() == Policy.BLOCK) {
                blocking.add(subscriber.id());
            }
        }

        /** Unique, unlike its name. */
        private static String idOf(final Subscriber subscriber) {
            return subscriber.name() + " " + Long.toHexString(subscriber.id());
        }

        BlockingPermission accepted() {
            return accepted;
        }

        @Override
        public void onSilent(final Subscriber subscriber) {
            oracle.silent(idOf(subscriber));
            world.note(name, SimEvent.READER_SILENT, subscriber.name());
        }

        @Override
        public void onBack(final Subscriber subscriber) {
            oracle.back(idOf(subscriber));
            world.note(name, SimEvent.READER_BACK, subscriber.name());
        }

        @Override
        public void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
            oracle.disconnected(idOf(subscriber));
            world.note(name, SimEvent.READER_DISCONNECTED, subscriber.name() + ": " + description);
        }

        @Override
        public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
            oracle.evicted(idOf(subscriber));
            world.note(name, SimEvent.READER_EVICTED, subscriber.name() + ": " + description);
            givenUp.add(subscriber.name());
            blocking.remove(subscriber.id());
            heldUp(subscriber);
        }

        @Override
        public void onRefused(final Subscriber subscriber) {
            world.note(name, SimEvent.READER_REFUSED, subscriber.name() + ": " + subscriber.refusal());
            givenUp.add(subscriber.name());
            check(subscriber);
        }

        private void heldUp(final Subscriber subscriber) {
            if (subscriber.name().equals(CrashLoop.NAME)) {
                loopedNs.merge(subscriber.id(), subscriber.backPressureNs(), Math::max);
            }
        }

        private void check(final Subscriber subscriber) {
            if (subscriber.acknowledged() && !accepted.allow(subscriber.name())
                    || accepted.allow(subscriber.name()) == (subscriber.refusal() == Refusal.NAME)) {
                world.failures().add(new Violation(name + " accepts " + accepted + ", and has " + subscriber));
            }
        }

        @Override
        public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
            oracle.left(idOf(subscriber));
            world.note(name, SimEvent.READER_LEFT, subscriber.name() + ": " + description);
            givenUp.add(subscriber.name());
            blocking.remove(subscriber.id());
            heldUp(subscriber);
        }
    }

    private final World world;
    private final String name;
    private final Publication publication;
    private final SimAudience audience;
    private final Payloads payloads;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
    /** Frames in which a message begins. */
    private final BitSet beginnings = new BitSet();
    /** The number of frames, by the time of the last commit. */
    private final NavigableMap<Long, Long> commits = new TreeMap<>();
    private final long begunNs;
    private boolean publishing;
    private boolean refused;
    private boolean closing;
    private boolean closed;
    private boolean brokenOff;
    private boolean dead;
    private long committed;
    private long position;

    SimPublication(final World world, final Publication publication, final SimAudience audience) {
        this.world = world;
        this.name = audience.name;
        this.publication = publication;
        this.audience = audience;
        this.payloads = payloads(publication.session().id());
        audience.committed = publication::sequence;
        begunNs = world.time().nowNs();
        world.sessions().put(session(), this);
        world.note(name, SimEvent.SESSION_BEGUN, toString());
    }

    /** The payloads of a session: short messages, and some of several frames. */
    private static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> {
            final long mixed = (session + sequence) * 0x9E37_79B9_7F4A_7C15L >>> 33;
            return (int) (mixed % 64 == 0 ? mixed % LONGEST : mixed % SHORT);
        });
    }

    Payloads payloads() {
        return payloads;
    }

    /** The publisher's name: the same after a restart. */
    String name() {
        return name;
    }

    long session() {
        return publication.session().id();
    }

    Session asSession() {
        return publication.session();
    }

    @Override
    public long committed() {
        return committed;
    }

    /** The number of frames before a time. */
    long committedBefore(final long timeNs) {
        final Map.Entry<Long, Long> last = commits.lowerEntry(timeNs);
        return last == null ? 0 : last.getValue();
    }

    long begunNs() {
        return begunNs;
    }

    @Override
    public long beginning(final long sequence) {
        final int next = beginnings.nextSetBit((int) sequence);
        return next < 0 ? Math.max(sequence, committed) : next;
    }

    @Override
    public boolean isMessage(final long sequence, final int frames) {
        return beginnings.get((int) sequence) && beginning(sequence + 1) == sequence + frames;
    }

    /** Whether it can receive no more messages. */
    boolean isOver() {
        return closed || dead;
    }

    /** Whether its process was killed before the close. */
    boolean isDead() {
        return dead;
    }

    boolean isClosing() {
        return closing;
    }

    /** Whether its own thread is inside a call. */
    boolean isPublishing() {
        return publishing;
    }

    /** Publishes some messages; returns false if one is refused. */
    boolean publish(final int count, final boolean flush) {
        publishing = true;
        int published = 0;
        while (published < count && offer()) {
            published++;
        }
        if (flush) {
            publication.flush();
            world.count(SimEvent.FLUSHED);
        }
        publishing = false;
        refused = published < count;
        if (refused) {
            world.note(name, SimEvent.BACK_PRESSURED, "at " + committed);
        }
        return !refused;
    }

    /** Whether its last claim was refused. */
    boolean isRefused() {
        return refused;
    }

    /** A claim is refused only because of a subscription that has joined, or of unfinished writes. */
    void checkRefusal(final boolean isWriting) {
        if (refused && audience.blocking.isEmpty() && !isWriting) {
            throw new Violation(name + " was refused a claim at " + committed + ", but no BLOCK subscription has"
                    + " joined");
        }
    }

    private boolean offer() {
        final long sequence = publication.sequence();
        if (sequence != committed) {
            throw new Violation(name + " is at sequence " + sequence + ", but " + committed + " is next");
        }
        final int length = payloads.length(sequence);
        payloads.encode(message, 0, sequence);
        if (length <= publication.maxClaimLength() && world.dice().oneIn(8)) { // a longer claim
            final int offset = publication.claim(publication.maxClaimLength());
            if (offset < 0) {
                return false;
            }
            publication.buffer().putBytes(offset, message, 0, length);
            publication.commit(length);
            world.count(SimEvent.CLAIMED);
        } else if (publication.offer(message, 0, length) < 0) {
            return false;
        }
        beginnings.set((int) sequence);
        committed = publication.sequence();
        position = publication.position();
        commits.put(world.time().nowNs(), committed);
        world.count(committed > sequence + 1 ? SimEvent.OFFERED_LONG : SimEvent.OFFERED);
        return true;
    }

    /** After a duty cycle: every blocking reader is one that the publication accepts. */
    void checkHolds() {
        publication.subscribers().stream().filter(subscriber -> subscriber.policy() == Policy.BLOCK)
                .forEach(audience::check);
    }

    /** The time for which all lives of a {@link CrashLoop} have blocked it. */
    long loopedNs() {
        publication.subscribers().forEach(audience::heldUp);
        return audience.loopedNs.values().stream().mapToLong(ns -> ns).sum();
    }

    /** Bytes of log so far. */
    long position() {
        return position;
    }

    /** Its session becomes incomplete: a reader must lose it, and never receive an end. */
    void breakOff() {
        publication.breakOff();
        brokenOff = true;
        world.note(name, SimEvent.SESSION_BROKEN_OFF, "at " + committed);
    }

    boolean isBrokenOff() {
        return brokenOff;
    }

    /** One step of its close. */
    void close() {
        closing = true;
        publishing = true;
        closed = publication.tryClose();
        publishing = false;
        world.note(name, closed ? SimEvent.SESSION_CLOSED : SimEvent.CLOSING_STEP, "at " + committed);
    }

    /** Its process is killed. */
    void die() {
        dead = !closed;
    }

    /** Whether it has ever released a blocking reader. */
    boolean hasGivenUp(final String reader) {
        return audience.givenUp.contains(reader);
    }

    /** The first message for which it waited for a reader. */
    long joinedAt(final String reader) {
        return audience.joinedAt.getOrDefault(reader, Long.MAX_VALUE);
    }

    @Override
    public String toString() {
        return "session " + Long.toHexString(session()) + " of " + name + ", " + committed + " frames"
                + (brokenOff ? ", broken off" : "") + (closed ? ", closed" : "") + (dead ? ", dead" : "");
    }
}
