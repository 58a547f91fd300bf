package io.verbus.rdma.link;

import static io.verbus.rdma.link.PublisherControlBlock.HEARTBEAT_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.JUMP_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.JUMP_POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.JUMP_SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.LENGTH;
import static io.verbus.rdma.link.PublisherControlBlock.POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherControlBlock.SESSIONS_OFFSET;

import io.verbus.net.link.SessionCount;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.net.link.SessionCount;
import io.verbus.rdma.verbs.WorkRequests;

/** Writes a publisher's control block in the subscriber's memory. By the owner of the cursor. */
public final class PublisherControlBlockWriter {
    private final RegisteredBuffer words;
    private final RemoteMemory target;
    private final PositionMessages positions;
    private volatile int sessions;
    private boolean silent;
    private long heartbeats;

    /**
     * To a subscriber.
     *
     * @param words local copy, {@link PublisherControlBlock#LENGTH} long, to write from
     * @param target control block of the subscriber, to write to
     * @param positions messages that announce jumps; null if they are announced by immediates
     */
    public PublisherControlBlockWriter(final RegisteredBuffer words, final RemoteMemory target,
            final PositionMessages positions) {
        this.positions = positions;
        this.words = words;
        this.target = target;
    }

    void sessions(final int count) {
        sessions = count;
    }

    /** Sets whether the publisher of the log's session is silent. */
    void silent(final boolean isSilent) {
        silent = isSilent;
    }

    /**
     * Prepares a heartbeat. A word that an earlier request still reads may be sent torn; the next heartbeat is whole.
     */
    void heartbeat(final SendQueue requests, final long position, final long sequence) {
        TornSafeLong.put(words.buffer(), HEARTBEAT_OFFSET, ++heartbeats);
        TornSafeLong.put(words.buffer(), POSITION_OFFSET, position);
        TornSafeLong.put(words.buffer(), SEQUENCE_OFFSET, sequence);
        TornSafeLong.put(words.buffer(), SESSIONS_OFFSET, SessionCount.word(sessions, silent));
        prepare(requests, WorkRequests.WRITE, 0, HEARTBEAT_OFFSET, JUMP_OFFSET - HEARTBEAT_OFFSET, false);
    }

    /**
     * Prepares a jump; returns the number of requests. The jump words stay unchanged until the subscriber has confirmed
     * it.
     */
    int jump(final SendQueue requests, final int immediate, final long position, final long sequence) {
        TornSafeLong.put(words.buffer(), JUMP_POSITION_OFFSET, position);
        TornSafeLong.put(words.buffer(), JUMP_SEQUENCE_OFFSET, sequence);
        if (positions == null) {
            prepare(requests, WorkRequests.WRITE_WITH_IMMEDIATE, immediate, JUMP_OFFSET, LENGTH - JUMP_OFFSET, true);
            return 1;
        }
        prepare(requests, WorkRequests.WRITE, 0, JUMP_OFFSET, LENGTH - JUMP_OFFSET, false);
        positions.prepare(requests, 1, immediate, true);
        return 2;
    }

    private void prepare(final SendQueue requests, final int operation, final int immediate, final int offset,
            final int length, final boolean signalled) {
        requests.chain()
                .operation(0, operation, requests.flags(0, length, signalled), requests.next(), immediate)
                .local(0, words.address() + offset, length, words.localKey())
                .remote(0, target.address() + offset, target.key());
    }
}
