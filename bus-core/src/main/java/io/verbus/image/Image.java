package io.verbus.image;

import static io.verbus.log.LogLayout.CHUNKS;

import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.Heartbeat;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.position.Positions;

/**
 * A subscription's view of one session's log on this host.
 *
 * <p>Made by the conductor, which joins the log, so that a publisher can know of it before the first poll; from then on
 * used by the thread that polls alone, except for {@link #publisherDied()} and {@link #logRemoved()}.
 *
 * <pre>
 *       lapped
 *      ╭──────╮
 *      ▼      │
 *   SEEKING ──▶ READING ──▶ ENDED (end frame)
 *      ╰───────────┴──────▶ LOST  (publisher dead and log drained, or bytes that no publisher writes)
 * </pre>
 *
 * <p>Seeking ends where a message begins that is wanted; what was wanted before it is a gap.
 */
public final class Image {
    private enum State {
        SEEKING, READING, ENDED, LOST
    }

    /** A turn ends after so many messages, so that a slow handler shows progress within its time-out. */
    private static final int MAX_TURN = 1024;
    private static final long OLDEST = 0;
    private static final long NEWEST = Long.MAX_VALUE;
    private static final int HALF_A_LAP = CHUNKS / 2;
    private static final String TOO_OLD = "the log does not go back that far";
    private static final String LAPPED = "the subscription fell a whole log behind its publisher";
    private static final String DEATH = "its publisher's process died without closing it";
    private static final String REMOVAL = "its log was removed before there was room for its end";

    private final Log log;
    private final Session session;
    private final Policy policy;
    private final ImageSettings settings;
    private final SessionListener listener;
    private final FrameReader reader;
    private final Place place;
    private final int chunkLength;
    private State state = State.SEEKING;
    private boolean started;
    /** While seeking: the first sequence that is wanted, what comes before it is passed over. */
    private long wanted;
    /** While seeking: why something may be missing. */
    private String gapCause = TOO_OLD;
    /** Where it went on after it was lapped, and how far it then kept away from the oldest, in chunks. */
    private long resumedAt;
    private int chunksKept;
    private boolean waitedFor;
    private volatile boolean done;
    /** Why nothing more will be written to the log; null while something may. */
    private volatile String abandoned;

    /**
     * Joins a session.
     *
     * @param log of the session, mapped; the image closes it
     * @param positions of the subscription
     * @param start where to begin
     * @param settings of the subscription
     */
    public Image(final Log log, final Positions positions, final Start start, final ImageSettings settings) {
        this.log = log;
        this.session = log.identity().asSession();
        this.policy = positions.identity().policy();
        this.settings = settings;
        this.listener = settings.listener();
        this.reader = new FrameReader(log, settings.memory(), settings.errorHandler());
        this.chunkLength = log.identity().capacity() / CHUNKS;
        this.place = new Place(log, positions);
        try {
            wanted = join(start);
        } catch (final BusException e) {
            place.leave();
            throw e;
        }
    }

    /** Gives the first sequence that is wanted. */
    private long join(final Start start) {
        return switch (start) {
            case Start.Live live -> {
                do {
                    joinBefore(ChunkTable.newest(log).sequence());
                } while (!reader.seek(NEWEST) && reader.outcome() == Outcome.LAPPED);
                place.advance(reader.position());
                yield reader.sequence();
            }
            case Start.Oldest oldest -> {
                join(OLDEST);
                yield reader.sequence();
            }
            case Start.At at -> {
                joinBefore(at.sequence());
                yield at.sequence();
            }
        };
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

    /** Tells it that nothing more will be written to its log. Any thread. */
    public void publisherDied() {
        abandoned = DEATH;
    }

    /** Tells it that its log has lost its name, as it does at the end of a publication. Any thread. */
    public void logRemoved() {
        abandoned = REMOVAL;
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
            return state == State.READING || seek() ? read(handler, limit) : 0;
        } catch (final BusException e) { // the chunk table, which a lapped reader needs
            lose(e.getMessage());
            return 0;
        }
    }

    private int read(final MessageHandler handler, final int limit) {
        if (policy == Policy.BLOCK && place.isAcknowledged() != waitedFor) {
            if (waitedFor) {
                ask(reader.position()); // evicted: ask again
            } else {
                waitForMe();
            }
        }
        final String cause = abandoned; // read before the log: what was committed before is seen below
        final int count = reader.poll(handler, Math.min(limit, MAX_TURN));
        switch (reader.outcome()) {
            case PAUSED -> place.advance(reader.position());
            case DRAINED -> {
                place.advance(reader.position());
                if (cause != null) {
                    lose(cause);
                }
            }
            case LAPPED -> resume();
            case DROPPED -> drop();
            case ENDED -> end();
            case CORRUPT -> lose(corruption());
            default -> throw new AssertionError(reader.outcome());
        }
        return count;
    }

    /** Gives up the place and unmaps the log. The image must not be polled after that. */
    public void close() {
        reader.forget();
        place.leave();
        log.close();
    }

    /** From now on the publisher overwrites nothing at or above our position, so frames are read where they are. */
    private void waitForMe() {
        waitedFor = !Horizon.isAbove(log.header(), reader.position());
        reader.copying(settings.copies() || !waitedFor);
    }

    /** As {@link #join(long)}, one frame earlier: who passes over a frame knows whether a message ends in it. */
    private void joinBefore(final long sequence) {
        join(Math.max(OLDEST, sequence - 1));
    }

    /**
     * Stands the reader on the newest boundary at or below a sequence, or the oldest, and asks to be waited for there.
     */
    private void join(final long sequence) {
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrBelow(log, sequence);
            rejoin(boundary);
        } while (Horizon.isAbove(log.header(), boundary.position()));
    }

    private void rejoin(final Boundary boundary) {
        reader.moveTo(boundary);
        ask(boundary.position());
    }

    /** Asks the publisher to wait for us from a position on; until it does, frames are copied. */
    private void ask(final long position) {
        waitedFor = false;
        reader.copying(true);
        place.join(position);
    }

    /** Brings the reader to the first message that is wanted; true when it stands there. */
    private boolean seek() {
        if (isDone()) {
            return false;
        }
        final String cause = abandoned; // read before the log, as in read
        while (!reader.seek(wanted) || reader.sequence() >= wanted && !seekBeginning()) {
            switch (reader.outcome()) {
                case LAPPED -> rejoinAfterLap();
                case DRAINED -> {
                    return stay(cause); // the publisher is in the middle of a message
                }
                case ENDED -> {
                    begin();
                    end();
                    return false;
                }
                default -> {
                    lose(corruption());
                    return false;
                }
            }
        }
        if (reader.sequence() < wanted) {
            return stay(cause); // what is wanted is still to come
        }
        begin();
        return true;
    }

    /** Who joins in the middle of a message wants the next one: the rest of this one is not missing. */
    private boolean seekBeginning() {
        final boolean joining = !started && reader.sequence() == wanted;
        final boolean found = reader.seekBeginning();
        wanted = joining ? reader.sequence() : wanted;
        return found;
    }

    private boolean stay(final String cause) {
        place.advance(reader.position());
        if (cause != null) {
            lose(cause);
        }
        return false;
    }

    private void begin() {
        final long first = reader.sequence();
        state = State.READING;
        start(first);
        if (wanted < first) {
            report(wanted, first - 1, gapCause);
        }
    }

    private void start(final long first) {
        if (!started) {
            started = true;
            listener.onStarted(session, first);
        }
    }

    /** The publisher has gone past us: what was overwritten is missing. */
    private void resume() {
        if (reader.isDoubtful()) {
            listener.onDoubtful(session, reader.sequence() - 1);
        }
        wanted = reader.undelivered();
        gapCause = LAPPED;
        state = State.SEEKING;
        rejoinAfterLap();
        seek();
    }

    /**
     * Who only wants to know what is missing goes on half a lap behind the newest. Who wants the rest of what is still
     * in the log begins near the oldest; but who is lapped there again before long keeps away from it further and
     * further, up to half a lap.
     */
    private void rejoinAfterLap() {
        final int capacity = CHUNKS * chunkLength;
        final boolean soon = reader.position() - resumedAt < capacity / 2;
        chunksKept = soon ? Math.clamp(2L * chunksKept, 1, HALF_A_LAP) : 1;
        settings.counters().discarded(reader.drainDiscardedCopies());
        Boundary boundary;
        do {
            final long newest = ChunkTable.newest(log).position();
            final long oldest = Horizon.of(log.header()) + (long) chunksKept * chunkLength;
            boundary = ChunkTable.atOrAbove(log, settings.repair() == Repair.REPAIR
                    ? Math.min(oldest, newest - capacity / 2)
                    : newest - capacity / 2);
            rejoin(boundary);
        } while (Horizon.isAbove(log.header(), boundary.position()));
        resumedAt = boundary.position();
        if (boundary.sequence() < wanted && started) {
            throw new BusException(corruption());
        }
    }

    /** A message has passed that there was no memory for. */
    private void drop() {
        final long first = reader.undelivered();
        reader.forget();
        report(first, reader.sequence() - 1, "there was no memory for it: the subscription puts messages together in "
                + settings.memory().limit() + " bytes at most");
        place.advance(reader.position());
    }

    private void report(final long first, final long last, final String cause) {
        settings.counters().gap(last - first + 1);
        listener.onGap(new Gap(session, first, last, settings.clock().nanoTime(), cause));
    }

    private void end() {
        state = State.ENDED;
        done = true;
        place.advance(reader.position());
        listener.onEnded(session, reader.sequence());
    }

    private void lose(final String cause) {
        state = State.LOST;
        done = true;
        final long next = Math.max(wanted, reader.undelivered());
        final long heard = Math.max(Math.max(next, reader.sequence()), Heartbeat.sequence(log.header()));
        start(next);
        if (heard > next) {
            report(next, heard - 1, cause);
        }
        listener.onLost(new LostSession(session, next, heard, true, cause));
    }

    private String corruption() {
        return "its log holds bytes at position " + reader.position() + " that no publisher writes";
    }
}
