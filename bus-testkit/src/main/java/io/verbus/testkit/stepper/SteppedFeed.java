package io.verbus.testkit.stepper;

import io.verbus.Session;
import io.verbus.support.Payloads;
import io.verbus.testkit.oracle.Published;
import org.agrona.DirectBuffer;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * The reference for one session: the messages that its publisher has committed. Every byte of a message follows from
 * session and sequence, so that a torn message is detected.
 */
final class SteppedFeed implements Published {
    /** In place of a length: a frame in which no message begins. */
    private static final int CONTINUED = -1;

    private final long id;
    private final String publisher;
    private final long startedEpochNs;
    private final IntArrayList lengths = new IntArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final Payloads payloads;
    private boolean ended;
    private boolean dead;
    private boolean closed;
    private long lastBeatNs;

    SteppedFeed(final Session session, final String publisher, final long nowNs) {
        this.id = session.id();
        this.startedEpochNs = session.startedEpochNs();
        this.publisher = publisher;
        this.lastBeatNs = nowNs;
        this.payloads = new Payloads(id, sequence -> lengths.getInt((int) sequence));
    }

    long id() {
        return id;
    }

    @Override
    public long committed() {
        return lengths.size();
    }

    /** Position after the newest frame. */
    long position() {
        return ends.isEmpty() ? 0 : ends.getLong(ends.size() - 1);
    }

    /** Position after a frame. */
    long end(final long sequence) {
        return ends.getLong((int) sequence);
    }

    /** A message has become visible. */
    void commit(final int length, final int frames, final long position) {
        for (int i = 0; i < frames; i++) {
            lengths.addInt(i == 0 ? length : CONTINUED);
            ends.addLong(position);
        }
    }

    @Override
    public long beginning(final long sequence) {
        long next = Math.max(0, sequence);
        while (next < lengths.size() && lengths.getInt((int) next) == CONTINUED) {
            next++;
        }
        return next;
    }

    @Override
    public boolean isMessage(final long sequence, final int frames) {
        return beginning(sequence) == sequence && beginning(sequence + 1) == sequence + frames;
    }

    Payloads payloads() {
        return payloads;
    }

    /** Describes the first error in a message; null if every byte is correct. */
    String fault(final DirectBuffer buffer, final int offset, final int length, final long sequence) {
        if (sequence < 0 || sequence >= committed()) {
            return "message " + sequence + " was never committed";
        }
        return payloads.fault(buffer, offset, length, sequence);
    }

    /** The end frame is in the log. */
    void end() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Its publication was closed, with an end frame or without. */
    void close() {
        closed = true;
    }

    /** Its process was killed before the close. */
    void die() {
        dead = !closed;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether a new subscription skips it: its publisher is dead, and that session restarted it. */
    boolean isSupersededBy(final SteppedFeed restart) {
        return dead && !restart.dead && restart.publisher.equals(publisher)
                && restart.startedEpochNs > startedEpochNs;
    }

    /** Whether it can receive no more messages. */
    boolean isOver() {
        return dead || closed;
    }

    void beat(final long nowNs) {
        lastBeatNs = nowNs;
    }

    long lastBeatNs() {
        return lastBeatNs;
    }

    @Override
    public String toString() {
        return "session " + Long.toHexString(id);
    }
}
