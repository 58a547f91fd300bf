package io.verbus.rdma.link;

import static io.verbus.rdma.link.PublisherWords.HEARTBEAT_OFFSET;
import static io.verbus.rdma.link.PublisherWords.JUMP_OFFSET;
import static io.verbus.rdma.link.PublisherWords.JUMP_POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherWords.JUMP_SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherWords.LENGTH;
import static io.verbus.rdma.link.PublisherWords.POSITION_OFFSET;
import static io.verbus.rdma.link.PublisherWords.SEQUENCE_OFFSET;
import static io.verbus.rdma.link.PublisherWords.SESSIONS_OFFSET;

import io.verbus.rdma.epoch.Block;
import io.verbus.rdma.epoch.Requests;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.verbs.WorkRequests;

/** Writes a publisher's control block in the subscriber's memory. The caller holds the try-lock of the link. */
public final class PublisherVoice {
    private final Block words;
    private final RemoteMemory target;
    private volatile int sessions;
    private long heartbeats;

    /**
     * To a subscriber.
     *
     * @param words local copy, {@link PublisherWords#LENGTH} long, to write from
     * @param target control block of the subscriber, to write to
     */
    public PublisherVoice(final Block words, final RemoteMemory target) {
        this.words = words;
        this.target = target;
    }

    void sessions(final int count) {
        sessions = count;
    }

    /**
     * Prepares a heartbeat. A word that an earlier request still reads may be sent torn; the next heartbeat is whole.
     */
    void heartbeat(final Requests requests, final long position, final long sequence) {
        Word.put(words.buffer(), HEARTBEAT_OFFSET, ++heartbeats);
        Word.put(words.buffer(), POSITION_OFFSET, position);
        Word.put(words.buffer(), SEQUENCE_OFFSET, sequence);
        Word.put(words.buffer(), SESSIONS_OFFSET, sessions);
        prepare(requests, WorkRequests.WRITE, 0, HEARTBEAT_OFFSET, JUMP_OFFSET - HEARTBEAT_OFFSET, false);
    }

    /** Prepares a jump. The jump words stay unchanged until the subscriber has confirmed it. */
    void jump(final Requests requests, final int immediate, final long position, final long sequence) {
        Word.put(words.buffer(), JUMP_POSITION_OFFSET, position);
        Word.put(words.buffer(), JUMP_SEQUENCE_OFFSET, sequence);
        prepare(requests, WorkRequests.WRITE_WITH_IMMEDIATE, immediate, JUMP_OFFSET, LENGTH - JUMP_OFFSET, true);
    }

    private void prepare(final Requests requests, final int operation, final int immediate, final int offset,
            final int length, final boolean signalled) {
        requests.chain()
                .operation(0, operation, requests.flags(0, length, signalled), requests.next(), immediate)
                .local(0, words.address() + offset, length, words.localKey())
                .remote(0, target.address() + offset, target.key());
    }
}
