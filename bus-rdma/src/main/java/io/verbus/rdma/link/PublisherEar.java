package io.verbus.rdma.link;

import static io.verbus.rdma.link.PublisherWords.BEAT_OFFSET;
import static io.verbus.rdma.link.PublisherWords.JUMP_POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherWords.JUMP_SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherWords.POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherWords.SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherWords.SESSIONS_OFFSET;

import org.agrona.concurrent.UnsafeBuffer;

/** Hears a publisher's words: signs of life for the conductor, jumps for who polls. None is believed. */
public final class PublisherEar {
    private static final int MAX_SESSIONS = 1 << 20;

    private final UnsafeBuffer words;
    private volatile long beat;
    private volatile long position;
    private volatile long sequence;
    private volatile int sessions;

    /**
     * Of words that have not been said yet.
     *
     * @param words that the publisher writes
     */
    public PublisherEar(final UnsafeBuffer words) {
        this.words = words;
    }

    /** Hears the signs of life; returns what is wrong with them, null if nothing is. */
    String listen() {
        final long newBeat = Word.read(words, BEAT_OFFSET, beat);
        final long newPosition = Word.read(words, POSITION_OFFSET, position);
        final long newSequence = Word.read(words, SEQUENCE_OFFSET, sequence);
        final long newSessions = Word.read(words, SESSIONS_OFFSET, sessions);
        if (newBeat < beat || newPosition < position || newSequence < sequence) {
            return "its heartbeat goes back";
        }
        if (newSessions < 0 || newSessions > MAX_SESSIONS) {
            return "it says that it has " + newSessions + " sessions";
        }
        position = newPosition;
        sequence = newSequence;
        sessions = (int) newSessions;
        beat = newBeat;
        return null;
    }

    /** Where it jumps to, once an immediate has said that it does; negative if that was not said whole. */
    long jumpPosition() {
        return Word.read(words, JUMP_POSITION_OFFSET, -1);
    }

    long jumpSequence() {
        return Word.read(words, JUMP_SEQUENCE_OFFSET, -1);
    }

    long heard() {
        return beat;
    }

    long heardPosition() {
        return position;
    }

    long heardSequence() {
        return sequence;
    }

    int sessions() {
        return sessions;
    }
}
