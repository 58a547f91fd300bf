package io.verbus.image;

import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Policy;
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
 *   SEEKING ──▶ READING ──▶ ENDED
 *                  │ ▲        (end frame)
 *           lapped ▼ │
 *               rejoin: gap   ──▶ LOST (publisher dead and log drained, or bytes that no publisher writes)
 * </pre>
 */
public final class Image {
    private enum State {
        NEW, SEEKING, READING, ENDED, LOST
    }

    /** A turn ends after so many messages, so that a slow handler shows progress within its time-out. */
    private static final int MAX_TURN = 1024;
    private static final long OLDEST = 0;
    private static final long NEWEST = Long.MAX_VALUE;
    private static final String DEATH = "its publisher's process died without closing it";
    private static final String REMOVAL = "its log was removed before there was room for its end";

    private final Log log;
    private final Session session;
    private final Policy policy;
    private final ImageSettings settings;
    private final SessionListener listener;
    private final FrameReader reader;
    private final Place place;
    /** The first sequence that is wanted; what comes before it is passed over. */
    private final long wanted;
    private State state = State.NEW;
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
        this.reader = new FrameReader(log, settings.errorHandler());
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
                    join(NEWEST);
                } while (!reader.seek(NEWEST) && reader.outcome() == Outcome.LAPPED);
                place.advance(reader.position());
                yield reader.sequence();
            }
            case Start.Oldest oldest -> {
                join(OLDEST);
                yield reader.sequence();
            }
            case Start.At at -> {
                join(at.sequence());
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
            return state == State.READING || prepare() ? read(handler, limit) : 0;
        } catch (final BusException e) { // the chunk table, which a lapped reader needs
            lose(e.getMessage());
            return 0;
        }
    }

    private int read(final MessageHandler handler, final int limit) {
        if (policy == Policy.BLOCK && place.isAcknowledged() != waitedFor) {
            if (waitedFor) {
                rejoin(new Boundary(reader.position(), reader.sequence())); // evicted: ask again
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
            case ENDED -> end();
            case CORRUPT -> lose(corruption());
            default -> throw new AssertionError(reader.outcome());
        }
        return count;
    }

    /** Gives up the place and unmaps the log. The image must not be polled after that. */
    public void close() {
        place.leave();
        log.close();
    }

    /** From now on the publisher overwrites nothing at or above our position, so frames are read where they are. */
    private void waitForMe() {
        waitedFor = !Horizon.isAbove(log.header(), reader.position());
        reader.copying(settings.copies() || !waitedFor);
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
        waitedFor = false;
        reader.copying(true);
        reader.moveTo(boundary);
        place.join(boundary.position());
    }

    /** Brings a new image to the first message that is wanted. */
    private boolean prepare() {
        if (isDone()) {
            return false;
        }
        final String cause = abandoned; // read before the log, as in read
        while (!reader.seek(wanted)) {
            switch (reader.outcome()) {
                case LAPPED -> join(OLDEST);
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
            state = State.SEEKING; // what is wanted is still to come
            place.advance(reader.position());
            if (cause != null) {
                lose(cause);
            }
            return false;
        }
        begin();
        return true;
    }

    private void begin() {
        final long first = reader.sequence();
        listener.onStarted(session, first);
        if (wanted < first) {
            report(wanted, first - 1, "the log does not go back that far");
        }
        state = State.READING;
    }

    /** Goes on half a lap behind the newest and reports what lies between. */
    private void resume() {
        if (reader.isDoubtful()) {
            listener.onDoubtful(session, reader.sequence() - 1);
        }
        settings.counters().discarded(reader.drainDiscardedCopies());
        final long next = reader.sequence();
        final int half = log.identity().capacity() / 2;
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrAbove(log, ChunkTable.newest(log).position() - half);
            rejoin(boundary);
        } while (Horizon.isAbove(log.header(), boundary.position()));
        if (boundary.sequence() < next) {
            lose(corruption());
        } else if (boundary.sequence() > next) {
            report(next, boundary.sequence() - 1, "the subscription fell a whole log behind its publisher");
        }
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
        final long next = reader.sequence();
        final long heard = Math.max(next, Heartbeat.sequence(log.header()));
        if (heard > next) {
            report(next, heard - 1, cause);
        }
        listener.onLost(new LostSession(session, next, heard, true, cause));
    }

    private String corruption() {
        return "its log holds bytes at position " + reader.position() + " that no publisher writes";
    }
}
