package io.verbus.journal;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.internal.journal.SteadyEpochClock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;

/**
 * Appends the messages, gaps and session ends of a subscription to a journal. It is the listener and the handler of the
 * subscription. Used by the polling thread.
 *
 * <p>If the journal cannot continue, for example because its disk is full, the recording ends: see {@link #failure()}.
 * No later message is taken, so the journal ends before the first message that it does not contain. The caller must
 * close the subscription. Any other exception of the recorder or its listener ends the recording in the same way.
 */
public final class Recorder implements PollHandler, SessionListener {
    private static final int LIMIT = 1_024;

    private final StreamRecording journal;
    private final SteadyEpochClock clock;
    private final SessionListener listener;
    private final Map<Long, Session> sessions = new HashMap<>();
    /** Sessions that continue after the end that is recorded. */
    private final Set<Long> continued = new HashSet<>();
    /** Of the preceding message; mostly that of the next one too. */
    private SessionRecording writer;
    private long writerId;
    /** The subscription that is known to read copies. */
    private Subscription checked;
    private long nowNs;
    private boolean dirty;
    private long messages;
    private long gaps;
    private long missing;
    private BusException failure;
    private Map<Long, Long> resumed = Map.of();

    /**
     * A recorder for one journal.
     *
     * @param journal to append to, or another recording; closed by the caller, after the subscription
     * @param clocks for receive times. All messages of one poll have the same time, and a step of the wall clock is not
     *     followed at once, see {@link SteadyEpochClock}
     * @param listener receives the events of the subscription's listener, after they are recorded
     */
    public Recorder(final StreamRecording journal, final Clocks clocks, final SessionListener listener) {
        this.journal = journal;
        this.clock = new SteadyEpochClock(clocks);
        this.listener = listener;
    }

    /** {@return where the subscription must start to fill the gaps of the journal} */
    public Start start() {
        resumed = journal.unfinished();
        return Start.resumeAt(resumed);
    }

    /**
     * {@return the next sequence per session id, for the sessions of {@link #start()} that the subscription has not
     *     found so far; none before the first {@link #doWork}, which finds those of this host}
     */
    public Map<Long, Long> absent() {
        if (checked == null) {
            return Map.of();
        }
        final Map<Long, Long> absent = new HashMap<>(resumed);
        absent.keySet().removeAll(sessions.keySet());
        return absent;
    }

    /**
     * Records the messages that have arrived.
     *
     * @param subscription with this recorder as its listener
     * @return the number of messages; 0 if there are none, or the recording has failed
     * @throws BusException if the subscription reads in place under {@code BLOCK}: the publisher may evict the
     *     recorder, and overwrite the bytes before their checksum is computed
     */
    public int doWork(final Subscription subscription) {
        if (subscription != checked) {
            check(subscription);
        }
        nowNs = clock.nanoTime();
        final int count = failure == null ? subscription.poll(this, LIMIT) : 0;
        if ((count > 0 || dirty) && failure == null) {
            attempt(journal::endBatch);
            dirty = false;
        }
        return count;
    }

    private void check(final Subscription subscription) {
        if (subscription.settings().policy() == Policy.BLOCK && !subscription.settings().copies()) {
            throw new BusException("cannot record stream " + subscription.stream()
                    + " in place under BLOCK: subscribe with withCopies(true)");
        }
        checked = subscription;
    }

    /** {@return why the recording has failed, one message for a person; null if it has not} */
    public BusException failure() {
        return failure;
    }

    /** {@return messages recorded so far} */
    public long messages() {
        return messages;
    }

    /** {@return number of gaps recorded so far} */
    public long gaps() {
        return gaps;
    }

    /** {@return number of sequences in all gaps} */
    public long missing() {
        return missing;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (failure != null) {
            return Action.NOT_TAKEN; // else the message would be recorded after a hole
        }
        final SessionRecording session = writer(header.session());
        try {
            if (session.isOver()) {
                missAfterEnd(session, header);
            } else if (header.sequence() > session.next() && session.next() >= 0) {
                miss(session, header);
            }
            final long before = session.next();
            session.append(buffer, offset, length, header, nowNs);
            messages += session.next() == before ? 0 : 1; // the journal may contain it already
        } catch (final BusException e) {
            failure = e;
            return Action.NOT_TAKEN;
        }
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, _) -> sessions.put(session.id(), session);
            case SessionEvent.Ended(Session session, long count) ->
                attempt(() -> journal.session(session).end(count, nowNs));
            case LostSession lost when lost.forGood() -> attempt(
                    () -> journal.session(lost.session()).breakOff(lost.knownNext(), lost.description(), nowNs));
            // The message counts as consumed but is not recorded: the recording ends before it.
            case SessionEvent.Failed(Session session, long sequence, Throwable thrown) when failure == null ->
                failure = unexpected("message " + sequence + " of session " + Long.toHexString(session.id()), thrown);
            case Gap gap -> {
                attempt(() -> record(gap)); // the listener receives what the journal does not contain
                return;
            }
            default -> {
            }
        }
        listener.onEvent(event);
    }

    /** A session on another host is read from its oldest message, which may be newer than the end of the journal. */
    private void miss(final SessionRecording session, final Header header) {
        record(new Gap(sessions.get(header.session()), session.next(), header.sequence() - 1, nowNs,
                GapCause.TOO_OLD,
                "they were not in the log any more when the recorder restarted"));
    }

    /**
     * The recording has an end of the session that its publisher did not give: the recorder had lost it for good, or
     * its log was gone when an earlier one ended. The first message after that end is reported, all are counted.
     */
    private void missAfterEnd(final SessionRecording session, final Header header) {
        if (session.next() >= 0 && header.sequence() >= session.next()) {
            missing += header.frames();
            if (continued.add(header.session())) {
                gaps++;
                listener.onEvent(new Gap(sessions.get(header.session()), header.sequence(), header.sequence(), nowNs,
                        GapCause.NOT_RECORDED, "the recording ended with the loss of the session; nor are those after"
                                + " them recorded"));
            }
        }
    }

    /** Sequences that the journal contains are not part of a gap. */
    private void record(final Gap gap) {
        final SessionRecording session = journal.session(gap.session());
        final long first = Math.max(gap.first(), session.next());
        if (first <= gap.last() && !session.isOver()) {
            session.lose(first, gap.last(), gap.description(), nowNs);
            gaps++;
            missing += gap.last() - first + 1;
            listener.onEvent(new Gap(gap.session(), first, gap.last(), gap.epochNs(), gap.cause(),
                    gap.description()));
        }
    }

    private void attempt(final Runnable recording) {
        dirty = true;
        if (failure == null) {
            try {
                recording.run();
            } catch (final BusException e) {
                failure = e;
            } catch (final RuntimeException e) {
                failure = unexpected("an event", e);
            }
        }
    }

    private static BusException unexpected(final String what, final Throwable thrown) {
        return new BusException("cannot record " + what + ": " + thrown, thrown);
    }

    private SessionRecording writer(final long session) {
        if (writer == null || writerId != session) {
            writer = journal.session(sessions.get(session));
            writerId = session;
        }
        return writer;
    }
}
