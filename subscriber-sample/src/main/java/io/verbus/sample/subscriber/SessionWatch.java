package io.verbus.sample.subscriber;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.sample.subscriber.terminal.Screen;

/** Follows the first session of the stream to its end, and tells what becomes of it. On the polling thread. */
final class SessionWatch implements SessionListener {
    /** What has become of the session. */
    enum State {
        WAITING, RUNNING, ENDED, LOST
    }

    /** Gaps that are told one by one; a subscription that skips all the time has thousands. */
    private static final int GAPS_TOLD = 5;

    private final MarketDataHandler handler;
    private final Screen screen;
    private State state = State.WAITING;
    private Session session;
    private long gaps;
    private long missing;
    private long doubtful;

    SessionWatch(final MarketDataHandler handler, final Screen screen) {
        this.handler = handler;
        this.screen = screen;
    }

    @Override
    public void onStarted(final Session started, final long first) {
        if (state != State.WAITING) {
            screen.warn("another session is on the stream, its messages are left out of the books: " + started);
            return;
        }
        state = State.RUNNING;
        session = started;
        handler.follow(started.id());
        screen.say("reading " + started);
        if (first > 0) {
            screen.say("from message " + first + " on: orders that came before it are not in the books");
        }
    }

    @Override
    public void onGap(final Gap gap) {
        if (isFollowed(gap.session())) {
            gaps++;
            missing += gap.count();
            if (gaps <= GAPS_TOLD) {
                final String more = gaps < GAPS_TOLD ? "" : "; more gaps are only counted";
                screen.warn("gap: messages %,d to %,d are missing (%s); the books are incomplete from here on%s"
                        .formatted(gap.first(), gap.last(), gap.cause(), more));
            }
        }
    }

    @Override
    public void onDoubtful(final Session which, final long sequence) {
        if (isFollowed(which)) {
            doubtful++;
            screen.warn("message " + sequence + " may have changed while it was read: this process was stopped for"
                    + " longer than its time-out");
        }
    }

    @Override
    public void onEnded(final Session ended, final long messages) {
        if (isFollowed(ended)) {
            state = State.ENDED;
        }
    }

    @Override
    public void onLost(final LostSession lost) {
        if (isFollowed(lost.session())) {
            state = lost.forGood() ? State.LOST : state;
            screen.warn("the session " + (lost.forGood() ? "is lost for good" : "is lost for now") + " before message "
                    + lost.next() + ": " + lost.cause());
        }
    }

    /** The books are those of one session: who wants those of the restart begins again. */
    @Override
    public void onRestarted(final Session earlier, final Session restarted) {
        if (isFollowed(earlier)) {
            screen.warn("the publisher was restarted, its new session is left out of these books: " + restarted);
        }
    }

    @Override
    public void onBack(final Session back, final long next) {
        if (isFollowed(back)) {
            screen.say("the session is back, it goes on with message " + next);
        }
    }

    State state() {
        return state;
    }

    /** The session that is followed, null before there is one. */
    Session session() {
        return session;
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
        return state == State.ENDED || state == State.LOST;
    }

    private boolean isFollowed(final Session other) {
        return session != null && other.id() == session.id();
    }
}
