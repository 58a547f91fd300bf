package io.verbus.internal.image;

import io.verbus.BusException;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.Start;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.Offer;
import java.util.function.BooleanSupplier;

/**
 * A subscription's view of one session's log: the log itself if the publisher is on this host, else memory of this
 * process that the publisher writes to.
 *
 * <p>Created by the conductor, which joins the session, so that a publisher knows it before the first poll; afterwards
 * used by the polling thread only, except for the methods of the conductor.
 *
 * <pre>
 *   lapped, possibly after an eviction; jump
 *      ╭───────────────────╮
 *      ▼                   │
 *   SEEKING ──────────▶ READING ──▶ ENDED (end frame)
 *      │ ╰──▶ FETCHING ────╯│
 *      ╰──────────┴─────────┴─────▶ LOST  (publisher dead and log drained, log corrupt, or lapped under EVICT)
 * </pre>
 *
 * <p>SEEKING ends at the start of the first wanted message; a wanted range before it is a gap. On another host under
 * repair, the range is first fetched from the publisher's log, as far as the log still contains it.
 */
public final class Image {
    private enum State {
        SEEKING, FETCHING, READING, ENDED, LOST
    }

    /** A poll ends after this many messages, so that a slow handler shows progress within the timeout. */
    private static final int MAX_BATCH = 1024;
    private static final long OLDEST = 0;
    private static final long NEWEST = Long.MAX_VALUE;

    private final Log log;
    private final Session session;
    private final ImageSettings settings;
    private final GapTracker gapTracker;
    private final FrameReader reader;
    private final SubscriberPosition place;
    /** Null if the publisher determines where to continue. */
    private final FrameSeeker frameSeeker;
    /** Null if the log is read in place, or gaps are not filled. */
    private final HistoryFetcher history;
    private final SilenceNotifier silence;
    private State state = State.SEEKING;
    private volatile boolean done;
    private volatile boolean evicted;
    private volatile PublisherState publisher = PublisherState.HEARD;

    /**
     * Joins a session on this host.
     *
     * @param log of the session, mapped; the image closes it
     * @param positions of the subscription
     * @param start in the session
     * @param settings of the subscription
     */
    public Image(final Log log, final Positions positions, final Start.Point start, final ImageSettings settings) {
        this.log = log;
        this.session = log.identity().asSession();
        this.settings = settings;
        this.gapTracker = new GapTracker(session, settings);
        this.silence = new SilenceNotifier(session, settings.listener());
        this.reader = new FrameReader(log, settings.memory(), this::failed);
        final LocalSubscriberPosition shared = new LocalSubscriberPosition(log, positions);
        this.place = shared;
        this.frameSeeker = new FrameSeeker(log, reader, shared, settings.repair());
        this.history = null;
        try {
            gapTracker.want(join(start));
            shared.show();
        } catch (final BusException e) {
            place.leave();
            throw e;
        }
    }

    /**
     * Joins a session on another host.
     *
     * @param memory that the log is written to, with a header of this process, which contains the publisher's known
     *     state; the image closes it
     * @param place position in the publisher's log
     * @param offer start that the publisher offers
     * @param settings of the subscription
     */
    public Image(final Log memory, final RemoteSubscriberPosition place, final Offer offer,
            final ImageSettings settings) {
        this.log = memory;
        this.session = memory.identity().asSession();
        this.settings = settings;
        this.gapTracker = new GapTracker(session, settings);
        this.silence = new SilenceNotifier(session, settings.listener());
        this.reader = new FrameReader(memory, settings.memory(), this::failed);
        this.place = place;
        this.frameSeeker = null;
        this.history = place.isFilling(settings) ? new HistoryFetcher(place, settings, gapTracker, this::failed) : null;
        gapTracker.want(offer.wanted());
        reader.moveTo(new Boundary(offer.position(), offer.sequence()));
    }

    /** Returns the first wanted sequence. */
    private long join(final Start.Point start) {
        return switch (start) {
            case Start.Live live -> {
                do {
                    moveBefore(ChunkTable.newest(log).sequence());
                } while (!reader.seek(NEWEST) && reader.outcome() == ReadOutcome.LAPPED);
                place.advance(reader.position());
                yield reader.sequence();
            }
            case Start.Oldest oldest -> {
                frameSeeker.atOrBelow(OLDEST);
                yield reader.sequence();
            }
            case Start.At at -> {
                moveBefore(at.sequence());
                yield at.sequence();
            }
        };
    }

    /** One frame before the wanted one: reading that frame shows whether a message ends in it. */
    private void moveBefore(final long sequence) {
        frameSeeker.atOrBelow(Math.max(OLDEST, sequence - 1));
    }

    /** {@return the session of the image} */
    public Session session() {
        return session;
    }

    /** {@return id of the publisher's process, which names its lock file} */
    public long publisherProcess() {
        return log.identity().process();
    }

    /** {@return whether nothing more will be delivered; any thread} */
    public boolean isDone() {
        return done;
    }

    /** {@return the publisher's heartbeat word; for the conductor} */
    public long heartbeat() {
        return Heartbeat.of(log.header());
    }

    /** {@return the consumed position that the publisher was sent last; for the conductor} */
    public long position() {
        return place.position();
    }

    /** {@return why the publisher does not honour BLOCK of the subscription; for the conductor} */
    public Refusal refusal() {
        return place.refusal();
    }

    /** {@return whether nothing more will be written to the log; for the conductor} */
    public boolean isAbandoned() {
        return publisher.isFinal();
    }

    /** Records that the publisher died. By the conductor. */
    public void publisherDied() {
        publisher = PublisherState.DEAD;
    }

    /**
     * Records that the log file was removed. By the conductor.
     *
     * @param byPublisher whether the publisher removed it, as in a close; otherwise another program did
     */
    public void logRemoved(final boolean byPublisher) {
        if (!isAbandoned()) {
            publisher = byPublisher ? PublisherState.REMOVED : PublisherState.REMOVED_BY_OTHERS;
        }
    }

    /**
     * Records that the publisher is silent, though not dead, or that its heartbeat has returned. By the conductor.
     *
     * @param silent whether it is silent
     */
    public void publisherSilent(final boolean silent) {
        if (!isAbandoned()) {
            publisher = silent ? PublisherState.SILENT : PublisherState.HEARD;
        }
    }

    /**
     * Records that the publisher is lost, for a while or for good. By the conductor.
     *
     * @param cause for operators
     * @param forGood whether the session cannot resume
     */
    public void publisherLost(final String cause, final boolean forGood) {
        if (!isAbandoned()) {
            publisher = forGood ? PublisherState.gone(cause) : PublisherState.silent(cause);
        }
    }

    /**
     * Records that the session is lost because the image was lapped while disconnected. By the conductor.
     *
     * @param cause for operators
     */
    public void evicted(final String cause) {
        evicted = true;
        publisherLost(cause, true);
    }

    /** {@return whether the session is lost for this subscription only, because it was lapped; any thread} */
    public boolean isEvicted() {
        return evicted;
    }

    /**
     * Records that the session is the restart of another; the end of that is reported first. By the conductor, before
     * the first poll.
     *
     * @param session previous session of the same publisher
     * @param isOver whether the end of that session has been reported
     */
    public void succeed(final Session session, final BooleanSupplier isOver) {
        gapTracker.succeed(session, isOver);
    }

    /**
     * Delivers messages.
     *
     * @param handler receives them
     * @param limit of messages, above 0
     * @return the number of messages taken
     */
    public int poll(final PollHandler handler, final int limit) {
        try {
            if (state == State.READING ? isIdle() : state == State.FETCHING || !seek()) {
                return state == State.FETCHING ? fetch(handler, limit) : 0;
            }
            return read(handler, limit);
        } catch (final BusException e) { // from the chunk table, which a lapped reader needs
            lose(e.getMessage());
            return 0;
        }
    }

    /** A shortcut for remote images: most polls find nothing, and the shorter such a poll is, the lower the latency. */
    private boolean isIdle() {
        return place.isIdle(reader.position()) && reader.isIdle() && publisher == PublisherState.HEARD
                && !silence.isReported();
    }

    private int read(final PollHandler handler, final int limit) {
        reader.copying(settings.copies() || !place.isGating(reader.position()));
        final PublisherState seen = observe(); // before the log is read: the read then sees all earlier commits
        reader.readable(place.readable());
        final int count = reader.poll(handler, Math.min(limit, MAX_BATCH));
        final ReadOutcome outcome = reader.outcome();
        if (outcome == ReadOutcome.PAUSED) {
            place.advance(reader.position());
        } else {
            handle(outcome, seen);
        }
        return count;
    }

    private void handle(final ReadOutcome outcome, final PublisherState seen) {
        switch (outcome) {
            case DRAINED -> {
                place.advance(reader.position());
                if (!followJump()) {
                    checkPublisher(seen);
                }
            }
            case LAPPED -> resume();
            case DROPPED -> {
                gapTracker.drop(reader);
                place.advance(reader.position());
            }
            case ENDED -> end();
            case CORRUPT -> lose(corruption(reader));
            default -> throw new AssertionError(outcome);
        }
    }

    /** Releases the slot, so that it no longer gates the publisher. The image must not be polled afterwards. */
    public void leave() {
        if (!place.isLeft()) {
            reader.forget();
            if (history != null) {
                history.forget();
            }
            place.leave();
        }
    }

    /** Stops delivery and reports. By the polling thread. */
    public void abandon() {
        state = State.LOST;
        done = true;
    }

    /** Leaves, if not done yet, and unmaps the log. */
    public void close() {
        leave();
        log.close();
    }

    /** Returns the known state of the publisher, and reports the end of its silence. */
    private PublisherState observe() {
        final PublisherState seen = publisher;
        if (silence.isReported()) {
            silence.observe(seen, reader.hasMore(), next());
        }
        return seen;
    }

    /** At the end of the log: checks whether the publisher is silent or gone. */
    private void checkPublisher(final PublisherState seen) {
        if (seen.isFinal()) {
            lose(seen.cause());
        } else {
            final PublisherState now = publisher; // again, because a handler may have taken long
            if (now.isSilent() && gapTracker.isStarted()) {
                silence.report(next(), known(next()), now.cause());
            }
        }
    }

    /** Follows a jump of the publisher; returns false if there is none. */
    private boolean followJump() {
        final Jump jump = place.jump(reader.position(), reader.sequence());
        if (jump == null) {
            return false;
        }
        gapTracker.jump(next(), jump);
        state = State.SEEKING;
        if (jump.boundary().sequence() < reader.sequence() || jump.boundary().position() < reader.position()) {
            throw new BusException("its publisher jumped back to position " + jump.boundary().position());
        }
        reader.moveTo(jump.boundary());
        return true;
    }

    /** Moves the reader to the first wanted message; returns true if it is there. */
    private boolean seek() {
        if (isDone() || gapTracker.areDeferred()) {
            return false;
        }
        final PublisherState seen = observe(); // before the log is read, as in read
        reader.readable(place.readable());
        while (!reader.seek(gapTracker.wanted())
                || reader.sequence() >= gapTracker.wanted() && !gapTracker.seekBeginning(reader)) {
            switch (reader.outcome()) {
                case LAPPED -> {
                    if (place.isLostByLap()) {
                        evict();
                        return false;
                    }
                    resumeAfterLap();
                }
                case DRAINED -> {
                    return waitForMore(seen); // the publisher is inside a message
                }
                case ENDED -> {
                    begin();
                    if (state == State.READING) { // else a later call returns here
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
        if (reader.sequence() < gapTracker.wanted()) {
            return waitForMore(seen); // the wanted message is not published yet
        }
        return begin();
    }

    private boolean waitForMore(final PublisherState seen) {
        place.advance(reader.position());
        if (!followJump()) {
            checkPublisher(seen);
        }
        return false;
    }

    /** Starts reading; returns false if a range must be fetched first. */
    private boolean begin() {
        if (gapTracker.wanted() < reader.sequence() && history != null) {
            state = State.FETCHING;
            place.advance(reader.position());
            history.begin(new Boundary(reader.position(), reader.sequence()));
            return false;
        }
        state = State.READING;
        return gapTracker.settle(reader.sequence());
    }

    /** Fetches and delivers the missing range before the live messages, as far as the publisher's log contains it. */
    private int fetch(final PollHandler handler, final int limit) {
        observe();
        final int count = history.poll(handler, Math.min(limit, MAX_BATCH));
        if (history.isCorrupt()) {
            lose(corruption(history.reader()));
        } else if (history.isOver()) {
            state = State.READING;
            gapTracker.settle(reader.sequence());
        }
        return count;
    }

    /** Resumes after a lap: the overwritten range is missing. */
    private void resume() {
        if (reader.isDoubtful()) {
            settings.listener().onDoubtful(session, reader.sequence() - 1);
        }
        gapTracker.want(reader.undelivered(), place.lapCause());
        state = State.SEEKING;
        if (place.isLostByLap()) {
            evict();
        } else {
            resumeAfterLap();
            seek();
        }
    }

    /** Finds the end of the log first: the whole range is lost. */
    private void evict() {
        settings.counters().discarded(reader.drainDiscardedCopies());
        frameSeeker.atEnd();
        evicted = true;
        place.evicted();
        lose(place.lapCause());
    }

    private void resumeAfterLap() {
        settings.counters().discarded(reader.drainDiscardedCopies());
        frameSeeker.afterLap();
        if (gapTracker.isStarted() && reader.sequence() < gapTracker.wanted()) {
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
        final long known = known(next);
        final boolean accepted = known > next && gapTracker.isAccepted(next, known - 1, cause);
        gapTracker.start(next); // so that a listener that fetches the range knows that nothing was delivered before
        if (known > next && !accepted) {
            gapTracker.report(next, known - 1, cause);
        }
        settings.listener().onLost(new LostSession(session, next, known, true, cause));
    }

    /** The first sequence that is neither delivered nor reported. A seeking reader may be far beyond it. */
    private long next() {
        return state == State.READING ? reader.undelivered() : gapTracker.wanted();
    }

    /** The newest known next sequence of the publisher, bounded below by what was read. */
    private long known(final long next) {
        return Math.max(Math.max(next, reader.sequence()), Heartbeat.sequence(log.header()));
    }

    private void failed(final long sequence, final Throwable thrown) {
        settings.failed(session, sequence, thrown);
    }

    private static String corruption(final FrameReader at) {
        return "its log is corrupt at position " + at.position();
    }
}
