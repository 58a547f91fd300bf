package io.verbus.rdma.link;

import static io.verbus.rdma.link.PublisherControlBlock.HEARTBEAT_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.JUMP_POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.JUMP_SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.SESSIONS_OFFSET;

import io.verbus.net.link.SessionCount;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a publisher's control block: heartbeats for the conductor, jumps for the polling thread. All words are checked.
 * A device may place an older heartbeat after a newer one, so a lower word than the known one is ignored; jump words
 * are covered by their immediate, and are written again only after the jump is confirmed.
 */
public final class PublisherControlBlockReader {
    private final UnsafeBuffer words;
    private volatile long heartbeat;
    private volatile long position;
    private volatile long sequence;
    private volatile int sessions;
    private volatile boolean silent;

    /**
     * For a control block without values.
     *
     * @param words that the publisher writes
     */
    public PublisherControlBlockReader(final UnsafeBuffer words) {
        this.words = words;
    }

    /** Reads the heartbeat words; returns the violation, null if there is none. */
    String read() {
        final long newHeartbeat = TornSafeLong.read(words, HEARTBEAT_OFFSET, heartbeat);
        final long newPosition = TornSafeLong.read(words, POSITION_OFFSET, position);
        final long newSequence = TornSafeLong.read(words, SEQUENCE_OFFSET, sequence);
        final long word = TornSafeLong.read(words, SESSIONS_OFFSET, SessionCount.word(sessions, silent));
        final String violation = SessionCount.violation(word);
        if (violation != null) {
            return violation;
        }
        position = Math.max(position, newPosition);
        sequence = Math.max(sequence, newSequence);
        if (newHeartbeat >= heartbeat) { // the number of sessions may decrease, so the heartbeat shows its age
            sessions = SessionCount.sessions((int) word);
            silent = SessionCount.isSilent((int) word);
            heartbeat = newHeartbeat;
        }
        return null;
    }

    /** The jump target, after an immediate has announced a jump; negative if the word is torn. */
    long jumpPosition() {
        return TornSafeLong.read(words, JUMP_POSITION_OFFSET, -1);
    }

    long jumpSequence() {
        return TornSafeLong.read(words, JUMP_SEQUENCE_OFFSET, -1);
    }

    long heartbeat() {
        return heartbeat;
    }

    long position() {
        return position;
    }

    long sequence() {
        return sequence;
    }

    boolean isSilent() {
        return silent;
    }

    int sessions() {
        return sessions;
    }
}
