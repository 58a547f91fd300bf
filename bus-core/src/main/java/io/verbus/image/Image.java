package io.verbus.image;

import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Start;
import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.Heartbeat;
import io.verbus.log.Log;
import io.verbus.peer.LostSession;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import io.verbus.position.Positions;
import io.verbus.transport.Offer;
import java.util.function.BooleanSupplier;

/**
 * A subscription's view of one session's log: the log itself, when its publisher is on this host, else memory of our
 * own that the publisher writes into.
 *
 * <p>Made by the conductor, which joins the session, so that a publisher can know of it before the first poll; from
 * then on used by the thread that polls alone, except for what is said to be the conductor's.
 *
 * <pre>
 *   lapped, perhaps after an eviction; led elsewhere
 *      ╭───────────────────╮
 *      ▼                   │
 *   SEEKING ──────────▶ READING ──▶ ENDED (end frame)
 *      │ ╰──▶ FETCHING ────╯│
 *      ╰──────────┴─────────┴─────▶ LOST  (publisher dead and log drained, bytes that no publisher writes, or, under
 *                                          EVICT, lapped)
 * </pre>
 *
 * <p>Seeking ends where a message begins that is wanted; what was wanted before it is a gap. Between hosts it is
 * fetched from the publisher's log first, as far as that has it, if gaps are to be filled.
 */
public final class Image {
    private enum State {
        SEEKING, FETCHING, READING, ENDED, LOST
    }

    /** A turn ends after so many messages, so that a slow handler shows progress within its time-out. */
    private static final int MAX_TURN = 1024;
    private static final long OLDEST = 0;
    private static final long NEWEST = Long.MAX_VALUE;

    private final Log log;
    private final Session session;
    private final ImageSettings settings;
    private final Gaps gaps;
    private final FrameReader reader;
    private final Place place;
    /** Null where the publisher tells us where to go on. */
    private final Landing landing;
    /** Null where what the log still has is read in place, or not filled. */
    private final History history;
    private final Silence silence;
    private State state = State.SEEKING;
    private volatile boolean done;
    private volatile boolean evicted;
    private volatile PublisherState publisher = PublisherState.HEARD;

    /**
     * Joins a session on this host.
     *
     * @param log of the session, mapped; the image closes it
     * @param positions of the subscription
     * @param start where to begin
     * @param settings of the subscription
     */
    public Image(final Log log, final Positions positions, final Start.Point start, final ImageSettings settings) {
        this.log = log;
        this.session = log.identity().asSession();
        this.settings = settings;
        this.gaps = new Gaps(session, settings);
        this.silence = new Silence(session, settings.listener());
        this.reader = new FrameReader(log, settings.memory(), this::failed);
        final SharedPlace shared = new SharedPlace(log, positions);
        this.place = shared;
        this.landing = new Landing(log, reader, shared, settings.repair());
        this.history = null;
        try {
            gaps.want(join(start));
            shared.show();
        } catch (final BusException e) {
            place.leave();
            throw e;
        }
    }

    /**
     * Joins a session on another host.
     *
     * @param memory that its log is written into, with a header of ours, which holds what is heard of the publisher;
     *     the image closes it
     * @param place how it stands with the publisher
     * @param offer where the publisher begins
     * @param settings of the subscription
     */
    public Image(final Log memory, final RemotePlace place, final Offer offer, final ImageSettings settings) {
        this.log = memory;
        this.session = memory.identity().asSession();
        this.settings = settings;
        this.gaps = new Gaps(session, settings);
        this.silence = new Silence(session, settings.listener());
        this.reader = new FrameReader(memory, settings.memory(), this::failed);
        this.place = place;
        this.landing = null;
        this.history = place.isFilling(settings) ? new History(place, settings, gaps, this::failed) : null;
        gaps.want(offer.wanted());
        reader.moveTo(new Boundary(offer.position(), offer.sequence()));
    }

    /** Gives the first sequence that is wanted. */
    private long join(final Start.Point start) {
        return switch (start) {
            case Start.Live live -> {
                do {
                    landBefore(ChunkTable.newest(log).sequence());
                } while (!reader.seek(NEWEST) && reader.outcome() == Outcome.LAPPED);
                place.advance(reader.position());
                yield reader.sequence();
            }
            case Start.Oldest oldest -> {
                landing.atOrBelow(OLDEST);
                yield reader.sequence();
            }
            case Start.At at -> {
                landBefore(at.sequence());
                yield at.sequence();
            }
        };
    }

    /** One frame earlier than needed: who passes over a frame knows whether a message ends in it. */
    private void landBefore(final long sequence) {
        landing.atOrBelow(Math.max(OLDEST, sequence - 1));
    }

    /** {@return the session that it reads} */
    public Session session() {
        return session;
    }

    /** {@return id of the publisher's process, which names its lock file} */
    public long publisherProcess() {
        return log.identity().process();
    }

    /** {@return whether it will deliver nothing more; any thread} */
    public boolean isDone() {
        return done;
    }

    /** {@return a word that changes as long as the publisher's conductor runs; for our conductor} */
    public long heartbeat() {
        return Heartbeat.of(log.header());
    }

    /** {@return how far the subscription has read, as it told the publisher last; for our conductor} */
    public long position() {
        return place.position();
    }

    /** {@return why the publisher does not wait for the subscription, though that is its policy; for our conductor} */
    public Refusal refusal() {
        return place.refusal();
    }

    /** {@return whether nothing more will be written to its log; for our conductor} */
    public boolean isAbandoned() {
        return publisher.isFinal();
    }

    /** Tells it that nothing more will be written to its log. By the conductor. */
    public void publisherDied() {
        publisher = PublisherState.DEAD;
    }

    /**
     * Tells it that its log has lost its name. By the conductor.
     *
     * @param byPublisher whether the publisher has removed it, as it does at its end; else it was another program
     */
    public void logRemoved(final boolean byPublisher) {
        if (!isAbandoned()) {
            publisher = byPublisher ? PublisherState.REMOVED : PublisherState.REMOVED_BY_OTHERS;
        }
    }

    /**
     * Tells it that its publisher gives no sign of life though it is not dead, or gives signs of life again. By the
     * conductor.
     *
     * @param silent which of the two
     */
    public void publisherSilent(final boolean silent) {
        if (!isAbandoned()) {
            publisher = silent ? PublisherState.SILENT : PublisherState.HEARD;
        }
    }

    /**
     * Tells it that nothing is heard of its publisher for a while, or for good. By the conductor.
     *
     * @param cause in words
     * @param forGood whether nothing can follow
     */
    public void publisherLost(final String cause, final boolean forGood) {
        if (!isAbandoned()) {
            publisher = forGood ? PublisherState.gone(cause) : PublisherState.silent(cause);
        }
    }

    /**
     * Tells it that the session is lost because we fell behind while there was no connection. By the conductor.
     *
     * @param cause in words
     */
    public void evicted(final String cause) {
        evicted = true;
        publisherLost(cause, true);
    }

    /** {@return whether the session is lost to us alone, because we fell behind; any thread} */
    public boolean isEvicted() {
        return evicted;
    }

    /**
     * Tells it that its session is the restart of another, for whose end it has to wait. By the conductor, before the
     * first poll.
     *
     * @param session that it takes the place of
     * @param isOver whether the application has heard that session's end
     */
    public void succeed(final Session session, final BooleanSupplier isOver) {
        gaps.succeed(session, isOver);
    }

    /**
     * Delivers messages.
     *
     * @param handler gets them
     * @param limit of messages, above 0
     * @return how many were taken
     */
    public int poll(final MessageHandler handler, final int limit) {
        try {
            if (state == State.READING ? isIdle() : state == State.FETCHING || !seek()) {
                return state == State.FETCHING ? fetch(handler, limit) : 0;
            }
            return read(handler, limit);
        } catch (final BusException e) { // the chunk table, which a lapped reader needs
            lose(e.getMessage());
            return 0;
        }
    }

    /** Between hosts most polls find that nothing has arrived, and the sooner they do, the sooner the next looks. */
    private boolean isIdle() {
        return place.isIdle(reader.position()) && reader.isIdle() && publisher == PublisherState.HEARD
                && !silence.isTold();
    }

    private int read(final MessageHandler handler, final int limit) {
        reader.copying(settings.copies() || !place.isWaitedFor(reader.position()));
        final PublisherState seen = hear(); // before the log is read: what was committed before is seen below
        reader.readable(place.readable());
        final int count = reader.poll(handler, Math.min(limit, MAX_TURN));
        final Outcome outcome = reader.outcome();
        if (outcome == Outcome.PAUSED) {
            place.advance(reader.position());
        } else {
            dealWith(outcome, seen);
        }
        return count;
    }

    private void dealWith(final Outcome outcome, final PublisherState seen) {
        switch (outcome) {
            case DRAINED -> {
                place.advance(reader.position());
                if (!isLedElsewhere()) {
                    miss(seen);
                }
            }
            case LAPPED -> resume();
            case DROPPED -> {
                gaps.drop(reader);
                place.advance(reader.position());
            }
            case ENDED -> end();
            case CORRUPT -> lose(corruption(reader));
            default -> throw new AssertionError(outcome);
        }
    }

    /** Gives up the place, so that the publisher does not wait any more. The image must not be polled after that. */
    public void leave() {
        if (!place.isLeft()) {
            reader.forget();
            if (history != null) {
                history.forget();
            }
            place.leave();
        }
    }

    /** Nothing more of it is to be delivered or reported. By the thread that polls. */
    public void abandon() {
        state = State.LOST;
        done = true;
    }

    /** Leaves, if that is not done, and unmaps the log. */
    public void close() {
        leave();
        log.close();
    }

    /** What is known of the publisher. One that was silent may be back. */
    private PublisherState hear() {
        final PublisherState seen = publisher;
        if (silence.isTold()) {
            silence.listen(seen, reader.hasMore(), next());
        }
        return seen;
    }

    /** Nothing is committed behind what was read. */
    private void miss(final PublisherState seen) {
        if (seen.isFinal()) {
            lose(seen.cause());
        } else {
            final PublisherState now = publisher; // a handler may have taken its time
            if (now.isSilent() && gaps.isStarted()) {
                silence.tell(next(), heard(next()), now.cause());
            }
        }
    }

    /** Whether the publisher goes on elsewhere; then the reader stands there. */
    private boolean isLedElsewhere() {
        final Detour detour = place.detour(reader.position(), reader.sequence());
        if (detour == null) {
            return false;
        }
        gaps.lead(next(), detour);
        state = State.SEEKING;
        if (detour.boundary().sequence() < reader.sequence() || detour.boundary().position() < reader.position()) {
            throw new BusException("its publisher goes back, to position " + detour.boundary().position());
        }
        reader.moveTo(detour.boundary());
        return true;
    }

    /** Brings the reader to the first message that is wanted; true when it stands there. */
    private boolean seek() {
        if (isDone() || gaps.areHeldBack()) {
            return false;
        }
        final PublisherState seen = hear(); // before the log is read, as in read
        reader.readable(place.readable());
        while (!reader.seek(gaps.wanted()) || reader.sequence() >= gaps.wanted() && !gaps.seekBeginning(reader)) {
            switch (reader.outcome()) {
                case LAPPED -> {
                    if (place.isLostByLap()) {
                        evict();
                        return false;
                    }
                    landAgain();
                }
                case DRAINED -> {
                    return stay(seen); // the publisher is in the middle of a message
                }
                case ENDED -> {
                    begin();
                    if (state == State.READING) { // else it comes here again
                        end();
                    }
                    return false;
                }
                default -> {
                    lose(corruption(reader));
                    return false;
                }
            }
        }
        if (reader.sequence() < gaps.wanted()) {
            return stay(seen); // what is wanted is still to come
        }
        return begin();
    }

    private boolean stay(final PublisherState seen) {
        place.advance(reader.position());
        if (!isLedElsewhere()) {
            miss(seen);
        }
        return false;
    }

    /** Whether reading may go on at once: what is fetched is to come first. */
    private boolean begin() {
        if (gaps.wanted() < reader.sequence() && history != null) {
            state = State.FETCHING;
            place.advance(reader.position());
            history.begin(new Boundary(reader.position(), reader.sequence()));
            return false;
        }
        state = State.READING;
        return gaps.settle(reader.sequence());
    }

    /** What was missed comes before what is live, as far as the publisher's log still has it. */
    private int fetch(final MessageHandler handler, final int limit) {
        hear();
        final int count = history.poll(handler, Math.min(limit, MAX_TURN));
        if (history.isCorrupt()) {
            lose(corruption(history.reader()));
        } else if (history.isOver()) {
            state = State.READING;
            gaps.settle(reader.sequence());
        }
        return count;
    }

    /** The publisher has gone past us: what was overwritten is missing. */
    private void resume() {
        if (reader.isDoubtful()) {
            settings.listener().onDoubtful(session, reader.sequence() - 1);
        }
        gaps.want(reader.undelivered(), place.lapCause());
        state = State.SEEKING;
        if (place.isLostByLap()) {
            evict();
        } else {
            landAgain();
            seek();
        }
    }

    /** How far the publisher has got is found out first: all of that is lost. */
    private void evict() {
        settings.counters().discarded(reader.drainDiscardedCopies());
        landing.atEnd();
        evicted = true;
        place.evicted();
        lose(place.lapCause());
    }

    private void landAgain() {
        settings.counters().discarded(reader.drainDiscardedCopies());
        landing.afterLap();
        if (gaps.isStarted() && reader.sequence() < gaps.wanted()) {
            throw new BusException(corruption(reader));
        }
    }

    private void end() {
        state = State.ENDED;
        done = true;
        place.advance(reader.position());
        settings.listener().onEnded(session, reader.sequence());
    }

    private void lose(final String cause) {
        final long next = next();
        state = State.LOST;
        done = true;
        final long heard = heard(next);
        final boolean fetched = heard > next && gaps.isTakenOver(next, heard - 1, cause);
        gaps.start(next); // a listener that fetches what is missing knows by this that nothing was delivered before
        if (heard > next && !fetched) {
            gaps.report(next, heard - 1, cause);
        }
        settings.listener().onLost(new LostSession(session, next, heard, true, cause));
    }

    /** What is neither delivered nor reported. Who is still seeking may stand far beyond it. */
    private long next() {
        return state == State.READING ? reader.undelivered() : gaps.wanted();
    }

    /** What the publisher would have sent next when it last beat, as far as that is to be believed. */
    private long heard(final long next) {
        return Math.max(Math.max(next, reader.sequence()), Heartbeat.sequence(log.header()));
    }

    private void failed(final long sequence, final Throwable thrown) {
        settings.failed(session, sequence, thrown);
    }

    private static String corruption(final FrameReader at) {
        return "its log holds bytes at position " + at.position() + " that no publisher writes";
    }
}
