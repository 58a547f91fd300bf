package io.verbus.sample.subscriber;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import io.verbus.sample.subscriber.join.Joiner;
import io.verbus.sample.subscriber.terminal.Screen;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Follows the first session of the stream to its end, and tells what becomes of it, a line a thing, with the time of
 * day in UTC. On the polling thread.
 */
final class SessionWatch implements Joiner {
    /** What has become of the session. */
    enum State {
        WAITING, RUNNING, ENDED, LOST, FAILED
    }

    /** Gaps that are told one by one; a subscription that skips all the time has thousands. */
    private static final int GAPS_TOLD = 5;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private final MarketDataHandler handler;
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
     * What the books began with.
     *
     * @param sequence the last message that was in it
     * @param orders in it
     */
    record Snapshot(long sequence, int orders) {}

    SessionWatch(final MarketDataHandler handler, final Screen screen, final InstantSource time) {
        this.handler = handler;
        this.screen = screen;
        this.time = time;
    }

    @Override
    public void onStarted(final Session started, final long begin) {
        if (state != State.WAITING) {
            warn("another session is on the stream, its messages are left out of the books: " + started);
            return;
        }
        state = State.RUNNING;
        session = started;
        first = begin;
        handler.follow(started.id());
        say("reading " + started);
        if (begin > 0) {
            say("from message %,d on: orders that came before it are not in the books".formatted(begin));
        }
    }

    @Override
    public void onJoined(final Session joined, final long next, final int orders) {
        onStarted(joined, 0);
        if (orders < 0) {
            say("it is read from its first message, so no snapshot is needed");
        } else {
            snapshot = new Snapshot(next - 1, orders);
            say("the books begin with a snapshot of %,d orders, and go on with message %,d".formatted(orders, next));
        }
    }

    @Override
    public void tell(final String what) {
        say(what);
    }

    @Override
    public void onGap(final Gap gap) {
        if (isFollowed(gap.session())) {
            gaps++;
            missing += gap.count();
            first = gap.last() + 1 == first ? gap.first() : first; // missing before the first that was there
            if (gaps <= GAPS_TOLD) {
                final String more = gaps < GAPS_TOLD ? "" : "; more gaps are only counted";
                warn("gap: messages %,d to %,d are missing (%s); the books are incomplete from here on%s"
                        .formatted(gap.first(), gap.last(), gap.cause(), more));
            }
        }
    }

    @Override
    public void onDoubtful(final Session which, final long sequence) {
        if (isFollowed(which)) {
            doubtful++;
            warn("message %,d may have changed while it was read: this process was stopped for longer than its time-out"
                    .formatted(sequence));
        }
    }

    /** Books that lack a message are of no use: the reading ends. */
    @Override
    public void onFailed(final Session which, final long sequence, final Throwable thrown) {
        if (failure == null) {
            failure = "message %,d was not applied: %s".formatted(sequence, thrown);
            warn(failure);
        }
        state = State.FAILED;
    }

    @Override
    public void onEnded(final Session ended, final long messages) {
        if (isFollowed(ended) && state != State.FAILED) {
            state = State.ENDED;
        }
    }

    @Override
    public void onRefused(final Session which, final Refusal cause) {
        warn("the feed does not wait for these books: " + cause.cause()
                + (cause == Refusal.NAME ? " (feed --block-for accepts it)" : "") + "; they read as under SKIP");
    }

    @Override
    public void onLost(final LostSession lost) {
        if (isFollowed(lost.session())) {
            state = lost.forGood() && state != State.FAILED ? State.LOST : state;
            warn("the session is lost for %s before message %,d: %s; %s".formatted(lost.forGood() ? "good" : "now",
                    lost.next(), lost.cause(), lost.forGood()
                            ? "a restarted feed is a new session and takes new books"
                            : "the books wait for it"));
        }
    }

    /** The books are those of one session: who wants those of the restart begins again. */
    @Override
    public void onRestarted(final Session earlier, final Session restarted) {
        if (isFollowed(earlier)) {
            warn("the publisher was restarted, its new session is left out of these books: " + restarted);
        }
    }

    @Override
    public void onBack(final Session back, final long next) {
        if (isFollowed(back)) {
            say("the session is back, it goes on with message %,d".formatted(next));
        }
    }

    State state() {
        return state;
    }

    /** The session that is followed, null before there is one. */
    Session session() {
        return session;
    }

    /** What the books began with; null when they were there from the first message, or from one in the log. */
    Snapshot snapshot() {
        return snapshot;
    }

    /** The first sequence that the books include; 0 if a snapshot brought what came before. */
    long first() {
        return first;
    }

    /** Which message was not applied, and why; null if each was. */
    String failure() {
        return failure;
    }

    /** Gaps in the session. */
    long gaps() {
        return gaps;
    }

    /** Messages in all gaps. */
    long missing() {
        return missing;
    }

    /** Messages that may have changed while they were read. */
    long doubtful() {
        return doubtful;
    }

    boolean isOver() {
        return state == State.ENDED || state == State.LOST || state == State.FAILED;
    }

    private void say(final String what) {
        screen.say(line(what));
    }

    private void warn(final String what) {
        screen.warn(line(what));
    }

    private String line(final String what) {
        return "book: " + TIME.format(time.instant()) + " " + what;
    }

    private boolean isFollowed(final Session other) {
        return session != null && other.id() == session.id();
    }
}
