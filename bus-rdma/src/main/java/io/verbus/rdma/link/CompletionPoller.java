package io.verbus.rdma.link;

import io.verbus.BusException;
import io.verbus.net.connection.PendingConnections;
import io.verbus.net.connection.TryLock;
import io.verbus.net.link.CreditingPoller;
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.concurrent.NanoClock;

/**
 * The completion queues of a device for all images of a polling thread, with room for all completions that their queue
 * pairs can hold: one, and another when that is full, as some devices have short ones. Completions outlive their queue
 * pair, so they carry the epoch. The slot of a closed image is reused only after the queue was seen empty.
 *
 * <p>The polling thread takes the try-lock in each poll. The conductor takes it, if it is free, while an image is
 * joining, so that it joins although the thread does not poll.
 */
public final class CompletionPoller extends CreditingPoller {
    private static final int BATCH = 32;
    private static final int NEVER = -2;
    /** That the first queue of a device has room for; a further one doubles the room. */
    private static final int FIRST_IMAGES = 8;
    /** Bound of batches per poll. */
    private static final int MAX_BATCHES = 8;
    /** Attempts to find a slot: a slot is free after the queues, which may be full, were seen empty twice. */
    private static final int ATTEMPTS = 128;

    private final int maxImages;
    private final PendingConnections<ArrivalSlot> pending = new PendingConnections<>();
    private final AtomicReferenceArray<ArrivalSlot> slots;
    private final TryLock lock = new TryLock();
    /** For each slot, the queue with its completions, also those of a closed image; null if there are none. */
    private final CompletionQueue[] places;
    /** For each slot, its maximum completions. */
    private final int[] entries;
    /** For each slot, how often the queues had been seen empty when it was freed. */
    private final long[] freedAt;
    private volatile CompletionQueue[] queues = new CompletionQueue[0];
    /** No longer polled: they have failed. Conductor only. */
    private final List<CompletionQueue> dropped = new ArrayList<>();
    /** Slots of images, and of outgoing connections that may become images. */
    private int images;
    private int epochs;
    private final AtomicLong emptyCount = new AtomicLong();

    /**
     * For one polling thread.
     *
     * @param maxImages at the same time
     * @param clock monotonic
     */
    public CompletionPoller(final int maxImages, final NanoClock clock) {
        super(clock);
        this.maxImages = maxImages;
        this.slots = new AtomicReferenceArray<>(maxImages + PendingConnections.MAX);
        this.places = new CompletionQueue[slots.length()];
        this.entries = new int[slots.length()];
        this.freedAt = new long[slots.length()];
        Arrays.fill(freedAt, NEVER);
    }

    @Override
    public int poll() {
        if (!lock.tryLock()) {
            return 0; // the conductor polls
        }
        try {
            sendDueCredit();
            final int count = drain();
            polled(count);
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Polls for an image that is joining. By the conductor. */
    public void pollByConductor() {
        if (lock.tryLock()) {
            try {
                drain();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether no poll is in progress; the next poll sees all that the caller has stored before. By the conductor. */
    boolean isBetweenPolls() {
        final boolean between = lock.tryLock();
        if (between) {
            lock.unlock();
        }
        return between;
    }

    private int drain() {
        int total = 0;
        boolean empty = true;
        for (final CompletionQueue queue : queues) {
            if (queue.hasFailed()) {
                continue; // its epochs have ended, or end now
            }
            int batches = 0;
            int count;
            do {
                count = queue.poll();
                for (int i = 0; i < count; i++) {
                    take(queue, i);
                }
                total += Math.max(count, 0);
                if (count < 0) {
                    fail(queue);
                }
            } while (count == BATCH && ++batches < MAX_BATCHES); // fewer: the queue was empty
            empty &= count < BATCH;
        }
        if (empty) {
            emptyCount.setRelease(emptyCount.getPlain() + 1); // under the lock: no fence per empty poll
        }
        return total;
    }

    private void take(final CompletionQueue queue, final int i) {
        final long id = queue.id(i);
        final ArrivalSlot slot = slots.get(ArrivalSlot.index(id));
        if (slot != null && slot.owns(id)) {
            slot.take(i);
        }
    }

    /** Ends all images of a queue, once; the next image gets a new one. */
    private void fail(final CompletionQueue queue) {
        for (int i = 0; i < slots.length(); i++) {
            final ArrivalSlot slot = slots.get(i);
            if (slot != null && slot.queue() == queue) {
                slot.fail(Status.QUEUE_FAILED);
            }
        }
    }

    @Override
    protected void sendCredit(final boolean all) {
        for (int i = 0; i < slots.length(); i++) {
            final ArrivalSlot slot = slots.get(i);
            final SubscriberLink link = slot == null ? null : slot.link();
            if (link != null) {
                link.sendCredit(all);
            }
        }
    }

    /**
     * Allocates a slot for an image of an outgoing connection. By the conductor.
     *
     * @param device of its connection
     * @param imageReceives maximum receives of its queue pair
     * @return the slot
     * @throws BusException if there is none
     */
    public ArrivalSlot admit(final Device device, final int imageReceives) {
        checkRoom();
        final ArrivalSlot slot = place(device, imageReceives);
        images++;
        return slot;
    }

    /**
     * Allocates a slot for the handshake of an incoming connection. These slots are few, and until {@link #prove} a
     * slot is taken away when more connections arrive. By the conductor.
     *
     * @param device of its connection
     * @param imageReceives maximum receives of its queue pair
     * @param address of the peer's host
     * @param giveUp closes the connection, and dismisses the slot
     * @return the slot
     * @throws BusException if there is none
     */
    public ArrivalSlot admitPending(final Device device, final int imageReceives, final String address,
            final Runnable giveUp) {
        pending.makeRoom();
        final ArrivalSlot slot = place(device, imageReceives);
        pending.add(slot, address, giveUp);
        return slot;
    }

    /**
     * Turns an incoming connection into an image: the peer has proven that it publishes. By the conductor.
     *
     * @param slot of it
     * @throws BusException if this thread already has its maximum of images
     */
    public void prove(final ArrivalSlot slot) {
        if (pending.remove(slot)) {
            images++; // dismissed as an image if there is no room
            if (images > maxImages) {
                throw noRoom();
            }
        }
    }

    private void checkRoom() {
        if (images >= maxImages) {
            throw noRoom();
        }
    }

    private BusException noRoom() {
        return new BusException("no room for another image: this polling thread has its maximum of " + maxImages
                + ": poll the next subscription by another thread");
    }

    private ArrivalSlot place(final Device device, final int imageReceives) {
        final int needed = imageReceives + ArrivalSlot.MAX_MESSAGES;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            release();
            for (int i = 0; i < slots.length(); i++) {
                if (slots.get(i) == null && places[i] == null) {
                    final CompletionQueue queue = withRoom(device, needed);
                    places[i] = queue;
                    entries[i] = needed;
                    final ArrivalSlot slot = new ArrivalSlot(queue, i, ++epochs);
                    slots.set(i, slot);
                    if (queue.hasFailed()) { // since then; the polling thread may not have seen the slot
                        slot.fail(Status.QUEUE_FAILED);
                    }
                    return slot;
                }
            }
            pollByConductor(); // closed connections may have left completions
        }
        throw new BusException("no room for another connection: this polling thread does not process the completions"
                + " of ended connections: poll its subscriptions");
    }

    /** Releases the places of closed images of which the queues have no completions any more. */
    private void release() {
        for (int i = 0; i < places.length; i++) {
            if (slots.get(i) == null && emptyCount.get() > freedAt[i] + 1) {
                places[i] = null;
            }
        }
    }

    /**
     * Frees the slot of an image. By the conductor, after its queue pair is destroyed.
     *
     * @param slot to free
     */
    public void dismiss(final ArrivalSlot slot) {
        if (!pending.remove(slot)) {
            images--;
        }
        final int index = ArrivalSlot.index(slot.tag());
        freedAt[index] = emptyCount.get();
        slots.set(index, null);
        dropFailed();
    }

    /** A queue of the device that has room for the completions of one more image; a new one if there is none. */
    private CompletionQueue withRoom(final Device device, final int needed) {
        int images = 0;
        for (final CompletionQueue queue : queues) {
            if (queue.device() == device && !queue.hasFailed()) {
                if (queue.capacity() - occupied(queue) >= needed) {
                    return queue;
                }
                images += count(queue);
            }
        }
        return open(device, needed, Math.max(FIRST_IMAGES, images));
    }

    private int occupied(final CompletionQueue queue) {
        int sum = 0;
        for (int i = 0; i < places.length; i++) {
            sum += places[i] == queue ? entries[i] : 0;
        }
        return sum;
    }

    private int count(final CompletionQueue queue) {
        return (int) Arrays.stream(places).filter(place -> place == queue).count();
    }

    private CompletionQueue open(final Device device, final int needed, final int images) {
        if (needed > device.maxCompletions()) {
            throw new BusException("an image with " + (needed - ArrivalSlot.MAX_MESSAGES)
                    + " receives exceeds the completion queue of " + device.name() + ", max_cqe "
                    + device.maxCompletions() + ": use at most "
                    + (device.maxCompletions() - ArrivalSlot.MAX_MESSAGES) + " receives");
        }
        final int size = Math.min(images, slots.length());
        final CompletionQueue opened = device.createCompletionQueue(
                (int) Math.min((long) size * needed, device.maxCompletions()), BATCH);
        final CompletionQueue[] more = Arrays.copyOf(queues, queues.length + 1);
        more[queues.length] = opened;
        queues = more;
        dropFailed();
        return opened;
    }

    /** Stops polling the queues that have failed, and those of lost devices. By the conductor. */
    public void dropFailed() {
        final List<CompletionQueue> usable = new ArrayList<>();
        for (final CompletionQueue queue : queues) {
            (queue.hasFailed() ? dropped : usable).add(queue);
        }
        if (usable.size() < queues.length) {
            queues = usable.toArray(CompletionQueue[]::new);
        }
        closeDropped();
    }

    /** Closes the dropped queues that no queue pair uses. By the conductor, while the polling thread does not poll. */
    public void closeDropped() {
        if (dropped.isEmpty() || !lock.tryLock()) {
            return;
        }
        try {
            final List<CompletionQueue> unused = dropped.stream().filter(queue -> !isUsed(queue)).toList();
            dropped.removeAll(unused); // also one that cannot be closed
            CloseHelper.closeAll(new ArrayDeque<>(unused));
        } finally {
            lock.unlock();
        }
    }

    private boolean isUsed(final CompletionQueue queue) {
        for (int i = 0; i < slots.length(); i++) {
            final ArrivalSlot slot = slots.get(i);
            if (slot != null && slot.queue() == queue) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        final ArrayDeque<AutoCloseable> all = new ArrayDeque<>(dropped);
        all.addAll(Arrays.asList(queues));
        queues = new CompletionQueue[0];
        dropped.clear();
        CloseHelper.closeAll(all);
    }
}
