package io.verbus.rdma.link;

import io.verbus.net.connection.PeerSilence;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.link.CreditingImageLink;
import io.verbus.spi.HistoryLink;
import io.verbus.spi.LogIdentity;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriber's link of an epoch.
 *
 * <p>Arrivals are processed by the holder of the poller's try-lock ({@link #arrived}): the polling thread, or the
 * conductor if the thread does not poll and another image joins. Credit is sent by the polling thread when it is due,
 * and by the conductor with each heartbeat.
 */
public final class SubscriberLink extends CreditingImageLink implements ManagedLink {
    /** The device may place an earlier WRITE, without it, after the first; that is done before the second is sent. */
    private static final int LEAVES = 2;

    private final Epoch epoch;
    private final CompletionPoller arrivals;
    private final Receives receives;
    private final SubscriberControlBlockWriter controlBlockWriter;
    private final PublisherControlBlockReader controlBlockReader;
    private final LogHistory log;
    private final PeerSilence silence;
    private final int capacity;
    private long receivesGranted;
    /** Whether credit was due while the conductor held the try-lock. */
    private boolean overdue;
    /** The publisher has violated the protocol; further arrivals are ignored. */
    private volatile boolean violated;
    private long leaveRequest = -1;
    private int leaves;
    /** By the conductor. */
    private boolean released;

    /**
     * A new epoch.
     *
     * @param epoch of this link
     * @param arrivals that poll it
     * @param receives of its queue pair
     * @param controlBlockWriter writes the control block of the publisher
     * @param controlBlockReader reads the control block of this subscriber
     * @param image its capacity, its start, and the log that fills its gaps
     */
    public SubscriberLink(final Epoch epoch, final CompletionPoller arrivals, final Receives receives,
            final SubscriberControlBlockWriter controlBlockWriter, final PublisherControlBlockReader controlBlockReader,
            final Extent image) {
        super(arrivals, image.capacity(), image.position());
        this.epoch = epoch;
        this.arrivals = arrivals;
        this.receives = receives;
        this.controlBlockWriter = controlBlockWriter;
        this.controlBlockReader = controlBlockReader;
        this.log = image.log();
        this.silence = epoch.silence();
        this.capacity = image.capacity();
        this.receivesGranted = receives.posted();
    }

    /**
     * Extent of an image.
     *
     * @param capacity in bytes
     * @param position of its start
     * @param log to read missing ranges from
     */
    public record Extent(int capacity, long position, LogHistory log) {}

    /** Handles a write with immediate. The caller holds the try-lock of the poller. */
    void arrived(final int immediate) {
        if (receives.areMessages()) {
            violate("it sends an immediate, where positions are messages");
        } else {
            advance(immediate);
        }
    }

    /** Handles a message after the handshake. The caller holds the try-lock of the poller. */
    void sent(final int length) {
        if (!receives.areMessages()) {
            unexpected();
        } else if (length != PositionMessages.LENGTH) {
            violate("it sends a position of " + length + " bytes, expected " + PositionMessages.LENGTH);
        } else {
            advance(receives.message());
        }
    }

    private void advance(final int immediate) {
        if (violated) {
            return; // completions before a violation had arrived before the end of the epoch, if it has ended
        }
        final long from = readable();
        final long length = Immediate.ahead(immediate, from);
        final long allowed = controlBlockWriter.granted() + capacity - from;
        if (isJumping()) {
            violate("it writes before a jump is confirmed");
        } else if (length == 0) {
            jumped(from);
        } else if (length > allowed) {
            violate("its immediate moves the position by " + length + " bytes, the limit is " + Math.max(0, allowed));
        } else {
            readable(from + length);
        }
        if (receives.arrived()) {
            arrivals.creditIsDue();
        }
    }

    private void jumped(final long from) {
        final long position = controlBlockReader.jumpPosition();
        final long sequence = controlBlockReader.jumpSequence();
        if (position <= from || position > OfferMessage.MAX_POSITION || sequence < 0
                || position % LogIdentity.ALIGNMENT != 0) {
            violate("it jumps from " + from + " to " + position + ", sequence " + sequence);
        } else {
            jumped(position, sequence);
        }
    }

    private void violate(final String what) {
        violated = true;
        epoch.end(EpochCauses.violation(epoch.peer(), what));
    }

    /** A receive has failed. */
    void failed(final int status) {
        epoch.failed(status, EpochCauses.arrival(status, epoch.peer()));
    }

    /** Something other than a write arrived. */
    void unexpected() {
        violate("it sends messages after the handshake");
    }

    @Override
    protected long granted() {
        return controlBlockWriter.granted();
    }

    /** Sends credit if it is due, or all of it. By the polling thread, under the try-lock of the poller. */
    void sendCredit(final boolean all) {
        if (all || receives.areDue()) {
            receives.repost(epoch);
        }
        if (all || isCreditDue()) {
            grantAll();
        }
    }

    private boolean isCreditDue() {
        return overdue || isShareConsumed()
                || receives.posted() != receivesGranted;
    }

    @Override
    protected void grantAll() {
        final long newReceives = receives.posted();
        if (consumed() == granted() && newReceives == receivesGranted || epoch.hasEnded()) {
            overdue = false;
            return;
        }
        overdue = !controlBlockWriter.sendCredit(consumed(), newReceives);
        if (overdue) {
            arrivals.creditIsDue(); // the next poll retries
        } else {
            receivesGranted = newReceives;
        }
    }

    @Override
    public boolean offersHistory() {
        return log.file().isGiven();
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        return log.into(memory, epoch, controlBlockWriter);
    }

    @Override
    public void sendHeartbeat() {
        controlBlockWriter.heartbeat(consumedSoFar());
    }

    @Override
    public long heartbeat() {
        return controlBlockReader.heartbeat();
    }

    @Override
    public boolean isSilent() {
        return controlBlockReader.isSilent();
    }

    @Override
    public long publisherPosition() {
        return controlBlockReader.position();
    }

    @Override
    public long publisherSequence() {
        return controlBlockReader.sequence();
    }

    @Override
    public int sessions() {
        return controlBlockReader.sessions();
    }

    @Override
    public void conduct(final long nowNs) {
        final String violation = controlBlockReader.read();
        if (violation != null) {
            violate(violation);
        }
        epoch.endIfSilent(silence, heartbeat(), nowNs);
        if (isLeaving() && !epoch.hasEnded()) {
            sendLeave();
        }
        epoch.disconnectIfEnded();
    }

    private void sendLeave() {
        if (leaves > 0 && controlBlockWriter.completed() <= leaveRequest) {
            return;
        }
        if (leaves == LEAVES) {
            epoch.end("left the session");
            return;
        }
        final long number = controlBlockWriter.leave();
        if (number >= 0) {
            leaveRequest = number;
            leaves++;
        }
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    /** A poll that began before the end may still post on the queue pair; a later one finds the end. */
    @Override
    public boolean isReleased() {
        released = released || epoch.isDisconnected() && arrivals.isBetweenPolls();
        return released;
    }
}
