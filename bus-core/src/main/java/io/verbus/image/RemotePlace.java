package io.verbus.image;

import io.verbus.Policy;
import io.verbus.log.Boundary;
import io.verbus.log.Log;
import io.verbus.peer.Refusal;
import io.verbus.transport.HistoryLink;
import io.verbus.transport.ImageLink;

/**
 * How an image in this process's own memory stands with a publisher on another host, which writes into it, epoch after
 * epoch.
 *
 * <pre>
 *   attached to a link ──▶ it has ended, and all that came is read: detached ──▶ attached to the next link
 * </pre>
 *
 * <p>Under {@link Policy#BLOCK} a publisher leads an image on only before it writes: when it has gone past its offer by
 * the time it learns where to write.
 *
 * <p>The polling thread reads and lets go; the conductor looks at {@link #detached()} and brings the next link.
 */
public final class RemotePlace implements Place {
    private static final String JUMPED = "the subscription fell a whole log behind its publisher";
    private static final String CONFLATED = "the subscription used up its credit, or fell a whole log behind, and went"
            + " on with the newest message";

    private final Policy policy;
    private Epoch epoch;
    /** The link has ended; what had come before may be taken in by the next poll, and is read first. */
    private boolean ending;
    private long readable;
    private volatile Epoch next;
    private volatile Detached detached;
    /** The link of the epoch for which memory for history was asked for last: not before something is missing. */
    private volatile ImageLink asked;
    private volatile Grant granted;
    private volatile long position;
    private volatile boolean left;
    private volatile Refusal refusal = Refusal.NONE;

    /**
     * One link, and where its publisher begins.
     *
     * @param link to read by
     * @param at the frame that is written first
     * @param note why something before it is missing, in words; null in the first epoch of an image that may begin
     *     anywhere
     */
    public record Epoch(ImageLink link, Boundary at, String note) {}

    /**
     * The polling thread has let go of a link.
     *
     * @param link that has ended
     * @param at the frame that is needed next
     */
    public record Detached(ImageLink link, Boundary at) {}

    /**
     * What history is fetched into, in one epoch.
     *
     * @param link of it
     * @param memory laid out as the log; null if history is not to be had
     * @param copies what copies the log there; null if history is not to be had
     */
    public record Grant(ImageLink link, Log memory, HistoryLink copies) {
        boolean isRefusal() {
            return copies == null;
        }
    }

    /**
     * Attached to a first link.
     *
     * @param epoch of it
     * @param policy of the subscription
     */
    public RemotePlace(final Epoch epoch, final Policy policy) {
        this.policy = policy;
        this.epoch = epoch;
        this.position = epoch.at().position();
        this.readable = position;
    }

    /**
     * Brings another link, when the one before was let go of. By the conductor.
     *
     * @param newEpoch of the link
     */
    public void attach(final Epoch newEpoch) {
        assert detached != null && next == null : "two links at once";
        next = newEpoch;
    }

    /** {@return what the polling thread has let go of last; null if nothing; any thread} */
    public Detached detached() {
        return detached;
    }

    /** Asks for memory to fetch history into; null as long as there is no answer. */
    Grant ask(final ImageLink link) {
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
     * Whether memory for history is waited for.
     *
     * @param link of the epoch; null for none
     * @return whether it was asked for in that epoch, and not granted; any thread
     */
    public boolean isHistoryAsked(final ImageLink link) {
        final Grant last = granted;
        return link != null && asked == link && (last == null || last.link() != link);
    }

    /**
     * Grants memory for history, or says that there is none. By the conductor.
     *
     * @param grant for the epoch that it was asked for
     */
    public void grant(final Grant grant) {
        granted = grant;
    }

    /** Whether gaps are to be filled. */
    boolean isFilling(final ImageSettings settings) {
        return settings.isFilling(policy);
    }

    /** The link of this epoch; null if there is none. */
    ImageLink link() {
        return epoch == null ? null : epoch.link();
    }

    @Override
    public long readable() {
        if (epoch != null) {
            readable = epoch.link().readable();
        }
        return readable;
    }

    @Override
    public boolean isIdle(final long atPosition) {
        final Epoch now = epoch;
        return now != null && now.link().readable() == atPosition && position == atPosition
                && now.link().jumpPosition() < 0 && now.link().endedBy() == null;
    }

    /** Nothing is written where we have not given credit for it. */
    @Override
    public boolean isWaitedFor(final long atPosition) {
        return true;
    }

    @Override
    public void advance(final long newPosition) {
        if (newPosition != position) {
            position = newPosition;
            if (epoch != null) {
                epoch.link().consumed(newPosition);
            }
        }
    }

    @Override
    public Detour detour(final long atPosition, final long sequence) {
        if (epoch != null && epoch.link().readable() == readable) { // else there is more to be read before
            final ImageLink link = epoch.link();
            if (link.jumpPosition() >= 0) {
                return jump(link);
            }
            if (ending) {
                epoch = null;
                ending = false;
                readable = atPosition; // a part of a frame is written anew, while we do not look
                detached = new Detached(link, new Boundary(atPosition, sequence));
            } else {
                ending = link.endedBy() != null;
            }
        }
        return epoch == null && next != null ? turnTo(atPosition) : null;
    }

    private Detour jump(final ImageLink link) {
        final Boundary boundary = new Boundary(link.jumpPosition(), link.jumpSequence());
        final boolean isStart = policy == Policy.BLOCK && position == epoch.at().position();
        link.resume();
        position = boundary.position();
        readable = position;
        return new Detour(boundary, isStart ? epoch.note() : lapCause());
    }

    private Detour turnTo(final long atPosition) {
        epoch = next;
        next = null;
        readable = epoch.at().position();
        position = readable;
        return readable == atPosition ? null : new Detour(epoch.at(), epoch.note());
    }

    @Override
    public Refusal refusal() {
        return refusal;
    }

    /**
     * Notes what the publisher has said when it offered an epoch. By the conductor.
     *
     * @param cause why it does not wait; {@link Refusal#NONE} if it does, or the policy is another
     */
    public void refused(final Refusal cause) {
        refusal = cause;
    }

    @Override
    public String lapCause() {
        return policy == Policy.CONFLATE ? CONFLATED : JUMPED;
    }

    /** Nothing is overwritten here. The publisher ends the connection of who has fallen behind, and says why. */
    @Override
    public boolean isLostByLap() {
        return false;
    }

    @Override
    public void evicted() {
        throw new AssertionError("nobody goes past an image of our own");
    }

    @Override
    public long position() {
        return position;
    }

    /** {@return whether the image is not polled any more; any thread} */
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
