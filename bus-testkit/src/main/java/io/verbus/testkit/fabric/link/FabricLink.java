package io.verbus.testkit.fabric.link;

import io.verbus.testkit.transport.Word;
import io.verbus.transport.Link;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/** One end of a connection. What is not volatile or final is guarded by the medium's lock. */
public abstract class FabricLink implements Link {
    final Medium medium;
    /** What it writes to the other end. */
    final Lane lane;
    /** What the other end writes. */
    final ControlWords words;
    /** Calls that may be made by one thread at a time. */
    final Guard guard;
    /** The memory that it was given. */
    final UnsafeBuffer ring;
    private final Station station;
    private final String peer;
    private FabricLink other;
    private volatile String endedBy;
    private boolean farewellSaid;
    private volatile boolean flushed;
    private volatile boolean closed;

    FabricLink(final Station station, final Station peer, final UnsafeBuffer ring, final ControlWords words) {
        this.medium = station.medium();
        this.station = station;
        this.lane = new Lane(medium.settings().requests());
        this.words = words;
        this.ring = ring;
        this.peer = peer.name();
        this.guard = new Guard(medium.contract(), toString());
    }

    /** The two ends of a connection know each other. */
    public void connect(final FabricLink otherEnd) {
        other = otherEnd;
    }

    public FabricLink other() {
        return other;
    }

    public Station station() {
        return station;
    }

    /** The other end's work gets here. */
    abstract void receive(Work work);

    /** Its own work is about to be delivered, answered or flushed. */
    abstract void check(Work work, String when);

    /** Its own work has been answered. */
    abstract void answered(Work work);

    /** Its own work is being answered. Gives whether that is done. */
    boolean isDone(final Work work) {
        return true;
    }

    @Override
    public void end(final String cause) {
        synchronized (medium) {
            if (endedBy == null) {
                endedBy = cause;
                medium.note(this + " ends: " + cause);
            }
        }
    }

    @Override
    public String endedBy() {
        return endedBy;
    }

    @Override
    public boolean isReleased() {
        guard.checkOpen("isReleased");
        return flushed;
    }

    @Override
    public void close() {
        synchronized (medium) {
            guard.close();
            final boolean released = flushed;
            closed = true;
            if (!released) { // its memory may be unmapped from now on
                lane.flush();
                flushed = true;
            }
            medium.contract().check(released, this, "close is called though it is not released");
            checkMapped();
        }
    }

    @Override
    public String peer() {
        return peer;
    }

    public boolean hasEnded() {
        return endedBy != null;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Some of what has arrived of words gets to memory. Gives whether there was anything. */
    public boolean land() {
        return words.land(medium.mood());
    }

    /** Whether nothing that has arrived has still to get to memory, or will never. */
    public boolean hasLanded() {
        return hasEnded() || words.isQuiet();
    }

    /** Some of what is under way is delivered, and some answered. Gives whether there was anything. */
    public boolean work(final long nowNs, final boolean isWayBackOpen) {
        final boolean any = lane.next() != null || isWayBackOpen && lane.unanswered() != null;
        while (lane.next() != null && medium.mood().isWilling()) {
            check(lane.next(), "delivered");
            other.receive(lane.next());
            lane.delivered();
        }
        while (isWayBackOpen && lane.unanswered() != null && medium.mood().isWilling()) {
            final Work work = lane.unanswered();
            if (isDone(work)) {
                check(work, "answered");
                lane.answered(nowNs);
                answered(work);
            }
        }
        if (!isWayBackOpen) {
            giveUp(nowNs);
        }
        return any;
    }

    /** Nothing moves, and the device is patient. */
    public void rest(final long nowNs) {
        lane.patient(nowNs);
    }

    /** Nothing is answered: the device ends it, after a while. */
    public void giveUp(final long nowNs) {
        if (lane.waitsNs(nowNs) >= medium.settings().retry().toNanos()) {
            end("no answer from " + peer + " for " + medium.settings().retry().toMillis()
                    + " ms: its host, or the way to it");
        }
    }

    /** Whether the other end is to be told still that this one has ended. */
    public boolean owesFarewell() {
        return hasEnded() && !farewellSaid;
    }

    /** The other end is told, unless that is lost. */
    public void farewell(final boolean arrives) {
        farewellSaid = true;
        if (arrives) {
            other.end(station.name() + " has disconnected");
        }
    }

    public boolean isFlushed() {
        return flushed;
    }

    /** The device is done with what was under way. */
    public void flush() {
        lane.unfinished().forEach(work -> check(work, "flushed"));
        lane.flush();
        flushed = true;
    }

    /** The process is dead, or has given it up: nobody looks at its memory. */
    public void die() {
        end("nobody is there any more");
        lane.flush();
        flushed = true;
        closed = true;
    }

    /** Nobody uses it any more, or ever did. */
    public void abandon(final String cause) {
        end(cause);
        if (!closed) {
            checkMapped();
            if (!flushed) {
                flush();
            }
            closed = true;
        }
    }

    /** The words that the other end writes here. */
    public Stream<Word> controlWords() {
        return IntStream.range(0, words.memory().capacity() / Long.BYTES)
                .mapToObj(i -> new Word(words.memory(), i * Long.BYTES, toString()));
    }

    /** How it stands, for a person. */
    public String describe() {
        return this + (endedBy == null ? "" : ", ended: " + endedBy) + (closed ? ", closed" : "") + ", room for "
                + lane.room() + ", " + stand();
    }

    abstract String stand();

    boolean isMapped() {
        return Mappings.has(ring);
    }

    private void checkMapped() {
        if (medium.mood().isThorough()) {
            medium.contract().check(isMapped(), this, "its memory was unmapped before close");
        }
    }
}
