package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionListener;
import io.verbus.testkit.oracle.SessionOracle;

/** Checks that the reports of one session are consistent for any log. */
final class SessionReports implements SessionListener {
    private final SessionOracle oracle = new SessionOracle(violation -> {
        throw new AssertionError(violation);
    });

    /** The sequence to be delivered or reported next; -1 before the start. */
    long next() {
        return oracle.next();
    }

    void onMessage(final long sequence, final int frames) {
        oracle.message(sequence, frames);
    }

    /** The image must be done exactly if the session is over. */
    void checkDone(final boolean done) {
        check(done == oracle.isOver(), "done without a report, or reported without being done");
    }

    @Override
    public void onStarted(final Session session, final long first) {
        check(first >= 0, "start at " + first);
        oracle.started(first);
    }

    @Override
    public void onGap(final Gap gap) {
        oracle.gap(gap);
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        same(oracle.next() - 1, sequence, "doubtful message");
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        oracle.ended(messages);
    }

    @Override
    public void onLost(final LostSession lost) {
        check(lost.knownNext() >= lost.next(), lost.toString());
        oracle.lost(lost);
    }

    @Override
    public void onBack(final Session session, final long sequence) {
        oracle.back(sequence);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        throw new AssertionError("no earlier session");
    }
}
