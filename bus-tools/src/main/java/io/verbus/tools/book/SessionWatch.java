package io.verbus.tools.book;

import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.marketdata.join.Joiner;
import io.verbus.tools.terminal.Screen;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Follows the first session that starts to its end and prints its events, one line each, with the time of day in UTC.
 * Used by the polling thread.
 */
final class SessionWatch implements Joiner {
    /** The state of the session. */
    enum State {
        WAITING, RUNNING, ENDED, LOST, FAILED
    }

    /** Gaps printed one by one. The rest are only counted: a subscription that skips often has thousands. */
    private static final int MAX_PRINTED_GAPS = 5;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private final MarketDataHandler handler;
    /** Whether later sessions have books of their own. */
    private final boolean othersAreFollowed;
    private final Screen screen;
    private final InstantSource time;
    private State state = State.WAITING;
    private Session session;
    private long first;
    private long gaps;
    private long missing;
    private long doubtful;
    private String failure;
    private Snapshot snapshot;

    /**
     * The snapshot with which the books started.
     *
     * @param sequence the last message included
     * @param entries number of orders and price levels
     */
    record Snapshot(long sequence, int entries) {
        @Override
        public String toString() {
            return "a snapshot of %,d orders and levels".formatted(entries);
        }
    }

    SessionWatch(final MarketDataHandler handler, final boolean othersAreFollowed, final Screen screen,
            final InstantSource time) {
        this.handler = handler;
        this.othersAreFollowed = othersAreFollowed;
        this.screen = screen;
        this.time = time;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session started, long begin) -> onStarted(started, begin);
            case Gap gap -> onGap(gap);
            case SessionEvent.Doubtful(Session affected, long sequence) -> onDoubtful(affected, sequence);
            case SessionEvent.Failed(_, long sequence, Throwable thrown) -> onFailed(sequence, thrown);
            case SessionEvent.Ended(Session ended, _) -> {
                if (isFollowed(ended) && state != State.FAILED) {
                    state = State.ENDED;
                }
            }
            case SessionEvent.Refused(_, Refusal cause) -> {
                warn("the feed does not wait for these books: " + cause.description()
                        + (cause == Refusal.NAME ? " (allow it with feed --block-for)" : "")
                        + "; they read under SKIP");
            }
            case LostSession lost -> onLost(lost);
            // The books belong to one session.
            case SessionEvent.Restarted(Session earlier, Session restarted) -> {
                if (isFollowed(earlier) && !othersAreFollowed) {
                    warn("the publisher was restarted, the books ignore its new session: " + restarted);
                }
            }
            case SessionEvent.Back(Session back, long next) -> {
                if (isFollowed(back)) {
                    print("the session is back, it continues with message %,d".formatted(next));
                }
            }
        }
    }

    private void onStarted(final Session started, final long begin) {
        if (state != State.WAITING) {
            warn("another session is on the stream, the books ignore its messages: " + started);
            return;
        }
        state = State.RUNNING;
        session = started;
        first = begin;
        handler.follow(started.id());
        print("reading " + started);
        if (begin > 0) {
            handler.doubtAll();
            print("starting at message %,d: earlier orders are not in the books".formatted(begin));
        }
    }

    private void onGap(final Gap gap) {
        if (isFollowed(gap.session())) {
            gaps++;
            handler.doubtAll();
            missing += gap.count();
            first = gap.last() + 1 == first ? gap.first() : first; // gap directly before the first message
            if (gaps <= MAX_PRINTED_GAPS) {
                final String more = gaps < MAX_PRINTED_GAPS ? "" : "; more gaps are only counted";
                warn("gap: messages %,d to %,d are missing (%s); the books are incomplete from now on%s"
                        .formatted(gap.first(), gap.last(), gap.description(), more));
            }
        }
    }

    private void onDoubtful(final Session affected, final long sequence) {
        if (isFollowed(affected)) {
            doubtful++;
            handler.doubtAll();
            warn("message %,d may have been overwritten while it was read: this process was stopped for longer than its"
                    .formatted(sequence) + " timeout");
        }
    }

    /** Stops reading: books that lack a message are useless. */
    private void onFailed(final long sequence, final Throwable thrown) {
        if (failure == null) {
            failure = "message %,d was not applied: %s".formatted(sequence, thrown);
            warn(failure);
        }
        state = State.FAILED;
    }

    private void onLost(final LostSession lost) {
        if (isFollowed(lost.session())) {
            state = lost.forGood() && state != State.FAILED ? State.LOST : state;
            warn("the session is lost %s before message %,d: %s; %s".formatted(
                    lost.forGood() ? "for good" : "for now", lost.next(), lost.description(), afterLoss(lost)));
        }
    }

    private String afterLoss(final LostSession lost) {
        if (!lost.forGood()) {
            return "the books wait for it";
        }
        return othersAreFollowed
                ? "a restarted feed is a new session and gets new books"
                : "a restarted feed is a new session and needs new books";
    }

    @Override
    public void onJoined(final Session joined, final long next, final int entries) {
        onStarted(joined, 0);
        if (entries < 0) {
            print("no snapshot is needed: the session is read from its first message");
        } else {
            snapshot = new Snapshot(next - 1, entries);
            print("the books start with %s and continue with message %,d".formatted(snapshot, next));
        }
    }

    /** Stops reading: the books do not have the earlier messages. */
    @Override
    public void onNotJoined(final Session started, final BusException cause) {
        failure = started + " was not joined: " + cause.getMessage();
        warn(failure);
        state = State.FAILED;
    }

    @Override
    public void report(final String message) {
        print(message);
    }

    State state() {
        return state;
    }

    /** The session of the books; null before it has started. */
    Session session() {
        return session;
    }

    /** The snapshot with which the books started; null if they started with a message. */
    Snapshot snapshot() {
        return snapshot;
    }

    /** The first sequence that the books include; 0 if they started with a snapshot. */
    long first() {
        return first;
    }

    /** The session or the message that could not be read, with the reason; null if there is none. */
    String failure() {
        return failure;
    }

    /** Number of gaps in the session. */
    long gaps() {
        return gaps;
    }

    /** Number of messages in all gaps. */
    long missing() {
        return missing;
    }

    /** Number of messages that may have been overwritten while they were read. */
    long doubtful() {
        return doubtful;
    }

    boolean isOver() {
        return state == State.ENDED || state == State.LOST || state == State.FAILED;
    }

    private void print(final String message) {
        screen.print(line(message));
    }

    private void warn(final String message) {
        screen.warn(line(message));
    }

    private String line(final String message) {
        return "book: " + TIME.format(time.instant()) + " " + message;
    }

    private boolean isFollowed(final Session other) {
        return session != null && other.id() == session.id();
    }
}
