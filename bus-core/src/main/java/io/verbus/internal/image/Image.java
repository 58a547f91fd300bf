package io.verbus.internal.image;

import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionProgress;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.spi.LogIdentity;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A subscription's view of one session's log: the log itself if the publisher is on this host ({@link LocalImage}),
 * else memory of this process that the publisher writes to ({@link RemoteImage}).
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
public abstract sealed class Image permits LocalImage, RemoteImage {
    enum State {
        SEEKING, FETCHING, READING, ENDED, LOST
    }

    /** A poll ends after this many messages, so that a slow handler shows progress within the timeout. */
    static final int MAX_BATCH = 1024;
    private static final long NOWHERE = -1;

    final Log log;
    final Session session;
    final ImageSettings settings;
    final GapTracker gapTracker;
    final FrameReader reader;
    final SilenceNotifier silence;
    private State state = State.SEEKING;
    private final SubscriberPosition consumed;
    private volatile boolean done;
    private volatile long continuedAt = NOWHERE;
    private volatile boolean evicted;
    private volatile PublisherState publisher = PublisherState.ALIVE;
    /** Begins and ends of FETCHING: odd meanwhile. By the polling thread. */
    private volatile int fetches;

    /**
     * An image that is about to seek its start.
     *
     * @param log to read; the image closes it
     * @param consumed position, as the publisher sees it
     * @param settings of the subscription
     */
    Image(final Log log, final SubscriberPosition consumed, final ImageSettings settings) {
        this.log = log;
        this.session = log.identity().asSession();
        this.settings = settings;
        this.gapTracker = new GapTracker(session, settings);
        this.silence = new SilenceNotifier(session, settings.listener());
        this.reader = new FrameReader(log, settings.subscription(), settings.memory(), this::failed);
        this.consumed = consumed;
    }

    /**
     * Delivers messages.
     *
     * @param handler receives them
     * @param limit of messages, above 0
     * @return the number of messages taken
     */
    public abstract int poll(PollHandler handler, int limit);

    /** {@return whether the publisher has overwritten unread bytes; for the conductor, while the image is not done} */
    public abstract boolean isLapped();

    /** Sends the next poll through the checked path. By the polling thread. */
    public abstract void check();

    /**
     * The address of a word that is 0 until something happens in the image, unless the horizon passes its position:
     * usually the commit word of the next frame. It changes with each poll. By the polling thread.
     *
     * @return an address, valid until the image is left; see {@link OffHeapLongs#loadAcquire}
     */
    public abstract long nextWord();

    /**
     * The address of a word in the second cache line of the next message, if it is expected to have one on its way from
     * another core: a load requests that line together with the first. By the polling thread.
     *
     * @return an address, valid until the image is left; {@link OffHeapLongs#NEVER_ZERO} for none
     */
    public abstract long secondLine();

    /** The reader of the ordinary state. */
    abstract OrdinaryReader ordinary();

    /** Sets the bytes that the reader may read now. */
    abstract void updateReadable();

    /** Continues after a jump of the publisher; returns false if there is none. */
    abstract boolean followJump();

    /** Continues after a lap; returns false if the lap ends the session for this subscription. */
    abstract boolean resumeAfterLap();

    /** Begins to fetch the missing range before the reader; returns false if that is not possible. */
    abstract boolean beginFetch();

    /** Forgets incomplete messages before the image is left. */
    abstract void forget();

    /** {@return the session of the image} */
    public Session session() {
        return session;
    }

    /** {@return the identity of the log} */
    public LogIdentity identity() {
        return log.identity();
    }

    /** {@return the next frame to read; polling thread} */
    public Boundary at() {
        return new Boundary(reader.position(), reader.sequence());
    }

    /** {@return id of the publisher's process, which names its lock file} */
    public long publisherProcess() {
        return log.identity().process();
    }

    /** {@return position and lag; polling thread} */
    public SessionProgress progress() {
        final long end = Math.max(Heartbeat.position(log.header()), ChunkTable.newest(log).position());
        return new SessionProgress(session, reader.position(), Math.max(0, end - reader.position()));
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
        return consumed.position();
    }

    /** {@return why the publisher does not honour BLOCK of the subscription; for the conductor} */
    public Refusal refusal() {
        return consumed.refusal();
    }

    /** {@return whether nothing more will be written to the log; for the conductor} */
    public boolean isAbandoned() {
        return publisher.isFinal();
    }

    /** Records that the publisher died. By the conductor. */
    public void publisherDied() {
        publisher = log.identity().hops() > 0 ? PublisherState.RELAY_ENDED : PublisherState.DEAD;
    }

    /**
     * Records that the log file was removed. By the conductor.
     *
     * @param byPublisher whether the publisher removed it, as in a close; otherwise another program did
     */
    public void logRemoved(final boolean byPublisher) {
        if (!isAbandoned()) {
            publisher = Heartbeat.isLeft(heartbeat())
                    ? PublisherState.RELAY_ENDED
                    : byPublisher ? PublisherState.REMOVED : PublisherState.REMOVED_BY_OTHERS;
        }
    }

    /**
     * Records that the publisher is silent, though not dead, or that its heartbeat has returned. By the conductor.
     *
     * @param silent whether it is silent
     */
    public void publisherSilent(final boolean silent) {
        if (!isAbandoned()) {
            publisher = silent ? PublisherState.SILENT : PublisherState.ALIVE;
        }
    }

    /**
     * Records that the publisher is lost, for a while or for good. By the conductor.
     *
     * @param cause of the loss
     * @param description the cause in words, for operators
     */
    public void publisherLost(final LossCause cause, final String description) {
        if (!isAbandoned()) {
            publisher = new PublisherState(cause, description);
        }
    }

    /** Records that the session is lost because the image was lapped while disconnected. By the conductor. */
    public void evicted() {
        evicted = true;
        publisherLost(LossCause.LAPPED, LossCause.LAPPED.description());
    }

    final boolean is(final State asked) {
        return state == asked;
    }

    final void enter(final State next) {
        if ((next == State.FETCHING) != (state == State.FETCHING)) {
            fetches = fetches + 1;
        }
        state = next;
    }

    /** {@return the number of begins and ends of fetches of missing messages; for the conductor} */
    public int fetches() {
        return fetches;
    }

    /**
     * Whether missing messages are being fetched.
     *
     * @param fetches of {@link #fetches()}
     * @return true if so
     */
    public static boolean isFetching(final int fetches) {
        return (fetches & 1) != 0;
    }

    /** {@return whether the publisher is silent, or not connected, and may return; for the conductor} */
    public boolean isPublisherSilent() {
        return publisher.isSilent();
    }

    /** {@return whether the publisher can write at most a sixteenth of the log; for the conductor} */
    public abstract boolean isWithoutCredit();

    /** {@return whether the publisher is on this host} */
    public abstract boolean isOfThisHost();

    /** {@return the header of the log; for the conductor, while the image is not done} */
    public AtomicBuffer header() {
        return log.header();
    }

    final void markEvicted() {
        evicted = true;
    }

    /** {@return whether the session is lost for this subscription only, because it was lapped; any thread} */
    public boolean isEvicted() {
        return evicted;
    }

    /** Continues a session after another image of it: it is back. By the conductor, before the first poll. */
    public void comeBack() {
        gapTracker.comeBack();
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

    /** Reads frames by the checked path, and handles the outcome. */
    final int read(final PollHandler handler, final int limit) {
        final PublisherState seen = observe(); // before the log is read: the read then sees all earlier commits
        updateReadable();
        final int count;
        try {
            count = reader.poll(handler, Math.min(limit, MAX_BATCH));
        } catch (final VirtualMachineError e) { // of a handler: its message is consumed
            settle(seen);
            throw e;
        }
        settle(seen);
        return count;
    }

    private void settle(final PublisherState seen) {
        final ReadOutcome outcome = reader.outcome();
        if (outcome == ReadOutcome.PAUSED) {
            consumed.advance(reader.position());
        } else {
            handle(outcome, seen);
        }
    }

    private void handle(final ReadOutcome outcome, final PublisherState seen) {
        switch (outcome) {
            case DRAINED -> {
                consumed.advance(reader.position());
                if (!followJump()) {
                    checkPublisher(seen);
                }
            }
            case LAPPED -> resume();
            case MISSING -> {
                gapTracker.want(reader.undelivered());
                enter(State.SEEKING);
                seek();
            }
            case DROPPED -> {
                gapTracker.drop(reader);
                consumed.advance(reader.position());
            }
            case ENDED -> end();
            case CORRUPT -> lose(LossCause.CORRUPT, corruption(reader));
            default -> throw new AssertionError(outcome);
        }
    }

    /** Releases the slot, so that it no longer gates the publisher. The image must not be polled afterwards. */
    public void leave() {
        if (!consumed.isLeft()) {
            forget();
            consumed.leave();
        }
    }

    /** Stops delivery and reports. By the polling thread. */
    public void abandon() {
        enter(State.LOST);
        done = true;
    }

    /** Leaves, if not done yet, and unmaps the log. */
    public void close() {
        leave();
        log.close();
    }

    /** Returns the known state of the publisher, and reports the end of its silence. */
    final PublisherState observe() {
        final PublisherState seen = publisher;
        if (silence.isReported()) {
            silence.observe(seen, reader.hasMore(), next());
        }
        return seen;
    }

    /** Whether the publisher's heartbeat arrives, and no silence is reported. */
    final boolean isPublisherHeard() {
        return publisher == PublisherState.ALIVE && !silence.isReported();
    }

    /** At the end of the log: checks whether the publisher is silent or gone. */
    private void checkPublisher(final PublisherState seen) {
        if (seen.isFinal()) {
            lose(seen.cause(), seen.description());
        } else {
            final PublisherState now = publisher; // again, because a handler may have taken long
            if (now.isSilent() && gapTracker.isStarted()) {
                silence.report(next(), known(next()), now);
            }
        }
    }

    /** Moves the reader to the first wanted message; returns true if it is there. */
    final boolean seek() {
        if (isDone() || gapTracker.areDeferred()) {
            return false;
        }
        final PublisherState seen = observe(); // before the log is read, as in read
        updateReadable();
        while (!reader.seek(gapTracker.wanted())
                || reader.sequence() >= gapTracker.wanted() && !gapTracker.seekBeginning(reader)) {
            switch (reader.outcome()) {
                case LAPPED -> {
                    if (!resumeAfterLap()) {
                        return false;
                    }
                }
                case DRAINED -> {
                    return waitForMore(seen); // the publisher is inside a message
                }
                case ENDED -> {
                    begin();
                    if (is(State.READING)) { // else a later call returns here
                        end();
                    }
                    return false;
                }
                default -> {
                    lose(LossCause.CORRUPT, corruption(reader));
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
        consumed.advance(reader.position());
        if (!followJump()) {
            checkPublisher(seen);
        }
        return false;
    }

    /** Starts reading; returns false if a range must be fetched first. */
    private boolean begin() {
        final boolean isUpstream = reader.isMissing(gapTracker.wanted());
        if (gapTracker.wanted() < reader.sequence() && !isUpstream && beginFetch()) {
            enter(State.FETCHING);
            consumed.advance(reader.position());
            return false;
        }
        enter(State.READING);
        return gapTracker.settle(reader);
    }

    /** Resumes after a lap: the overwritten range is missing. */
    final void resume() {
        if (reader.isDoubtful()) {
            settings.listener().onEvent(new SessionEvent.Doubtful(session, reader.sequence() - 1));
        }
        gapTracker.want(reader.undelivered(), consumed.lapCause());
        enter(State.SEEKING);
        try {
            if (resumeAfterLap()) {
                seek();
            }
        } catch (final BusException e) { // from the chunk table
            lose(LossCause.CORRUPT, e.getMessage());
        }
    }

    private void end() {
        enter(State.ENDED);
        done = true;
        consumed.advance(reader.position());
        settings.listener().onEvent(new SessionEvent.Ended(session, reader.sequence()));
    }

    /** {@return whether another log continues the session: its relay has ended; any thread} */
    public boolean isContinued() {
        return continuedAt != NOWHERE;
    }

    /** {@return the next sequence needed then; any thread} */
    public long continuedAt() {
        return continuedAt;
    }

    final void lose(final LossCause cause, final String description) {
        final long next = next();
        final boolean isOver = cause != LossCause.RELAY_ENDED;
        enter(State.LOST);
        continuedAt = isOver ? NOWHERE : next;
        done = true;
        final long known = isOver ? known(next) : next; // the rest is elsewhere
        final boolean accepted = known > next && gapTracker.isAccepted(next, known - 1, GapCause.SESSION_LOST,
                description);
        gapTracker.start(next); // so that a listener that fetches the range knows that nothing was delivered before
        if (known > next && !accepted) {
            gapTracker.report(next, known - 1, GapCause.SESSION_LOST, description);
        }
        settings.listener().onEvent(new LostSession(session, next, known, cause, description));
    }

    /** The first sequence that is neither delivered nor reported. A seeking reader may be far beyond it. */
    final long next() {
        return is(State.READING) ? reader.undelivered() : gapTracker.wanted();
    }

    /** The newest known next sequence of the publisher, at least that of the last read message. */
    private long known(final long next) {
        return Math.max(Math.max(next, reader.sequence()), Heartbeat.sequence(log.header()));
    }

    final void failed(final long sequence, final Throwable thrown) {
        settings.failed(session, sequence, thrown);
    }

    static String corruption(final FrameReader at) {
        return LossCause.CORRUPT.description() + " at position " + at.position();
    }
}
