package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;

/** Says at once what a subscription hears, a line each, and has it checked. */
final class Telling implements SessionListener {
    private final SessionListener checker;

    Telling(final SessionListener checker) {
        this.checker = checker;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        say("started " + hex(session.id()) + " " + first);
        checker.onStarted(session, first);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        say("restarted " + hex(session.id()) + " " + hex(earlier.id()));
        checker.onRestarted(earlier, session);
    }

    @Override
    public void onGap(final Gap gap) {
        say("gap " + hex(gap.session().id()) + " " + gap.first() + " " + gap.last() + " " + gap.cause());
        checker.onGap(gap);
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        say("doubtful " + hex(session.id()) + " " + sequence);
        checker.onDoubtful(session, sequence);
    }

    @Override
    public void onLost(final LostSession lost) {
        say((lost.forGood() ? "dead " : "lost ") + hex(lost.session().id()) + " " + lost.next() + " " + lost.heard()
                + " "
                + lost.cause());
        checker.onLost(lost);
    }

    @Override
    public void onBack(final Session session, final long next) {
        say("back " + hex(session.id()) + " " + next);
        checker.onBack(session, next);
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        say("ended " + hex(session.id()) + " " + messages);
        checker.onEnded(session, messages);
    }
}
