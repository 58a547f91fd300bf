package io.verbus.testkit.oracle;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.support.Payloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;

/**
 * Handler and listener of a subscription that checks everything: each message is compared in full, and a
 * {@link SessionOracle} checks each session. Violations are collected as faults, because an exception of a handler
 * would go to the error handler.
 */
public final class SubscriptionOracle implements PollHandler, SessionListener {
    private final LongFunction<Payloads> payloadsOfSession;
    private final Map<Long, SessionOracle> sessions = new LinkedHashMap<>();
    private final Map<Long, Payloads> payloads = new LinkedHashMap<>();
    private final List<String> events = new ArrayList<>();
    private final List<GapCause> causes = new ArrayList<>();
    private final List<LossCause> lossCauses = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();
    private long latestId;
    private SessionOracle latest;
    private Payloads latestPayloads;

    /** For sessions whose payloads follow from their ids. */
    public SubscriptionOracle(final LongFunction<Payloads> payloadsOfSession) {
        this.payloadsOfSession = payloadsOfSession;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final SessionOracle session = session(header.session());
        final String fault = latestPayloads.fault(buffer, offset, length, header.sequence());
        if (fault != null) {
            faults.add(fault + " of " + Long.toHexString(header.session()));
        }
        session.message(header.sequence(), header.frames());
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, long first) -> {
                session(session.id()).started(first);
                events.add("started " + first);
            }
            case Gap gap -> {
                session(gap.session().id()).gap(gap);
                events.add("gap " + gap.first() + ".." + gap.last());
                causes.add(gap.cause());
            }
            case SessionEvent.Doubtful(_, long sequence) -> {
                // The message may have changed, and the listener is notified.
                faults.removeIf(fault -> fault.startsWith("message " + sequence + " is torn "));
                events.add("doubtful " + sequence);
            }
            case SessionEvent.Refused(_, Refusal cause) -> events.add("refused: " + cause);
            case SessionEvent.Failed(Session session, long sequence, _) -> {
                session(session.id()).failed(sequence);
                failed.add(sequence);
            }
            case LostSession lost -> {
                lossCauses.add(lost.cause());
                events.add("lost " + (lost.forGood() ? "for good " : "") + lost.next() + ": " + lost.description());
                if (sessions.containsKey(lost.session().id())) { // else it was lost before it started
                    session(lost.session().id()).lost(lost);
                }
            }
            case SessionEvent.Back(Session session, long next) -> {
                session(session.id()).back(next);
                events.add("back " + next);
            }
            case SessionEvent.Restarted(Session earlier, Session session) -> {
                if (!session(earlier.id()).isOver()) {
                    faults.add("restarted, but not over: " + earlier);
                }
                events.add("restarted");
            }
            case SessionEvent.Ended(Session session, long messages) -> {
                session(session.id()).ended(messages);
                events.add("ended " + messages);
            }
        }
    }

    /** The events received, in order, without the messages. */
    public List<String> events() {
        return events;
    }

    /** The causes of the losses of a session, in order. */
    public List<LossCause> lossCauses() {
        return lossCauses;
    }

    /** The causes of the gaps, in order. */
    public List<GapCause> causes() {
        return causes;
    }

    /** Sequences of the messages whose handler threw, in the order of the reports. */
    public List<Long> failed() {
        return failed;
    }

    /** Violations; must be empty. */
    public List<String> faults() {
        return faults;
    }

    /** All sessions by id, in the order in which they started. */
    public Map<Long, SessionOracle> sessions() {
        return sessions;
    }

    /** One session; null before its start. */
    public SessionOracle of(final Session session) {
        return sessions.get(session.id());
    }

    /** The only session. */
    public SessionOracle only() {
        if (sessions.size() != 1) {
            throw new AssertionError(sessions.size() + " sessions: " + events);
        }
        return sessions.values().iterator().next();
    }

    private SessionOracle session(final long id) {
        if (latest == null || latestId != id) {
            latestId = id;
            latest = sessions.computeIfAbsent(id, session -> new SessionOracle(
                    fault -> faults.add(fault + " of " + Long.toHexString(session))));
            latestPayloads = payloads.computeIfAbsent(id, payloadsOfSession::apply);
        }
        return latest;
    }
}
