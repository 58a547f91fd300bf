package io.verbus.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;

/**
 * What an application is told of one session, which has to hang together whatever the log holds: it starts before all
 * else; each sequence from there on is delivered or reported, once and in order; it ends or is lost once, and then
 * nothing follows.
 */
final class Story implements SessionListener {
    private static final long NOWHERE = -1;

    private long next = NOWHERE;
    private boolean fresh;
    private boolean silent;
    private boolean over;

    /** The sequence that is to be delivered or reported next; -1 before the start. */
    long next() {
        return next;
    }

    void onMessage(final long sequence, final int frames) {
        goesOn();
        same(next, sequence, "the next message");
        check(frames > 0, frames + " frames");
        next += frames;
        fresh = false;
    }

    /** Whether it is over is to be known where it is asked. */
    void checkDone(final boolean done) {
        check(done == over, "it is done and nobody was told, or the other way round");
    }

    @Override
    public void onStarted(final Session session, final long first) {
        check(next == NOWHERE && first >= 0, "it starts twice, or at " + first);
        next = first;
        fresh = true;
    }

    /** The first gap may lie before the first message. */
    @Override
    public void onGap(final Gap gap) {
        goesOn();
        check(gap.first() >= 0 && gap.first() <= gap.last(), gap.toString());
        if (fresh && gap.last() == next - 1) {
            fresh = false;
        } else {
            same(next, gap.first(), "the gap begins");
            next = gap.last() + 1;
        }
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        goesOn();
        same(next - 1, sequence, "the doubtful message");
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        goesOn();
        same(next, messages, "the end");
        over = true;
    }

    @Override
    public void onLost(final LostSession lost) {
        goesOn();
        check(!silent || lost.forGood(), "it is lost twice");
        check(lost.heard() >= lost.next(), lost.toString());
        check(lost.next() <= next, lost.toString());
        silent = !lost.forGood();
        over = lost.forGood();
    }

    @Override
    public void onBack(final Session session, final long sequence) {
        goesOn();
        check(silent, "it is back and was not away");
        silent = false;
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        throw new AssertionError("there was no earlier session");
    }

    private void goesOn() {
        check(next != NOWHERE, "it has not started");
        check(!over, "it was over");
    }
}
