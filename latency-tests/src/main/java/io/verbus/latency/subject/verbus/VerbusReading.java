package io.verbus.latency.subject.verbus;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.PollHandler;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import org.agrona.concurrent.IdleStrategy;

/** Polls, and counts the messages of gaps. */
final class VerbusReading implements ReadingEnd, SessionListener {
    private final PollHandler handler;
    private final IdleStrategy idleStrategy;
    private final int sessions;
    private Subscription subscription;
    private long missed;

    VerbusReading(final Receiver receiver, final IdleStrategy idleStrategy, final int sessions) {
        this.idleStrategy = idleStrategy;
        this.sessions = sessions;
        handler = (buffer, offset, length, header) -> {
            receiver.onMessage(buffer, offset, length);
            return Action.TAKEN;
        };
    }

    void open(final Subscription opened) {
        subscription = opened;
    }

    @Override
    public boolean isReading() {
        return subscription.sessions().size() >= sessions;
    }

    @Override
    public int poll(final int limit) {
        final int taken = subscription.poll(handler, limit);
        idleStrategy.idle(taken);
        return taken;
    }

    /** The strategy has the number of messages of each poll, also of those with messages. */
    @Override
    public void idle() {
    }

    @Override
    public void onEvent(final SessionEvent event) {
        if (event instanceof Gap gap) {
            missed += gap.count();
        }
    }

    @Override
    public long missed() {
        return missed;
    }
}
