package io.verbus.rdma.link;

import io.verbus.net.connection.ListeningEnds;
import io.verbus.net.connection.PeerSilence;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.verbs.Status;
import io.verbus.rdma.verbs.WorkRequests;
import io.verbus.spi.LogLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The publisher's link of an epoch.
 *
 * <p>{@link #push}, {@link #jump}, {@link #sendHeartbeat} and {@link #poll} are for the owner of the cursor, whose
 * compare-and-set is the only one of a push. After the end of the epoch the conductor takes the cursor for good, and
 * then checks whether the device is done.
 */
public final class PublisherLink implements LogLink, ManagedLink, ListeningEnds.CountedLink {
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
    private final SendQueue requests;
    private final Source log;
    private final RemoteMemory image;
    private final PositionMessages positions;
    private final PeerSilence silence;
    private final PublisherControlBlockWriter controlBlockWriter;
    private final SubscriberControlBlockReader controlBlockReader;
    private final WriteCredit credit;
    private final SendQueueDrain marker;
    private final int mask;
    /** End position of each request, by its number. */
    private final long[] ends;
    /** The device reads no byte below; consumed bytes count too. */
    private long finished;
    /** All below was passed to the device. */
    private long read;
    private long lastSignalled;
    private volatile long unfinished = Long.MAX_VALUE;

    /**
     * The registered ring.
     *
     * @param address of its first byte
     * @param key for local requests
     * @param capacity in bytes
     */
    public record Source(long address, int key, int capacity) {}

    /**
     * Negotiated parameters.
     *
     * @param address with its settings
     * @param image to write to
     * @param receives initial writes with immediate in flight
     * @param position of the first push
     * @param positions messages that announce the end of each push; null if that is an immediate
     */
    public record Terms(RdmaAddress address, RemoteMemory image, int receives, long position,
            PositionMessages positions) {}

    /**
     * A new epoch.
     *
     * @param epoch of this link
     * @param requests of its queue pair
     * @param log to write from
     * @param terms as negotiated
     * @param controlBlockWriter writes the control block of the subscriber
     * @param controlBlockReader reads the control block of this publisher
     */
    public PublisherLink(final Epoch epoch, final SendQueue requests, final Source log, final Terms terms,
            final PublisherControlBlockWriter controlBlockWriter,
            final SubscriberControlBlockReader controlBlockReader) {
        this.epoch = epoch;
        this.address = terms.address();
        this.requests = requests;
        this.log = log;
        this.image = terms.image();
        this.positions = terms.positions();
        this.silence = epoch.silence();
        this.controlBlockWriter = controlBlockWriter;
        this.controlBlockReader = controlBlockReader;
        this.credit = new WriteCredit(log.capacity(), terms.receives(), terms.position());
        this.marker = new SendQueueDrain(epoch, requests);
        this.mask = log.capacity() - 1;
        this.ends = new long[Integer.highestOneBit(requests.max()) * 2];
        this.finished = terms.position();
        this.read = terms.position();
        this.lastSignalled = terms.position();
    }

    @Override
    public long push(final long from, final long to) {
        assert from == credit.pushed() : "wrong position";
        long position = from;
        boolean polled = false;
        while (position < to && !epoch.hasEnded()) {
            final long limit = Math.min(Math.min(to, credit.limit()), position + address.sizes().pushLength());
            if (limit > position && credit.writesLeft() > 0 && requests.room() >= SendQueue.MAX_CHAIN) {
                write(position, limit);
                position = limit;
                polled = false;
            } else if (polled) {
                break;
            } else {
                takeCompletions();
                polled = true;
            }
        }
        return position;
    }

    private void write(final long from, final long to) {
        if (unfinished == Long.MAX_VALUE) {
            UNFINISHED.setVolatile(this, from); // before the device reads
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
            post(prepareLast(0, offset, length, signalled, to));
        } else { // to the end of the ring, then from its start
            prepare(0, WorkRequests.WRITE, offset, first, false, from + first);
            post(prepareLast(1, 0, length - first, signalled, to));
        }
    }

    /** Prepares the last write and its position; returns the length of the chain. */
    private int prepareLast(final int index, final int offset, final int length, final boolean signalled,
            final long end) {
        if (positions == null) {
            prepare(index, WorkRequests.WRITE_WITH_IMMEDIATE, offset, length, signalled, end);
            return index + 1;
        }
        prepare(index, WorkRequests.WRITE, offset, length, false, end);
        ends[(int) (requests.next() + index + 1) & ends.length - 1] = end;
        positions.prepare(requests, index + 1, Immediate.of(end), signalled);
        return index + 2;
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
            epoch.mark(EpochCauses.post(result, epoch.peer()));
        }
    }

    @Override
    public boolean hasCredit() {
        return !epoch.hasEnded() && credit.limit() > credit.pushed() && credit.writesLeft() > 0;
    }

    @Override
    public boolean jump(final long at, final long to, final long sequence) {
        assert at == credit.pushed() && to > at : "wrong position";
        takeCompletions();
        final boolean possible = !epoch.hasEnded() && !credit.isJumping() && credit.writesLeft() > 0
                && requests.room() >= SendQueue.MAX_CHAIN;
        if (possible) {
            ends[(int) requests.next() & ends.length - 1] = to;
            ends[(int) (requests.next() + 1) & ends.length - 1] = to; // not used, or the message
            final int count = controlBlockWriter.jump(requests, Immediate.of(at), to, sequence);
            credit.jumped(to);
            lastSignalled = to;
            post(count);
        }
        return possible;
    }

    @Override
    public void poll() {
        takeCompletions();
    }

    /** Processes completions and the consumed position of the subscriber. */
    private void takeCompletions() {
        if (epoch.hasEnded()) {
            marker.poll();
            return;
        }
        final int status = requests.reap();
        if (status != Status.SUCCESS) {
            epoch.failed(status, EpochCauses.completion(status, epoch.peer(), epoch.route()));
            return;
        }
        final String violation = controlBlockReader.takeCredit(credit);
        if (violation != null) {
            epoch.mark(EpochCauses.violation(epoch.peer(), violation));
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
    public void silent(final boolean isSilent) {
        controlBlockWriter.silent(isSilent);
    }

    @Override
    public void sendHeartbeat(final long position, final long sequence) {
        takeCompletions();
        if (!epoch.hasEnded() && requests.room() > 0) {
            ends[(int) requests.next() & ends.length - 1] = credit.pushed();
            controlBlockWriter.heartbeat(requests, position, sequence);
            post(1);
        }
    }

    @Override
    public long consumed() {
        return credit.consumed();
    }

    @Override
    public long unfinished() {
        return marker.isDrained() ? Long.MAX_VALUE : unfinished;
    }

    @Override
    public long heartbeat() {
        return controlBlockReader.heartbeat();
    }

    @Override
    public boolean isLeft() {
        return controlBlockReader.isLeft();
    }

    /** Sent with the next heartbeat. */
    @Override
    public void sessions(final int count) {
        controlBlockWriter.sessions(count);
    }

    @Override
    public boolean isClosed() {
        return epoch.isClosed();
    }

    @Override
    public void conduct(final long nowNs) {
        final String violation = controlBlockReader.read();
        if (violation != null) {
            epoch.end(EpochCauses.violation(epoch.peer(), violation));
        }
        epoch.endIfSilent(silence, heartbeat(), nowNs);
        epoch.disconnectIfEnded();
        marker.conduct(nowNs);
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    @Override
    public boolean isReleased() {
        if (epoch.isDisconnected()) {
            marker.drain();
        }
        return epoch.isDisconnected() && marker.isDrained();
    }
}
