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
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;

/**
 * Says a subscriber's words: credit on the polling thread, signs of life on the conductor. Whoever comes when it is the
 * other's turn goes away again. All words go in one write, so each says the newest of the other's too.
 */
public final class SubscriberVoice {
    private final Epoch epoch;
    private final Requests requests;
    private final Block words;
    private final RemoteMemory target;
    private final Turn turn = new Turn();
    private long beats;

    /**
     * To a publisher.
     *
     * @param epoch that it speaks in
     * @param requests of its queue pair
     * @param words ours, {@link SubscriberWords#LENGTH} long, to write from
     * @param target the publisher's, to write to
     */
    public SubscriberVoice(final Epoch epoch, final Requests requests, final Block words,
            final RemoteMemory target) {
        this.epoch = epoch;
        this.requests = requests;
        this.words = words;
        this.target = target;
    }

    /** Grants credit; returns whether it was said. */
    boolean give(final long consumed, final long receives) {
        if (!turn.tryTake()) {
            return false;
        }
        Word.put(words.buffer(), CONSUMED_OFFSET, consumed);
        Word.put(words.buffer(), RECEIVES_OFFSET, receives);
        final boolean said = say(false) >= 0;
        turn.release();
        return said;
    }

    void beat() {
        if (turn.tryTake()) {
            Word.put(words.buffer(), BEAT_OFFSET, ++beats);
            say(false);
            turn.release();
        }
    }

    /** Says farewell; returns the number of the request, negative if it could not be said. */
    long leave() {
        if (!turn.tryTake()) {
            return -1;
        }
        Word.put(words.buffer(), LEAVE_OFFSET, 1);
        final long number = say(true);
        turn.release();
        return number;
    }

    /** How many requests are finished; negative if it is not our turn. */
    long completed() {
        if (!turn.tryTake()) {
            return -1;
        }
        takeIn();
        final long completed = requests.completed();
        turn.release();
        return completed;
    }

    private long say(final boolean signalled) {
        if (requests.room() < 1) {
            takeIn();
        }
        if (epoch.hasEnded() || requests.room() < 1) {
            return -1;
        }
        final long number = requests.next();
        requests.chain()
                .operation(0, WorkRequests.WRITE, requests.flags(0, LENGTH, signalled), number, 0)
                .local(0, words.address(), LENGTH, words.localKey())
                .remote(0, target.address(), target.key());
        final int result = requests.post(1);
        if (result < 0) {
            epoch.end(Causes.post(result, epoch.peer()));
        }
        return number;
    }

    private void takeIn() {
        final int status = requests.reap();
        if (status != Status.SUCCESS) {
            epoch.end(Causes.completion(status, epoch.peer(), epoch.route()));
        }
    }
}
