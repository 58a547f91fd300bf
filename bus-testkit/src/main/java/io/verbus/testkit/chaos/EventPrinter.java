package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionListener;

/**
 * Prints the events of a subscription at once, one line each, and checks them. Messages without a gap between them are
 * one line, printed before the next event.
 */
public final class EventPrinter implements SessionListener {
    private final SessionListener checker;
    /** The run that is not printed yet, if it is not empty. */
    private long runSession;
    private long runFirst;
    private long runNext;
    private boolean evicted;
    private long failures;

    public EventPrinter(final SessionListener checker) {
        this.checker = checker;
    }

    /** A message was taken. */
    public void see(final Header header) {
        if (header.session() != runSession || header.sequence() != runNext) {
            sayRun();
            runSession = header.session();
            runFirst = header.sequence();
        }
        runNext = header.sequence() + header.frames();
    }

    /** Prints the run since the last event. */
    public void sayRun() {
        if (runNext > runFirst) {
            say("saw " + hex(runSession) + " " + runFirst + " " + (runNext - 1));
        }
        runFirst = runNext;
    }

    /** Whether it has lost a session by a lap under EVICT. */
    public boolean isEvicted() {
        return evicted;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        sayRun();
        say("started " + hex(session.id()) + " " + first);
        checker.onStarted(session, first);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        sayRun();
        say("restarted " + hex(session.id()) + " " + hex(earlier.id()));
        checker.onRestarted(earlier, session);
    }

    @Override
    public void onGap(final Gap gap) {
        sayRun();
        say("gap " + hex(gap.session().id()) + " " + gap.first() + " " + gap.last() + " " + gap.description());
        checker.onGap(gap);
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        sayRun();
        say("doubtful " + hex(session.id()) + " " + sequence);
        checker.onDoubtful(session, sequence);
    }

    /** The number of reported failures of its handler. */
    long failures() {
        return failures;
    }

    @Override
    public void onFailed(final Session session, final long sequence, final Throwable thrown) {
        failures++;
        checker.onFailed(session, sequence, thrown);
    }

    @Override
    public void onLost(final LostSession lost) {
        sayRun();
        say((lost.forGood() ? "dead " : "lost ") + hex(lost.session().id()) + " " + lost.next() + " " + lost.knownNext()
                + " "
                + lost.description());
        evicted |= lost.cause() == LossCause.LAPPED;
        checker.onLost(lost);
    }

    @Override
    public void onBack(final Session session, final long next) {
        sayRun();
        say("back " + hex(session.id()) + " " + next);
        checker.onBack(session, next);
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        sayRun();
        say("ended " + hex(session.id()) + " " + messages);
        checker.onEnded(session, messages);
    }
}
