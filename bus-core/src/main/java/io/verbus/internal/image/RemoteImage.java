package io.verbus.internal.image;

import io.verbus.BusException;
import io.verbus.LossCause;
import io.verbus.PollHandler;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;

/**
 * The image of a session on another host: memory of this process, with the layout of the log, that the publisher writes
 * to. Credit keeps the publisher from overwriting unread bytes.
 */
public final class RemoteImage extends Image {
    private final RemoteSubscriberPosition consumed;
    /** Null if gaps are not filled. */
    private final HistoryFetcher history;
    private final ArrivalReader ordinary;
    private final boolean isInPlace;

    /**
     * Joins a session.
     *
     * @param memory that the log is written to, with a header of this process, which contains the publisher's known
     *     state; the image closes it
     * @param consumed position in the publisher's log
     * @param offer start that the publisher offers
     * @param settings of the subscription
     */
    public RemoteImage(final Log memory, final RemoteSubscriberPosition consumed, final Offer offer,
            final ImageSettings settings) {
        super(memory, consumed, settings);
        this.consumed = consumed;
        this.history = consumed.isFilling(settings)
                ? new HistoryFetcher(consumed, settings, gapTracker, this::failed)
                : null;
        gapTracker.want(offer.wanted());
        reader.moveTo(new Boundary(offer.position(), offer.sequence()));
        isInPlace = !settings.copies();
        reader.copying(!isInPlace);
        ordinary = new ArrivalReader(this, consumed);
    }

    @Override
    public int poll(final PollHandler handler, final int limit) {
        final int count = ordinary.poll(handler, limit);
        return count == OrdinaryReader.CHECK ? pollChecked(handler, limit) : count;
    }

    @Override
    public Boundary at() {
        return is(State.FETCHING)
                ? new Boundary(history.reader().position(), history.reader().sequence())
                : super.at();
    }

    @Override
    OrdinaryReader ordinary() {
        return ordinary;
    }

    /** Delivers messages by the checked path, which may enter the ordinary state. */
    private int pollChecked(final PollHandler handler, final int limit) {
        try {
            if (is(State.READING) ? !isIdle() : !is(State.FETCHING) && seek()) {
                return readChecked(handler, limit);
            }
            return is(State.FETCHING) ? fetch(handler, limit) : 0;
        } catch (final BusException e) { // from the publisher's jumps and history
            lose(LossCause.CORRUPT, e.getMessage());
            return 0;
        }
    }

    /** A shortcut: most polls find nothing, and the shorter such a poll is, the lower the latency. */
    private boolean isIdle() {
        final boolean idle = consumed.isIdle(reader.position()) && reader.isIdle() && isPublisherHeard();
        if (idle && isInPlace) {
            ordinary.open(consumed.link());
        }
        return idle;
    }

    private int readChecked(final PollHandler handler, final int limit) {
        final int count = read(handler, limit);
        final ImageLink link = consumed.link();
        if (isInPlace && link != null && is(State.READING) && isPublisherHeard() && !reader.isReassembling()) {
            ordinary.open(link);
            return count > 0 ? count : Math.max(0, ordinary.poll(handler, limit)); // after a padding frame
        }
        return count;
    }

    /** Arrivals are known to the link only. */
    @Override
    public long nextWord() {
        return OffHeapLongs.NEVER_ZERO;
    }

    /** Messages are in memory of this host before they are readable. */
    @Override
    public long secondLine() {
        return OffHeapLongs.NEVER_ZERO;
    }

    @Override
    public void check() {
        ordinary.close();
    }

    @Override
    public boolean isLapped() {
        return false;
    }

    @Override
    public boolean isWithoutCredit() {
        final long capacity = log.identity().capacity();
        return Heartbeat.position(log.header()) - consumed.position() >= capacity - capacity / LogLayout.CHUNKS;
    }

    @Override
    public boolean isOfThisHost() {
        return false;
    }

    @Override
    void updateReadable() {
        reader.readable(consumed.readable());
    }

    @Override
    boolean followJump() {
        final Jump jump = consumed.jump(reader.resumePosition(), reader.resumeSequence());
        if (consumed.link() == null) {
            reader.returnToMissing();
        }
        if (jump == null) {
            return false;
        }
        gapTracker.jump(next(), jump);
        enter(State.SEEKING);
        // The sequence may be lower: the reader may be in a range that its last source lacks. It passes over messages
        // that are delivered or reported.
        if (jump.boundary().position() < reader.position()) {
            throw new BusException("its publisher jumped back to position " + jump.boundary().position());
        }
        reader.moveTo(jump.boundary());
        return true;
    }

    @Override
    boolean resumeAfterLap() {
        throw new AssertionError("a remote image is never lapped");
    }

    @Override
    boolean beginFetch() {
        if (history != null) {
            history.begin(new Boundary(reader.position(), reader.sequence()));
        }
        return history != null;
    }

    /** Fetches and delivers the missing range before the live messages, as far as the publisher's log contains it. */
    private int fetch(final PollHandler handler, final int limit) {
        observe();
        final int count = history.poll(handler, Math.min(limit, MAX_BATCH));
        if (history.isCorrupt()) {
            lose(LossCause.CORRUPT, corruption(history.reader()));
        } else if (history.isOver()) {
            enter(State.READING);
            gapTracker.settle(reader.sequence());
        }
        return count;
    }

    @Override
    void forget() {
        ordinary.close();
        reader.forget();
        if (history != null) {
            history.forget();
        }
    }
}
