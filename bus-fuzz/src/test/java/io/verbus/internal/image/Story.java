package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionListener;

/**
 * Checks that the reports of one session are consistent for any log: the start comes first; each sequence from there is
 * delivered or reported once and in order; the session ends or is lost once, and nothing follows.
 */
final class Story implements SessionListener {
    private static final long NOWHERE = -1;

    private long next = NOWHERE;
    private boolean atStart;
    private boolean silent;
    private boolean over;

    /** The sequence to be delivered or reported next; -1 before the start. */
    long next() {
        return next;
    }

    void onMessage(final long sequence, final int frames) {
        checkActive();
        same(next, sequence, "next message");
        check(frames > 0, frames + " frames");
        next += frames;
        atStart = false;
    }

    /** The image must be done exactly if the session is over. */
    void checkDone(final boolean done) {
        check(done == over, "done without a report, or reported without being done");
    }

    @Override
    public void onStarted(final Session session, final long first) {
        check(next == NOWHERE && first >= 0, "second start, or start at " + first);
        next = first;
        atStart = true;
    }

    /** The first gap may precede the first message. */
    @Override
    public void onGap(final Gap gap) {
        checkActive();
        check(gap.first() >= 0 && gap.first() <= gap.last(), gap.toString());
        if (atStart && gap.last() == next - 1) {
            atStart = false;
        } else {
            same(next, gap.first(), "start of the gap");
            next = gap.last() + 1;
        }
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        checkActive();
        same(next - 1, sequence, "doubtful message");
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        checkActive();
        same(next, messages, "end");
        over = true;
    }

    @Override
    public void onLost(final LostSession lost) {
        checkActive();
        check(!silent || lost.forGood(), "lost twice");
        check(lost.knownNext() >= lost.next(), lost.toString());
        check(lost.next() <= next, lost.toString());
        silent = !lost.forGood();
        over = lost.forGood();
    }

    @Override
    public void onBack(final Session session, final long sequence) {
        checkActive();
        check(silent, "back without a loss");
        silent = false;
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        throw new AssertionError("no earlier session");
    }

    private void checkActive() {
        check(next != NOWHERE, "not started");
        check(!over, "already over");
    }
}
