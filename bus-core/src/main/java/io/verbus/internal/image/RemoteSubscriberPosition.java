package io.verbus.internal.image;

import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Log;
import io.verbus.spi.HistoryLink;
import io.verbus.spi.ImageLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The position of an image in memory of this process that a publisher on another host writes to, over successive
 * epochs.
 *
 * <pre>
 *   attached to a link ──▶ link ended, all arrivals read: detached ──▶ attached to the next link
 * </pre>
 *
 * <p>Under {@link Policy#BLOCK} a publisher jumps only before its first write: if the offered position is already
 * overwritten when it learns the image's addresses.
 *
 * <p>The polling thread reads and releases; the conductor watches {@link #detached()} and attaches the next link.
 */
public final class RemoteSubscriberPosition implements SubscriberPosition {
    private static final VarHandle POSITION;

    static {
        try {
            POSITION = MethodHandles.lookup().findVarHandle(RemoteSubscriberPosition.class, "position", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Policy policy;
    private Attachment epoch;
    /** The link has ended; the next poll may still find earlier arrivals, which are read first. */
    private boolean ending;
    private long readable;
    private volatile Attachment next;
    private volatile Detached detached;
    /** The link for which memory for history was requested last, at the first missing range. */
    private volatile ImageLink asked;
    private volatile Grant granted;
    private volatile long position;
    private volatile boolean left;
    private volatile Refusal refusal = Refusal.NONE;

    /**
     * One link, and the position at which its publisher starts.
     *
     * @param link to read from
     * @param at the first frame to be written
     * @param gap why a range before it is missing; null in the first epoch of an image that may start anywhere
     */
    public record Attachment(ImageLink link, Boundary at, GapCause gap) {}

    /**
     * A link that the polling thread has released.
     *
     * @param link that has ended
     * @param at the next frame needed
     */
    public record Detached(ImageLink link, Boundary at) {}

    /**
     * Memory for history, in one epoch.
     *
     * @param link of the epoch
     * @param memory with the layout of the log; null if history is not available
     * @param copies the device's copies of the log; null if history is not available
     */
    public record Grant(ImageLink link, Log memory, HistoryLink copies) {
        boolean isRefusal() {
            return copies == null;
        }
    }

    /**
     * Starts with a first link.
     *
     * @param epoch of the link
     * @param policy of the subscription
     */
    public RemoteSubscriberPosition(final Attachment epoch, final Policy policy) {
        this.policy = policy;
        this.epoch = epoch;
        this.position = epoch.at().position();
        this.readable = position;
    }

    /**
     * Attaches another link after the previous one was released. By the conductor.
     *
     * @param newEpoch of the link
     */
    public void attach(final Attachment newEpoch) {
        assert detached != null && next == null : "two links at once";
        next = newEpoch;
    }

    /** {@return the last released link; null if there is none; any thread} */
    public Detached detached() {
        return detached;
    }

    /** Requests memory for history; returns null until the conductor has responded. */
    Grant requestMemory(final ImageLink link) {
        if (!link.offersHistory() || link.endedBy() != null) {
            return new Grant(link, null, null);
        }
        final Grant last = granted;
        if (last != null && last.link() == link) {
            return last;
        }
        asked = link;
        return null;
    }

    /**
     * Whether a request for memory is open.
     *
     * @param link of the epoch; null for none
     * @return whether memory was requested in that epoch, and not granted; any thread
     */
    public boolean isHistoryAsked(final ImageLink link) {
        final Grant last = granted;
        return link != null && asked == link && (last == null || last.link() != link);
    }

    /**
     * Grants memory for history, or refuses it. By the conductor.
     *
     * @param grant for the epoch of the request
     */
    public void grant(final Grant grant) {
        granted = grant;
    }

    /** Whether gaps are filled. */
    boolean isFilling(final ImageSettings settings) {
        return settings.isFilling(policy);
    }

    /** The link of this epoch, or null. */
    ImageLink link() {
        return epoch == null ? null : epoch.link();
    }

    /** The end of the readable bytes. */
    long readable() {
        if (epoch != null) {
            readable = epoch.link().readable();
        }
        return readable;
    }

    /** A quick check whether a reader that has read everything below a position has nothing to do. */
    boolean isIdle(final long atPosition) {
        final Attachment now = epoch;
        return now != null && now.link().readable() == atPosition && position == atPosition
                && now.link().jumpPosition() < 0 && now.link().endedBy() == null;
    }

    @Override
    public void advance(final long newPosition) {
        if (newPosition != position) {
            POSITION.setRelease(this, newPosition); // a volatile store would be a fence for each batch
            if (epoch != null) {
                epoch.link().consumed(newPosition);
            }
        }
    }

    /**
     * The boundary at which the publisher continues, if it is not the end of the image; else null. Called when
     * everything readable was read; the image then moves there.
     */
    Jump jump(final long atPosition, final long sequence) {
        if (epoch != null && epoch.link().readable() == readable) { // else more is to be read first
            final ImageLink link = epoch.link();
            if (link.jumpPosition() >= 0) {
                return followJump(link);
            }
            if (ending) {
                epoch = null;
                ending = false;
                readable = atPosition; // the next epoch writes a partial frame again, while it is not read
                detached = new Detached(link, new Boundary(atPosition, sequence));
            } else {
                ending = link.endedBy() != null;
            }
        }
        return epoch == null && next != null ? switchTo(new Boundary(atPosition, sequence)) : null;
    }

    private Jump followJump(final ImageLink link) {
        final Boundary boundary = new Boundary(link.jumpPosition(), link.jumpSequence());
        final boolean isStart = policy == Policy.BLOCK && position == epoch.at().position();
        link.resume();
        position = boundary.position();
        readable = position;
        return new Jump(boundary, isStart ? epoch.gap() : lapCause());
    }

    private Jump switchTo(final Boundary reader) {
        epoch = next;
        next = null;
        readable = epoch.at().position();
        position = readable;
        return reader.equals(epoch.at()) ? null : new Jump(epoch.at(), epoch.gap());
    }

    @Override
    public Refusal refusal() {
        return refusal;
    }

    /**
     * Records the publisher's refusal in its offer. By the conductor.
     *
     * @param cause why BLOCK is not honoured; {@link Refusal#NONE} if it is, or the policy is another
     */
    public void refused(final Refusal cause) {
        refusal = cause;
    }

    /** The cause of a jump: nothing is overwritten here, and under EVICT the publisher ends the connection. */
    @Override
    public GapCause lapCause() {
        return policy == Policy.CONFLATE ? GapCause.CONFLATED : GapCause.LAPPED;
    }

    @Override
    public long position() {
        return position;
    }

    /** {@return whether the image is no longer polled; any thread} */
    @Override
    public boolean isLeft() {
        return left;
    }

    @Override
    public void leave() {
        assert !left : "left twice";
        epoch = null;
        left = true;
    }
}
