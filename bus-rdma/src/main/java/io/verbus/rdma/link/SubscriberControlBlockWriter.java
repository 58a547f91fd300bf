package io.verbus.rdma.link;

import static io.verbus.rdma.link.SubscriberControlBlock.HEARTBEAT_OFFSET;
import static io.verbus.rdma.link.SubscriberControlBlock.CONSUMED_OFFSET;
import static io.verbus.rdma.link.SubscriberControlBlock.LEAVE_OFFSET;
import static io.verbus.rdma.link.SubscriberControlBlock.LENGTH;
import static io.verbus.rdma.link.SubscriberControlBlock.RECEIVES_OFFSET;

import io.verbus.net.connection.TryLock;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;

/**
 * Posts this subscriber's control block WRITEs and history READs. Shared by the polling thread (credit, READs) and the
 * conductor (heartbeats) under a try-lock; the loser retries in its next cycle. Every WRITE carries the whole control
 * block. A heartbeat also carries the consumed position, so a reader with a slow handler shows progress.
 */
public final class SubscriberControlBlockWriter {
    private final Epoch epoch;
    private final SendQueue requests;
    private final RegisteredBuffer words;
    private final RemoteMemory target;
    private final TryLock lock = new TryLock();
    private long heartbeats;
    /** Consumed position known to the publisher, or about to be: it may react before the WRITE completes. */
    private volatile long granted;

    /**
     * To a publisher.
     *
     * @param epoch of the link
     * @param requests of its queue pair
     * @param words local copy, {@link SubscriberControlBlock#LENGTH} long, to write from
     * @param target control block of the publisher, to write to
     * @param position start of the image
     */
    public SubscriberControlBlockWriter(final Epoch epoch, final SendQueue requests, final RegisteredBuffer words,
            final RemoteMemory target, final long position) {
        this.epoch = epoch;
        this.requests = requests;
        this.words = words;
        this.target = target;
        this.granted = position;
    }

    /** The position up to which credit was sent; any thread. */
    long granted() {
        return granted;
    }

    /** Sends credit; returns whether it was posted. */
    boolean sendCredit(final long consumed, final long receives) {
        if (!lock.tryLock()) {
            return false;
        }
        TornSafeLong.put(words.buffer(), RECEIVES_OFFSET, receives);
        final boolean posted = write(consumed, false) >= 0;
        lock.unlock();
        return posted;
    }

    void heartbeat(final long consumed) {
        if (lock.tryLock()) {
            TornSafeLong.put(words.buffer(), HEARTBEAT_OFFSET, ++heartbeats);
            write(consumed, false);
            lock.unlock();
        }
    }

    /** Announces the end of the subscription; returns the number of the request, negative if it was not posted. */
    long leave() {
        if (!lock.tryLock()) {
            return -1;
        }
        TornSafeLong.put(words.buffer(), LEAVE_OFFSET, 1);
        final long number = write(granted, true);
        lock.unlock();
        return number;
    }

    /** Starts a READ from the publisher; returns the number of the request, negative if it was not posted. */
    long read(final MemoryRegion into, final int offset, final int length, final long from, final int key) {
        if (!lock.tryLock()) {
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
        lock.unlock();
        return number;
    }

    /** Number of successful requests; negative if the lock is taken or the epoch has ended. */
    long completed() {
        if (!lock.tryLock()) {
            return -1;
        }
        takeCompletions();
        final long completed = epoch.hasEnded() ? -1 : requests.completed(); // flushed requests complete too
        lock.unlock();
        return completed;
    }

    private long write(final long consumed, final boolean signalled) {
        if (!hasRoom()) {
            return -1;
        }
        if (consumed > granted) { // else the other thread has sent a later position
            granted = consumed;
            TornSafeLong.put(words.buffer(), CONSUMED_OFFSET, consumed);
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
            takeCompletions();
        }
        return !epoch.hasEnded() && requests.room() >= 1;
    }

    private void post() {
        final int result = requests.post(1);
        if (result < 0) {
            epoch.end(EpochCauses.post(result, epoch.peer()));
        }
    }

    private void takeCompletions() {
        final int status = requests.reap();
        if (status != Status.SUCCESS) {
            epoch.failed(status, EpochCauses.completion(status, epoch.peer(), epoch.route()));
        }
    }
}
