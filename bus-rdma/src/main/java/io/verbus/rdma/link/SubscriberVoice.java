package io.verbus.rdma.link;

import static io.verbus.rdma.link.SubscriberWords.BEAT_OFFSET;
import static io.verbus.rdma.link.SubscriberWords.CONSUMED_OFFSET;
import static io.verbus.rdma.link.SubscriberWords.LEAVE_OFFSET;
import static io.verbus.rdma.link.SubscriberWords.LENGTH;
import static io.verbus.rdma.link.SubscriberWords.RECEIVES_OFFSET;

import io.verbus.rdma.epoch.Block;
import io.verbus.rdma.epoch.Causes;
import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.epoch.Requests;
import io.verbus.rdma.epoch.Turn;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;

/**
 * What a subscriber has its device do: words are said and history is read. Credit and history are the polling thread's,
 * signs of life the conductor's; whoever comes when it is the other's turn goes away again. All words go in one write,
 * so each says the newest of the other's too; a sign of life says what is consumed besides, so a reader whose handler
 * takes long shows progress.
 */
public final class SubscriberVoice {
    private final Epoch epoch;
    private final Requests requests;
    private final Block words;
    private final RemoteMemory target;
    private final Turn turn = new Turn();
    private long beats;
    /** What the publisher knows to be consumed, or will in a moment: it may answer before the words are said. */
    private volatile long given;

    /**
     * To a publisher.
     *
     * @param epoch that it speaks in
     * @param requests of its queue pair
     * @param words ours, {@link SubscriberWords#LENGTH} long, to write from
     * @param target the publisher's, to write to
     * @param position where the image begins
     */
    public SubscriberVoice(final Epoch epoch, final Requests requests, final Block words,
            final RemoteMemory target, final long position) {
        this.epoch = epoch;
        this.requests = requests;
        this.words = words;
        this.target = target;
        this.given = position;
    }

    /** The position up to which credit was given; any thread. */
    long given() {
        return given;
    }

    /** Grants credit; returns whether it was said. */
    boolean give(final long consumed, final long receives) {
        if (!turn.tryTake()) {
            return false;
        }
        Word.put(words.buffer(), RECEIVES_OFFSET, receives);
        final boolean said = say(consumed, false) >= 0;
        turn.release();
        return said;
    }

    void beat(final long consumed) {
        if (turn.tryTake()) {
            Word.put(words.buffer(), BEAT_OFFSET, ++beats);
            say(consumed, false);
            turn.release();
        }
    }

    /** Says farewell; returns the number of the request, negative if it could not be said. */
    long leave() {
        if (!turn.tryTake()) {
            return -1;
        }
        Word.put(words.buffer(), LEAVE_OFFSET, 1);
        final long number = say(given, true);
        turn.release();
        return number;
    }

    /** Begins to read from the publisher; returns the number of the request, negative if that can't be done now. */
    long read(final MemoryRegion into, final int offset, final int length, final long from, final int key) {
        if (!turn.tryTake()) {
            return -1;
        }
        final long number = hasRoom() ? requests.next() : -1;
        if (number >= 0) {
            requests.chain()
                    .operation(0, WorkRequests.READ, requests.flags(0, length, true) & ~WorkRequests.INLINE, number, 0)
                    .local(0, into.address() + offset, length, into.localKey())
                    .remote(0, from, key);
            post();
        }
        turn.release();
        return number;
    }

    /** How many requests are finished, and have done what they were to; negative if it is not our turn, or too late. */
    long completed() {
        if (!turn.tryTake()) {
            return -1;
        }
        takeIn();
        final long completed = epoch.hasEnded() ? -1 : requests.completed(); // what is flushed comes back too
        turn.release();
        return completed;
    }

    private long say(final long consumed, final boolean signalled) {
        if (!hasRoom()) {
            return -1;
        }
        if (consumed > given) { // else the other has said more meanwhile
            given = consumed;
            Word.put(words.buffer(), CONSUMED_OFFSET, consumed);
        }
        final long number = requests.next();
        requests.chain()
                .operation(0, WorkRequests.WRITE, requests.flags(0, LENGTH, signalled), number, 0)
                .local(0, words.address(), LENGTH, words.localKey())
                .remote(0, target.address(), target.key());
        post();
        return number;
    }

    private boolean hasRoom() {
        if (requests.room() < 1) {
            takeIn();
        }
        return !epoch.hasEnded() && requests.room() >= 1;
    }

    private void post() {
        final int result = requests.post(1);
        if (result < 0) {
            epoch.end(Causes.post(result, epoch.peer()));
        }
    }

    private void takeIn() {
        final int status = requests.reap();
        if (status != Status.SUCCESS) {
            epoch.end(Causes.completion(status, epoch.peer(), epoch.route()));
        }
    }
}
