package io.verbus.rdma.link;

import io.verbus.log.FrameLayout;
import io.verbus.rdma.epoch.Causes;
import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.handshake.OfferMessage;
import io.verbus.transport.HistoryLink;
import io.verbus.transport.ImageLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The subscriber's end of an epoch.
 *
 * <p>What arrives is taken in by whoever has the turn of the arrivals ({@link #arrived}): the polling thread, or the
 * conductor when that one does not poll and another image joins. Credit is given by the polling thread when it is due,
 * and by the conductor with each beat.
 */
public final class SubscriberLink implements ImageLink, Conducted {
    private static final int SHARES = 8;
    private static final VarHandle CONSUMED;

    static {
        try {
            CONSUMED = MethodHandles.lookup().findVarHandle(SubscriberLink.class, "consumed", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Epoch epoch;
    private final RdmaArrivals arrivals;
    private final Receives receives;
    private final SubscriberVoice voice;
    private final PublisherEar ear;
    private final LogHistory log;
    private final int capacity;
    private volatile long readable;
    private volatile long jumpPosition = -1;
    private volatile long jumpSequence;
    /** Stored with release when the bytes are not looked at any more, and read with acquire before that is said. */
    private long consumed;
    private long receivesGiven;
    /** Whether credit was due when the conductor was just saying something. */
    private boolean overdue;
    private volatile boolean leaving;
    /** Nothing is believed any more. */
    private volatile boolean lying;
    private long farewell = -1;

    /**
     * An epoch that begins.
     *
     * @param epoch that it is the end of
     * @param arrivals that it is polled by
     * @param receives of its queue pair
     * @param voice says words to the publisher
     * @param ear hears the publisher's words
     * @param image how long it is, where it begins, and what fills its gaps
     */
    public SubscriberLink(final Epoch epoch, final RdmaArrivals arrivals, final Receives receives,
            final SubscriberVoice voice, final PublisherEar ear, final Extent image) {
        this.epoch = epoch;
        this.arrivals = arrivals;
        this.receives = receives;
        this.voice = voice;
        this.ear = ear;
        this.log = image.log();
        this.capacity = image.capacity();
        this.readable = image.position();
        this.consumed = image.position();
        this.receivesGiven = receives.posted();
    }

    /**
     * Of an image.
     *
     * @param capacity in bytes
     * @param position that it begins at
     * @param log to read from what is missing in it
     */
    public record Extent(int capacity, long position, LogHistory log) {}

    /** A write has arrived. For the one who has the turn of the arrivals. */
    void arrived(final int immediate) {
        if (lying) {
            return; // else what comes out of the queue had arrived before the end, if there has been one
        }
        final long from = readable;
        final long length = Immediate.ahead(immediate, from);
        final long allowed = voice.given() + capacity - from;
        if (jumpPosition >= 0) {
            lie("it writes before a jump is confirmed");
        } else if (length == 0) {
            jumped(from);
        } else if (length > allowed) {
            lie("its immediate moves the position by " + length + " bytes where " + Math.max(0, allowed)
                    + " are allowed");
        } else {
            readable = from + length;
        }
        if (receives.arrived()) {
            arrivals.creditIsDue();
        }
    }

    private void jumped(final long from) {
        final long position = ear.jumpPosition();
        final long sequence = ear.jumpSequence();
        if (position <= from || position > OfferMessage.MAX_POSITION || sequence < 0
                || position % FrameLayout.ALIGNMENT != 0) {
            lie("it jumps from " + from + " to " + position + ", sequence " + sequence);
        } else {
            jumpSequence = sequence;
            jumpPosition = position;
        }
    }

    private void lie(final String what) {
        lying = true;
        epoch.end(Causes.lie(epoch.peer(), what));
    }

    /** A receive has failed. */
    void failed(final int status) {
        epoch.end(Causes.arrival(status, epoch.peer()));
    }

    /** Something arrived that is no write. */
    void strayed() {
        lie("it talks on after the handshake");
    }

    @Override
    public long readable() {
        return readable;
    }

    @Override
    public void consumed(final long position) {
        assert position >= consumed && position <= readable : "consumed what is not there";
        CONSUMED.setRelease(this, position);
        final long given = voice.given();
        if (position - given >= capacity / SHARES) {
            arrivals.creditIsDue();
        } else if (position != given) {
            arrivals.creditIsLeft();
        }
    }

    /** Gives the credit that is due, or all there is. By the polling thread, in its turn. */
    void giveCredit(final boolean all) {
        if (all || receives.areDue()) {
            receives.repost(epoch);
        }
        if (all || isMuch()) {
            give();
        }
    }

    private boolean isMuch() {
        return overdue || consumed - voice.given() >= capacity / SHARES || receives.posted() != receivesGiven;
    }

    private void give() {
        final long newReceives = receives.posted();
        if (consumed == voice.given() && newReceives == receivesGiven || epoch.hasEnded()) {
            overdue = false;
            return;
        }
        overdue = !voice.give(consumed, newReceives);
        if (overdue) {
            arrivals.creditIsDue(); // the next poll tries again
        } else {
            receivesGiven = newReceives;
        }
    }

    @Override
    public long jumpPosition() {
        return jumpPosition;
    }

    @Override
    public long jumpSequence() {
        return jumpSequence;
    }

    @Override
    public void resume() {
        final long position = jumpPosition;
        assert position >= 0 : "no jump";
        readable = position;
        jumpPosition = -1;
        CONSUMED.setRelease(this, position); // last: a beat may say so at once, and then more is written
        give();
    }

    @Override
    public boolean offersHistory() {
        return log.file().isGiven();
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        return log.into(memory, epoch, voice);
    }

    @Override
    public void beat() {
        voice.beat((long) CONSUMED.getAcquire(this));
    }

    @Override
    public long heard() {
        return ear.heard();
    }

    @Override
    public long heardPosition() {
        return ear.heardPosition();
    }

    @Override
    public long heardSequence() {
        return ear.heardSequence();
    }

    @Override
    public int sessions() {
        return ear.sessions();
    }

    @Override
    public void leave() {
        leaving = true;
    }

    @Override
    public void conduct(final long nowNs) {
        final String lie = ear.listen();
        if (lie != null) {
            lie(lie);
        }
        if (leaving && !epoch.hasEnded()) {
            if (farewell < 0) {
                farewell = voice.leave();
            } else if (voice.completed() > farewell) {
                epoch.end("this subscription has left the session");
            }
        }
        epoch.disconnectIfEnded();
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
        return epoch.isDisconnected();
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
