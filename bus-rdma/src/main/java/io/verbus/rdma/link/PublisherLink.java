package io.verbus.rdma.link;

import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.epoch.Causes;
import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.epoch.Requests;
import io.verbus.rdma.epoch.Turn;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;
import io.verbus.transport.LogLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The publisher's end of an epoch.
 *
 * <p>{@link #push}, {@link #jump}, {@link #beat} and {@link #poll} are for the one who owns the cursor. Each takes the
 * link's turn, which nobody contends for while the epoch lasts; when it has ended, the conductor comes to see whether
 * the device is done.
 */
public final class PublisherLink implements LogLink, Conducted {
    private static final VarHandle UNFINISHED;

    static {
        try {
            UNFINISHED = MethodHandles.lookup().findVarHandle(PublisherLink.class, "unfinished", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Epoch epoch;
    private final RdmaAddress address;
    private final Requests requests;
    private final Source log;
    private final RemoteMemory image;
    private final PublisherVoice voice;
    private final SubscriberEar ear;
    private final Credit credit;
    private final Turn turn = new Turn();
    private final Marker marker;
    private final int mask;
    /** Where each request ends, by its number. */
    private final long[] ends;
    /** All below is read by the device no more; bytes that were consumed are as good. */
    private long finished;
    /** All below was given to the device. */
    private long read;
    private long lastSignalled;
    private volatile long unfinished = Long.MAX_VALUE;

    /**
     * The registered ring.
     *
     * @param address of its first byte
     * @param key for our own requests
     * @param capacity in bytes
     */
    public record Source(long address, int key, int capacity) {}

    /**
     * What two ends have agreed on.
     *
     * @param address with what its user wants
     * @param image where to write
     * @param receives writes with an immediate that may be under way at first
     * @param position that the first push begins at
     */
    public record Terms(RdmaAddress address, RemoteMemory image, int receives, long position) {}

    /**
     * An epoch that begins.
     *
     * @param epoch that it is the end of
     * @param requests of its queue pair
     * @param log to write from
     * @param terms that were agreed on
     * @param voice says words to the subscriber
     * @param ear hears the subscriber's words
     */
    public PublisherLink(final Epoch epoch, final Requests requests, final Source log, final Terms terms,
            final PublisherVoice voice, final SubscriberEar ear) {
        this.epoch = epoch;
        this.address = terms.address();
        this.requests = requests;
        this.log = log;
        this.image = terms.image();
        this.voice = voice;
        this.ear = ear;
        this.credit = new Credit(log.capacity(), terms.receives(), terms.position());
        this.marker = new Marker(epoch, requests);
        this.mask = log.capacity() - 1;
        this.ends = new long[Integer.highestOneBit(requests.max()) * 2];
        this.finished = terms.position();
        this.read = terms.position();
        this.lastSignalled = terms.position();
    }

    @Override
    public long push(final long from, final long to) {
        if (!turn.tryTake()) {
            return from; // it has ended, and the conductor looks after it
        }
        assert from == credit.pushed() : "pushed elsewhere";
        long position = from;
        boolean looked = false;
        while (position < to && !epoch.hasEnded()) {
            final long limit = Math.min(Math.min(to, credit.limit()), position + address.sizes().pushLength());
            if (limit > position && credit.writesLeft() > 0 && requests.room() >= Requests.MAX_CHAIN) {
                write(position, limit);
                position = limit;
                looked = false;
            } else if (looked) {
                break;
            } else {
                takeIn();
                looked = true;
            }
        }
        turn.release();
        return position;
    }

    private void write(final long from, final long to) {
        if (unfinished == Long.MAX_VALUE) {
            UNFINISHED.setVolatile(this, from); // before the device reads anything
        }
        final int offset = (int) from & mask;
        final int length = (int) (to - from);
        final int first = Math.min(length, log.capacity() - offset);
        final boolean exhausting = to == credit.limit() || credit.writesLeft() == 1;
        final boolean signalled = exhausting || to - lastSignalled >= log.capacity() >> 4;
        if (signalled) {
            lastSignalled = to;
        }
        credit.pushed(to);
        read = to;
        if (first == length) {
            prepare(0, WorkRequests.WRITE_WITH_IMMEDIATE, offset, length, signalled, to);
            post(1);
        } else { // to the end of the ring, and on from its beginning
            prepare(0, WorkRequests.WRITE, offset, first, false, from + first);
            prepare(1, WorkRequests.WRITE_WITH_IMMEDIATE, 0, length - first, signalled, to);
            post(2);
        }
    }

    private void prepare(final int index, final int operation, final int offset, final int length,
            final boolean signalled, final long end) {
        final long number = requests.next() + index;
        ends[(int) number & ends.length - 1] = end;
        requests.chain()
                .operation(index, operation, requests.flags(index, length, signalled), number, Immediate.of(end))
                .local(index, log.address() + offset, length, log.key())
                .remote(index, image.address() + offset, image.key());
    }

    private void post(final int count) {
        final int result = requests.post(count);
        if (result < 0) {
            epoch.end(Causes.post(result, epoch.peer()));
        }
    }

    @Override
    public boolean hasCredit() {
        return !epoch.hasEnded() && credit.limit() > credit.pushed() && credit.writesLeft() > 0;
    }

    @Override
    public boolean jump(final long at, final long to, final long sequence) {
        if (!turn.tryTake()) {
            return false;
        }
        assert at == credit.pushed() && to > at : "a jump from elsewhere";
        takeIn();
        final boolean possible = !epoch.hasEnded() && !credit.isJumping() && credit.writesLeft() > 0
                && requests.room() > 0;
        if (possible) {
            ends[(int) requests.next() & ends.length - 1] = to;
            voice.jump(requests, Immediate.of(at), to, sequence);
            credit.jumped(to);
            lastSignalled = to;
            post(1);
        }
        turn.release();
        return possible;
    }

    @Override
    public void poll() {
        if (turn.tryTake()) {
            takeIn();
            turn.release();
        }
    }

    /** Takes in what is finished, and what the subscriber has consumed. */
    private void takeIn() {
        if (epoch.hasEnded()) {
            marker.look();
            return;
        }
        final int status = requests.reap();
        if (status != Status.SUCCESS) {
            epoch.end(Causes.completion(status, epoch.peer(), epoch.route()));
            return;
        }
        final String lie = ear.takeCredit(credit);
        if (lie != null) {
            epoch.end(Causes.lie(epoch.peer(), lie));
            return;
        }
        if (requests.completed() > 0) {
            finished = Math.max(finished, ends[(int) (requests.completed() - 1) & ends.length - 1]);
        }
        final long done = Math.max(finished, credit.consumed());
        final long least = done >= read ? Long.MAX_VALUE : done;
        if (least != unfinished) {
            UNFINISHED.setRelease(this, least);
        }
    }

    @Override
    public void beat(final long position, final long sequence) {
        if (!turn.tryTake()) {
            return;
        }
        takeIn();
        if (!epoch.hasEnded() && requests.room() > 0) {
            ends[(int) requests.next() & ends.length - 1] = credit.pushed();
            voice.beat(requests, position, sequence);
            post(1);
        }
        turn.release();
    }

    @Override
    public long consumed() {
        return credit.consumed();
    }

    @Override
    public long unfinished() {
        return marker.isBack() ? Long.MAX_VALUE : unfinished;
    }

    @Override
    public long heard() {
        return ear.heard();
    }

    @Override
    public boolean isLeft() {
        return ear.isLeft();
    }

    /**
     * Tells, from the next beat on, how many sessions of the stream there are where this one listens.
     *
     * @param count of them
     */
    public void sessions(final int count) {
        voice.sessions(count);
    }

    @Override
    public void conduct(final long nowNs) {
        final String lie = ear.listen();
        if (lie != null) {
            epoch.end(Causes.lie(epoch.peer(), lie));
        }
        epoch.disconnectIfEnded();
        marker.conduct(nowNs);
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    @Override
    public void end(final String cause) {
        epoch.end(cause);
    }

    @Override
    public String endedBy() {
        return epoch.endedBy();
    }

    @Override
    public boolean isReleased() {
        if (epoch.isDisconnected() && !marker.isBack()) {
            poll();
        }
        return epoch.isDisconnected() && marker.isBack();
    }

    @Override
    public void close() {
        epoch.close();
    }

    @Override
    public String peer() {
        return epoch.peer();
    }
}
