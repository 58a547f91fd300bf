package io.verbus.journal.record;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionWriter;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.time.Clocks;
import io.verbus.time.SteadyEpochClock;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Appends what a subscription delivers to a journal: messages, gaps, and ends of sessions. It is the listener of that
 * subscription, and its handler. Used by the thread that polls.
 *
 * <p>A journal that can't go on, as its disk is full, say, ends the recording: {@link #failure()} tells. The message
 * in hand is not taken then; what remains is to close the subscription, which nobody else notices.
 */
public final class Recorder implements MessageHandler, SessionListener {
    private static final int LIMIT = 1_024;

    private final JournalWriter journal;
    private final SteadyEpochClock clock;
    private final SessionListener listener;
    private final Map<Long, Session> sessions = new HashMap<>();
    /** Of the message before: mostly that of the next one too. */
    private SessionWriter writer;
    private long writerId;
    /** It is known to read copies. */
    private Subscription checked;
    private long nowNs;
    private boolean changed;
    private long messages;
    private long gaps;
    private long missing;
    private BusException failure;

    /**
     * For a journal.
     *
     * @param journal to append to; closed by the caller, after the subscription
     * @param clocks for receive times: those of messages that one poll delivers are the same, and a step of the wall
     *     clock is not followed at once, see {@link SteadyEpochClock}
     * @param listener hears what the subscription's listener hears, when it is recorded
     */
    public Recorder(final JournalWriter journal, final Clocks clocks, final SessionListener listener) {
        this.journal = journal;
        this.clock = new SteadyEpochClock(clocks);
        this.listener = listener;
    }

    /** {@return where the subscription has to begin, so that it fills what the journal lacks} */
    public Start start() {
        return Start.behind(journal.unfinished());
    }

    /**
     * Records what has come.
     *
     * @param subscription of which this is the listener
     * @return how many messages were recorded; 0 when nothing is new, or it can't go on
     * @throws BusException if the subscription reads in place under {@code BLOCK}: the publisher may overwrite the
     *     bytes of a recorder that it has evicted, before their checksum is computed
     */
    public int turn(final Subscription subscription) {
        if (subscription != checked) {
            check(subscription);
        }
        nowNs = clock.nanoTime();
        final int count = failure == null ? subscription.poll(this, LIMIT) : 0;
        if ((count > 0 || changed) && failure == null) {
            attempt(journal::endBatch);
            changed = false;
        }
        return count;
    }

    private void check(final Subscription subscription) {
        if (subscription.settings().policy() == Policy.BLOCK && !subscription.settings().copies()) {
            throw new BusException("a recorder of stream " + subscription.stream()
                    + " needs copies under BLOCK: subscribe with withCopies(true)");
        }
        checked = subscription;
    }

    /** {@return why it can't go on, one sentence for a person; null while it can} */
    public BusException failure() {
        return failure;
    }

    /** {@return messages recorded so far} */
    public long messages() {
        return messages;
    }

    /** {@return gaps recorded so far} */
    public long gaps() {
        return gaps;
    }

    /** {@return sequences in all gaps} */
    public long missing() {
        return missing;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final SessionWriter session = writer(header.session());
        try {
            if (header.sequence() > session.next() && session.next() >= 0 && !session.isOver()) {
                miss(session, header);
            }
            final long before = session.next();
            session.append(buffer, offset, length, header, nowNs);
            messages += session.next() == before ? 0 : 1; // it may be in the journal already
        } catch (final BusException e) {
            failure = e;
            return Action.NOT_TAKEN;
        }
        return Action.TAKEN;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        sessions.put(session.id(), session);
        listener.onStarted(session, first);
    }

    @Override
    public void onGap(final Gap gap) {
        attempt(() -> record(gap));
    }

    @Override
    public void onEnded(final Session session, final long count) {
        attempt(() -> journal.session(session).end(count, nowNs));
        listener.onEnded(session, count);
    }

    @Override
    public void onLost(final LostSession lost) {
        if (lost.forGood()) {
            attempt(() -> journal.session(lost.session()).breakOff(lost.heard(), lost.cause(), nowNs));
        }
        listener.onLost(lost);
    }

    @Override
    public void onBack(final Session session, final long next) {
        listener.onBack(session, next);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        listener.onRestarted(earlier, session);
    }

    @Override
    public void onRefused(final Session session, final Refusal cause) {
        listener.onRefused(session, cause);
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        listener.onDoubtful(session, sequence);
    }

    /** A session on another host is read from its oldest message: the journal may have come less far. */
    private void miss(final SessionWriter session, final Header header) {
        record(new Gap(sessions.get(header.session()), session.next(), header.sequence() - 1, nowNs,
                "the log did not hold them any more when the recorder came back"));
    }

    /** What is in the journal is no gap there. */
    private void record(final Gap gap) {
        final SessionWriter session = journal.session(gap.session());
        final long first = Math.max(gap.first(), session.next());
        if (first <= gap.last() && !session.isOver()) {
            session.lose(first, gap.last(), gap.cause(), nowNs);
            gaps++;
            missing += gap.last() - first + 1;
            listener.onGap(new Gap(gap.session(), first, gap.last(), gap.epochNs(), gap.cause()));
        }
    }

    private void attempt(final Runnable recording) {
        changed = true;
        if (failure == null) {
            try {
                recording.run();
            } catch (final BusException e) {
                failure = e;
            }
        }
    }

    private SessionWriter writer(final long session) {
        if (writer == null || writerId != session) {
            writer = journal.session(sessions.get(session));
            writerId = session;
        }
        return writer;
    }
}
