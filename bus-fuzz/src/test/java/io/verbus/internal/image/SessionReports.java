package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionEvent;
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
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(_, long first) -> {
                check(first >= 0, "start at " + first);
                oracle.started(first);
            }
            case Gap gap -> oracle.gap(gap);
            case SessionEvent.Doubtful(_, long sequence) -> same(oracle.next() - 1, sequence, "doubtful message");
            case SessionEvent.Ended(_, long messages) -> oracle.ended(messages);
            case LostSession lost -> {
                check(lost.knownNext() >= lost.next(), lost.toString());
                oracle.lost(lost);
            }
            case SessionEvent.Back(_, long sequence) -> oracle.back(sequence);
            case SessionEvent.Restarted(Session earlier, Session session) -> {
                throw new AssertionError("no earlier session");
            }
            default -> {
            }
        }
    }
}
