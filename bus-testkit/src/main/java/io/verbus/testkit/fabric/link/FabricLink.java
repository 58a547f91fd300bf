package io.verbus.testkit.fabric.link;

import io.verbus.spi.Link;
import io.verbus.testkit.transport.PeerWord;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/** One end of a connection. Fields that are neither volatile nor final are guarded by the medium's lock. */
public abstract class FabricLink implements Link {
    final Medium medium;
    /** Its requests to the other end. */
    final Lane lane;
    /** Words that the other end writes. */
    final ControlWords words;
    /** Calls that only one thread may make at a time. */
    final Guard guard;
    /** The memory that it was given. */
    final UnsafeBuffer ring;
    private final Station station;
    private final String peer;
    private FabricLink other;
    private volatile String endedBy;
    private boolean disconnectSent;
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

    /** Connects the two ends. */
    public void connect(final FabricLink otherEnd) {
        other = otherEnd;
    }

    public FabricLink other() {
        return other;
    }

    public Station station() {
        return station;
    }

    /** Receives a request of the other end. */
    abstract void receive(Work work);

    /** Checks a request that is about to be delivered, answered or flushed. */
    abstract void check(Work work, String when);

    /** A request of this end was answered. */
    abstract void answered(Work work);

    /** Continues the answer to a request of this end. Returns whether it is complete. */
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
            medium.contract().check(released, this, "close before release");
            checkMapped();
        }
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public String medium() {
        return "simulated";
    }

    public boolean hasEnded() {
        return endedBy != null;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Lands some of the arrived control words. Returns whether there were any. */
    public boolean land() {
        return words.land(medium.random());
    }

    /** Whether all arrived data is in memory, or never will be. */
    public boolean hasLanded() {
        return hasEnded() || words.isQuiet();
    }

    /** Delivers some of the requests in flight, and answers some. Returns whether there were any. */
    public boolean work(final long nowNs, final boolean isWayBackOpen) {
        final boolean any = lane.next() != null || isWayBackOpen && lane.unanswered() != null;
        while (lane.next() != null && medium.random().happensNow()) {
            check(lane.next(), "delivered");
            other.receive(lane.next());
            lane.delivered();
        }
        while (isWayBackOpen && lane.unanswered() != null && medium.random().happensNow()) {
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

    /** Nothing moves, and the device does not time out. */
    public void rest(final long nowNs) {
        lane.patient(nowNs);
    }

    /** Nothing is answered: the device ends the connection after a timeout. */
    public void giveUp(final long nowNs) {
        if (lane.waitsNs(nowNs) >= medium.settings().retry().toNanos()) {
            end("no answer from " + peer + " for " + medium.settings().retry().toMillis()
                    + " ms: its host or the path to it failed");
        }
    }

    /** Whether the other end has not yet been notified of this end's disconnect. */
    public boolean owesDisconnect() {
        return hasEnded() && !disconnectSent;
    }

    /** Notifies the other end of the disconnect, unless the notification is lost. */
    public void disconnect(final boolean arrives) {
        disconnectSent = true;
        if (arrives) {
            other.end(station.name() + " has disconnected");
        }
    }

    public boolean isFlushed() {
        return flushed;
    }

    /** Flushes the requests in flight. */
    public void flush() {
        lane.unfinished().forEach(work -> check(work, "flushed"));
        lane.flush();
        flushed = true;
    }

    /** The process is dead, or has abandoned the link: its memory is not accessed any more. */
    public void die() {
        end("the peer's process ended");
        lane.flush();
        flushed = true;
        closed = true;
    }

    /** The link is not used any more, or never was. */
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
    public Stream<PeerWord> controlWords() {
        return IntStream.range(0, words.memory().capacity() / Long.BYTES)
                .mapToObj(i -> new PeerWord(words.memory(), i * Long.BYTES, toString()));
    }

    /** Its state, in readable form. */
    public String describe() {
        return this + (endedBy == null ? "" : ", ended: " + endedBy) + (closed ? ", closed" : "") + ", room for "
                + lane.room() + ", " + stand();
    }

    abstract String stand();

    boolean isMapped() {
        return Mappings.has(ring);
    }

    private void checkMapped() {
        if (medium.random().checksNow()) {
            medium.contract().check(isMapped(), this, "memory unmapped before close");
        }
    }
}
