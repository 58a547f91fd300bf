package io.verbus.internal.subscriber;

import io.verbus.LossCause;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.RemoteSubscriberPosition;
import io.verbus.internal.jfr.EpochEvent;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import java.util.concurrent.TimeUnit;

/**
 * A session on another host that a subscription reads, over all its epochs. Used by the conductor.
 *
 * <pre>
 *   connected ──▶ link ended and released by the polling thread: waiting ──▶ connected
 *       ╰──────────────┴──▶ leaving (read to its end, or lost, or the subscription closes) ──▶ closed
 * </pre>
 */
final class RemoteSession {
    private static final long UNKNOWN = -1;
    /** Time without a relay after which its session is gone: a relay that is started again takes seconds. */
    private static final long RELAY_PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private final Log memory;
    private final RemoteSubscriberPosition subscriberPosition;
    private final WatchedSession watched;
    private final HistoryMemory history;
    private ImageLink link;
    private String medium = "";
    private long epochs;
    private boolean leaving;
    private long awaySinceNs;
    /** Whether nothing has listened at its address since the time below. */
    private boolean isUnheard;
    private long unheardSinceNs;
    private long consumed = UNKNOWN;
    /** The resumption whose offer was accepted, so that a publisher may soon write; null for none. */
    private Request accepted;

    RemoteSession(final Log memory, final RemoteSubscriberPosition subscriberPosition, final WatchedSession watched,
            final HistoryMemory history, final ImageLink link) {
        this.history = history;
        this.memory = memory;
        this.subscriberPosition = subscriberPosition;
        this.watched = watched;
        begin(link);
    }

    private void begin(final ImageLink newLink) {
        link = newLink;
        medium = newLink.medium();
        epochs++;
        FlightEvents.commit(() -> new EpochEvent.Began(newLink.peer(), subject(), epochs, medium));
    }

    WatchedSession watched() {
        return watched;
    }

    Image image() {
        return watched.image();
    }

    Log memory() {
        return memory;
    }

    /** Whether the polling thread waits for the conductor. */
    boolean isUrgent() {
        return history.isRequested(link);
    }

    /** Unmaps image and history memory. After the session is closed and no longer polled. */
    void unmap() {
        memory.close();
        history.close();
    }

    long id() {
        return memory.identity().session();
    }

    /** Whether there is a link that has not ended. */
    boolean isConnected() {
        return link != null && link.endedBy() == null;
    }

    /** Whether its epoch has ended and the polling thread has not released the link: it resumes afterwards. */
    boolean isReleasing() {
        return link != null && !isConnected() && !leaving;
    }

    /** Number of sessions of the stream that its peer has, as far as known. */
    int availableSessions() {
        return isConnected() ? link.sessions() : 0;
    }

    /** Where to resume; null while there is a link or an unreleased one, and after the end. */
    Boundary resumption() {
        final RemoteSubscriberPosition.Detached detached = subscriberPosition.detached();
        final boolean over = leaving || image().isDone() || image().isAbandoned();
        return link == null && !over && detached != null ? detached.at() : null;
    }

    /** Where it is being read: the sequence may be lower than that of the frame at the position. */
    Boundary reading() {
        final long position = subscriberPosition.position();
        return new Boundary(position, nextToConsume(position, Heartbeat.sequence(memory.header())));
    }

    /** Whether it only waits for its publisher to return. */
    boolean isAway() {
        return resumption() != null;
    }

    /** Start of the wait for its publisher. */
    long awaySinceNs() {
        return awaySinceNs;
    }

    /**
     * Whether a failed resumption shows that its publisher no longer has it.
     *
     * @param failure of the resumption
     * @param patienceNs time without a listener that shows it
     * @param nowNs on the monotonic clock
     */
    boolean isGone(final ImageEnd.Failure failure, final long patienceNs, final long nowNs) {
        final boolean isGone = failure == ImageEnd.Failure.GONE;
        final boolean isNone = isGone || failure == ImageEnd.Failure.NO_SESSION;
        final boolean isRelayed = memory.identity().hops() > 0;
        if (failure != ImageEnd.Failure.NO_LISTENER && !(isNone && isRelayed)) {
            isUnheard = false;
            return isNone;
        }
        if (!isUnheard) {
            isUnheard = true;
            unheardSinceNs = nowNs;
        }
        // A relay that was started again may have another session already.
        return nowNs - unheardSinceNs >= (isRelayed && !isGone ? RELAY_PATIENCE_NS : patienceNs);
    }

    /**
     * Accepts the offer of a resumption, unless another one is under way or was successful since the request: two
     * connections must not write.
     */
    boolean accept(final Request request, final Request.Resume resume) {
        final Boundary at = resumption();
        if (accepted != null || at == null || at.position() != resume.position()) {
            return false;
        }
        accepted = request;
        return true;
    }

    /**
     * Gives up a session of a relay that only sources with more hops offer: the relay joins it again, with more hops
     * itself.
     *
     * @param patienceNs time to wait for a source with fewer hops
     * @param nowNs on the monotonic clock
     */
    void refuseFarther(final long patienceNs, final long nowNs) {
        if (isAway() && nowNs - awaySinceNs >= patienceNs) {
            image().publisherLost(LossCause.RELAY_ENDED,
                    "its sources have passed as many relays as this one, which starts again after them");
        }
    }

    /** Records that a resumption has failed. */
    void drop(final Request request) {
        if (accepted == request) {
            accepted = null;
        }
    }

    /** Attaches the next link of its publisher. */
    void attach(final ImageLink newLink, final Offer offer) {
        accepted = null;
        isUnheard = false;
        subscriberPosition.attach(
                new RemoteSubscriberPosition.Attachment(newLink, new Boundary(offer.position(), offer.sequence()),
                        offer.gap()));
        image().publisherSilent(false);
        begin(newLink);
    }

    private String subject() {
        return memory.identity().stream() + " " + Long.toHexString(id());
    }

    /** Ends the epoch: no thread uses the link. */
    private void closeLink() {
        FlightEvents.commit(() -> new EpochEvent.Ended(link.peer(), subject(), epochs, medium));
        link.close();
        link = null;
    }

    /** Ends the session under EVICT: the resume position is overwritten. */
    void evict(final Offer offer) {
        final long word = Heartbeat.of(memory.header());
        Heartbeat.store(memory.header(), word, offer.position(), offer.sequence()); // the end of the lost range
        image().evicted();
    }

    /** Ends the epoch because the peer has started another. */
    void end(final String cause) {
        if (link != null) {
            link.end(cause);
        }
    }

    /** Records the refusal in the publisher's last offer. */
    void offered(final Offer offer) {
        subscriberPosition.refused(offer.refusal());
    }

    RemoteSessions.State state() {
        final long newest = Heartbeat.sequence(memory.header());
        final long position = subscriberPosition.position();
        final long lagBytes = Math.max(0, Heartbeat.position(memory.header()) - position);
        consumed = lagBytes == 0 ? newest : nextToConsume(position, newest);
        return new RemoteSessions.State(id(), link == null ? "" : link.peer(), consumed,
                Math.max(0, newest - consumed), lagBytes, image().refusal(), connection(lagBytes));
    }

    /** The publisher pushes as much of the lag as credit allows. */
    private RemoteSessions.Connection connection(final long lagBytes) {
        final int capacity = memory.identity().capacity();
        return new RemoteSessions.Connection(epochs, medium, capacity, isConnected()
                ? Math.max(0, capacity - lagBytes)
                : RemoteSessions.Connection.NONE);
    }

    /**
     * The sequence at the subscriber's position; the last known one if the frame is not there yet, or is being
     * overwritten.
     */
    private long nextToConsume(final long position, final long newest) {
        final int offset = (int) (position & memory.identity().capacity() - 1);
        final boolean isFrame = memory.ring().getLongVolatile(offset + FrameLayout.COMMIT_WORD_OFFSET) != 0;
        final long sequence = memory.ring().getLong(offset + FrameLayout.SEQUENCE_OFFSET);
        return isFrame && sequence >= consumed && sequence <= newest
                ? sequence
                : consumed == UNKNOWN ? newest : consumed;
    }

    void doWork(final boolean isHeartbeatDue, final long nowNs) {
        if (link == null) {
            return;
        }
        history.doWork(link);
        final String ended = link.endedBy();
        if (leaving) {
            close(ended);
        } else if (ended == null) {
            if (isHeartbeatDue) {
                link.sendHeartbeat();
            }
            Heartbeat.store(memory.header(), link.isSilent() ? Heartbeat.of(memory.header()) : link.heartbeat(),
                    link.publisherPosition(), link.publisherSequence());
            if (!image().isDone()) {
                watched.watchOver(false, nowNs);
            }
        } else {
            image().publisherLost(LossCause.DISCONNECTED, LossCause.DISCONNECTED.description() + ": " + ended);
            release(nowNs);
        }
    }

    /** Leaves the session: the image is no longer polled. */
    void leave() {
        if (!leaving && link != null) {
            link.leave();
        }
        leaving = true;
    }

    /** Whether only its memory is left. */
    boolean isClosed() {
        return leaving && link == null;
    }

    private void release(final long nowNs) {
        final RemoteSubscriberPosition.Detached detached = subscriberPosition.detached();
        if ((detached != null && detached.link() == link || image().isDone() && subscriberPosition.isLeft())
                && link.isReleased()) {
            closeLink();
            awaySinceNs = nowNs;
        }
    }

    private void close(final String ended) {
        if (ended != null && link.isReleased()) {
            closeLink();
        }
    }
}
