package io.verbus.rdma.link;

import io.verbus.BusException;
import io.verbus.rdma.epoch.Turn;
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.Device;
import io.verbus.transport.Arrivals;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.concurrent.NanoClock;

/**
 * One completion queue a device for all images of a polling thread, with room for all that their queue pairs can ever
 * hold. Completions outlive their queue pair, so they carry the epoch, and the place of an image that is gone is given
 * again only when the queue has been seen empty.
 *
 * <p>The polling thread takes the turn at each poll. The conductor takes it when it can get it and an image is joining,
 * so that it joins though nobody polls.
 */
public final class RdmaArrivals implements Arrivals {
    private static final int BATCH = 32;
    private static final int NEVER = -2;
    private static final int MIN_RECEIVES = 256;
    /** Batches that one poll takes at most, so that it comes back. */
    private static final int MAX_BATCHES = 8;
    /** Times that room is looked for: a place is free when the queues, which may be full, were seen empty twice. */
    private static final int ATTEMPTS = 128;
    /** The clock is looked at once in so many empty polls, a power of two: it costs as much as they do. */
    private static final int EMPTY_POLLS_A_LOOK = 16;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final NanoClock clock;
    private final int maxImages;
    private final HalfMade<ArrivalSlot> halfMade = new HalfMade<>();
    private final AtomicReferenceArray<ArrivalSlot> slots;
    private final Turn turn = new Turn();
    /** For each place, how often the queues had been seen empty when it was given back. */
    private final long[] freedAt;
    private volatile CompletionQueue[] queues = new CompletionQueue[0];
    /** Places of images, and of connections of our own that may become some. */
    private int images;
    /** What the queues have room for, for each image. */
    private int receives = MIN_RECEIVES;
    private int epochs;
    private final AtomicLong emptied = new AtomicLong();
    private volatile boolean creditDue;
    private volatile boolean creditLeft;
    private int emptyPolls;
    private boolean idle;
    private long idleSinceNs;

    /**
     * For one polling thread.
     *
     * @param maxImages that it can have at once
     * @param clock monotonic
     */
    public RdmaArrivals(final int maxImages, final NanoClock clock) {
        this.clock = clock;
        this.maxImages = maxImages;
        this.slots = new AtomicReferenceArray<>(maxImages + HalfMade.MAX);
        this.freedAt = new long[slots.length()];
        Arrays.fill(freedAt, NEVER);
    }

    @Override
    public int poll() {
        if (!turn.tryTake()) {
            return 0; // the conductor takes in what there is
        }
        if (creditDue) { // since the last poll: not between an arrival and its delivery
            creditDue = false;
            giveCredit(false);
        }
        final int count = drain();
        if (count > 0) {
            idle = false;
        } else if (creditLeft && (++emptyPolls & EMPTY_POLLS_A_LOOK - 1) == 0) {
            giveCreditWhenIdle();
        }
        turn.release();
        return count;
    }

    /** Takes in what there is, for an image that is joining. By the conductor. */
    public void help() {
        if (turn.tryTake()) {
            drain();
            turn.release();
        }
    }

    private int drain() {
        int total = 0;
        boolean empty = true;
        for (final CompletionQueue queue : queues) {
            int batches = 0;
            int count;
            do {
                count = queue.poll();
                for (int i = 0; i < count; i++) {
                    take(queue, i);
                }
                total += Math.max(count, 0);
            } while (count == BATCH && ++batches < MAX_BATCHES); // fewer: there was no more
            empty &= count < BATCH;
        }
        if (empty) {
            emptied.setRelease(emptied.getPlain() + 1); // in turn, and without the fence that each empty poll would pay
        }
        return total;
    }

    private void take(final CompletionQueue queue, final int i) {
        final long id = queue.id(i);
        final ArrivalSlot slot = slots.get(ArrivalSlot.index(id));
        if (slot != null && slot.owns(id)) {
            slot.take(queue, i);
        }
    }

    void creditIsDue() {
        creditDue = true;
    }

    void creditIsLeft() {
        if (!creditLeft) {
            creditLeft = true;
        }
    }

    private void giveCreditWhenIdle() {
        final long nowNs = clock.nanoTime();
        if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
        } else if (nowNs - idleSinceNs >= IDLE_NS) {
            idle = false;
            creditLeft = false;
            giveCredit(true);
        }
    }

    private void giveCredit(final boolean all) {
        for (int i = 0; i < slots.length(); i++) {
            final ArrivalSlot slot = slots.get(i);
            final SubscriberLink link = slot == null ? null : slot.link();
            if (link != null) {
                link.giveCredit(all);
            }
        }
    }

    /**
     * Makes a place for an image whose publisher we connect to. By the conductor.
     *
     * @param device that it arrives by
     * @param imageReceives that its queue pair has at most
     * @return the place
     * @throws BusException if there is none
     */
    public ArrivalSlot admit(final Device device, final int imageReceives) {
        checkRoom();
        final ArrivalSlot slot = place(device, imageReceives);
        images++;
        return slot;
    }

    /**
     * Makes a place for the handshake of a peer that has connected. It is one of a few, and is taken away when more
     * come, until {@link #prove}. By the conductor.
     *
     * @param device that it arrives by
     * @param imageReceives that its queue pair has at most
     * @param address of the peer's host
     * @param giveUp closes the connection, and dismisses the place
     * @return the place
     * @throws BusException if there is none
     */
    public ArrivalSlot admitHalfMade(final Device device, final int imageReceives, final String address,
            final Runnable giveUp) {
        halfMade.makeRoom();
        final ArrivalSlot slot = place(device, imageReceives);
        halfMade.add(slot, address, giveUp);
        return slot;
    }

    /**
     * The peer has proven that it publishes: what it has connected for becomes an image. By the conductor.
     *
     * @param slot of it
     * @throws BusException if this thread has as many images as it can
     */
    public void prove(final ArrivalSlot slot) {
        if (halfMade.remove(slot)) {
            images++; // dismissed as an image, if there is no room
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
        return new BusException("no room for another image: this polling thread has as many as it can, " + maxImages
                + "; let another thread poll the next subscription");
    }

    private ArrivalSlot place(final Device device, final int imageReceives) {
        if (queue(device) == null) {
            open(device, Math.max(receives, imageReceives));
        }
        if (imageReceives > receives) {
            throw new BusException("receives of " + imageReceives + ", where this subscription's first address of that"
                    + " device had " + receives + ": give all its addresses the same number");
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            for (int i = 0; i < slots.length(); i++) {
                if (slots.get(i) == null && emptied.get() > freedAt[i] + 1) {
                    final ArrivalSlot slot = new ArrivalSlot(i, ++epochs);
                    slots.set(i, slot);
                    return slot;
                }
            }
            help(); // what is gone may have left completions behind
        }
        throw new BusException("no room for another connection: this polling thread does not take in what has arrived"
                + " by those that have ended");
    }

    /**
     * Takes the place of an image back. By the conductor, when its queue pair is destroyed.
     *
     * @param slot that was given
     */
    public void dismiss(final ArrivalSlot slot) {
        if (!halfMade.remove(slot)) {
            images--;
        }
        final int index = ArrivalSlot.index(slot.tag());
        freedAt[index] = emptied.get();
        slots.set(index, null);
    }

    private void open(final Device device, final int imageReceives) {
        final long entries = (long) slots.length() * (imageReceives + ArrivalSlot.MAX_MESSAGES);
        if (entries > device.maxCompletions()) {
            throw new BusException(maxImages + " images with " + imageReceives + " receives each are more than "
                    + device.name() + " can have for one polling thread (" + device.maxCompletions()
                    + " in all): use fewer receives");
        }
        final CompletionQueue[] more = Arrays.copyOf(queues, queues.length + 1);
        more[queues.length] = device.createCompletionQueue((int) entries, BATCH);
        receives = imageReceives;
        queues = more;
    }

    /**
     * What is to take the arrivals of a device.
     *
     * @param device that has an image here
     * @return its completion queue; null if no image has been admitted for it
     */
    public CompletionQueue queue(final Device device) {
        for (final CompletionQueue queue : queues) {
            if (queue.device() == device) {
                return queue;
            }
        }
        return null;
    }

    @Override
    public void close() {
        final CompletionQueue[] all = queues;
        queues = new CompletionQueue[0];
        for (final CompletionQueue queue : all) {
            queue.close();
        }
    }
}
