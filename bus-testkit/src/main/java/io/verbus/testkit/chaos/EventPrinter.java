package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.SessionEvent;
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

    /** The number of reported failures of its handler. */
    long failures() {
        return failures;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        final String session = hex(event.session().id());
        switch (event) {
            case SessionEvent.Started started -> print("started " + session + " " + started.first());
            case SessionEvent.Restarted restarted ->
                print("restarted " + session + " " + hex(restarted.earlier().id()));
            case Gap gap -> print("gap " + session + " " + gap.first() + " " + gap.last() + " " + gap.description());
            case SessionEvent.Doubtful doubtful -> print("doubtful " + session + " " + doubtful.sequence());
            case SessionEvent.Failed _ -> failures++;
            case LostSession lost -> {
                print((lost.forGood() ? "dead " : "lost ") + session + " " + lost.next() + " " + lost.knownNext() + " "
                        + lost.description());
                evicted |= lost.cause() == LossCause.LAPPED;
            }
            case SessionEvent.Back back -> print("back " + session + " " + back.next());
            case SessionEvent.Ended ended -> print("ended " + session + " " + ended.messages());
            case SessionEvent.Refused _ -> {
                return;
            }
        }
        checker.onEvent(event);
    }

    private void print(final String event) {
        sayRun();
        say(event);
    }
}
