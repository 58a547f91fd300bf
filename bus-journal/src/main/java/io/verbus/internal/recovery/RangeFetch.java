package io.verbus.internal.recovery;

import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import java.util.HashSet;
import java.util.Set;

/**
 * Fetches a missing range from a recorder. Used by the polling thread.
 *
 * <p>The request stays published, so a recorder that starts later can respond. It is sent again if the response breaks
 * off, before or after its first message, also when this process was stopped for so long that the recorder evicted it.
 * After a pause it is repeated if a recorder has refused it, or if there was no room to send it. A loss is reported
 * when all recorders lack it that were present since the request; one that does not respond is awaited for the timeout,
 * once.
 *
 * <pre>
 *            ╭── more is missing, or the response breaks off ──────╮
 *            ▼                                                     │
 *   start ──▶ REQUESTED ──▶ (messages, losses) ──▶ response ended ──▶ OVER
 *               ╰──── nothing received for the timeout: the rest is lost ──▲
 * </pre>
 */
final class RangeFetch implements AutoCloseable {
    private static final long PAUSE_NS = 200_000_000;
    private static final int PAUSES_PER_TIMEOUT = 10;

    private final RangeClient recorders;
    private final MissingRange missing;
    private final RepairLosses losses;
    private final long timeoutNs;
    /** Recorders that were present at some time since the request: one that has responded leaves it. */
    private final Set<Long> seen = new HashSet<>();
    private RangeClient.Inquiry inquiry;
    private RangeResponseReader reader;
    private RangeRequest request;
    /** Why the request is refused at present, if known; else null. */
    private String refusal;
    private long requestNs;
    private boolean responderLeft;
    /** Whether a recorder has not responded for the timeout: no further loss is delayed by it. */
    private boolean isOneSilent;
    /** Responses that have begun and are not over. */
    private final Set<Long> answers = new HashSet<>();
    /** Whether a response is over that neither had messages nor lacked them: its recorder may have the range. */
    private boolean isOneUndecided;
    private long receivedNs;
    private long polledNs;

    /** Fetches one missing range. */
    RangeFetch(final RangeClient recorders, final MissingRange missing, final RepairLosses losses, final long timeoutNs,
            final long nowNs) {
        this.recorders = recorders;
        this.missing = missing;
        this.losses = losses;
        this.timeoutNs = timeoutNs;
        this.receivedNs = nowNs;
        this.polledNs = nowNs;
        this.requestNs = nowNs;
    }

    /** Delivers the received messages; returns how many were taken. The missing range may be over afterwards. */
    int poll(final PollHandler handler, final int limit, final long nowNs) {
        if (nowNs - polledNs > timeoutNs / 2) { // a late observer restarts the timeout
            receivedNs = nowNs;
        }
        polledNs = nowNs;
        if (inquiry == null && !ask(nowNs)) {
            return 0;
        }
        final int count = inquiry.answer().poll(reader.to(handler), limit);
        if (reader.hasReceived()) {
            receivedNs = nowNs;
            refusal = null;
        } else if (reader.refusal() != null) {
            refusal = reader.refusal();
        }
        switch (reader.state()) {
            case ENDED -> ended();
            case INVALID -> giveUp(GapCause.NOT_SERVED, "invalid range response: " + reader.cause());
            case LAPPED, ELSEWHERE -> close(); // the rest is requested again
            case OPEN -> await(nowNs);
        }
        return count;
    }

    long drainFilled() {
        return reader == null ? 0 : reader.drainFilled();
    }

    private boolean ask(final long nowNs) {
        if (nowNs - receivedNs > timeoutNs) {
            timeOut(nowNs);
            return false;
        }
        if (nowNs - requestNs < 0) {
            return false;
        }
        responderLeft = false;
        isOneUndecided = false;
        answers.clear();
        seen.clear();
        try {
            request = recorders.request(missing.session().id(), missing.next(), missing.last());
            reader = new RangeResponseReader(request, recorders.header(request.session()), missing, losses,
                    this::mayOthersHave);
            inquiry = recorders.ask(request, new Answerers());
        } catch (final BusException e) {
            pause("cannot request a range: " + e.getMessage(), nowNs);
            return false;
        }
        return true;
    }

    private void ended() {
        if (reader.reason() == RangeEndReason.COMPLETE) {
            close(); // if more is missing by now, it is requested
        } else {
            giveUp(reader.reason().gap(), reader.cause());
        }
    }

    private boolean mayOthersHave(final int lackers) {
        look();
        return seen.size() > lackers;
    }

    private void look() {
        seen.addAll(inquiry.recorders());
    }

    private void await(final long nowNs) {
        if (nowNs - receivedNs > timeoutNs) {
            timeOut(nowNs);
        } else if (isLackKnown() && (!mayOthersHave(reader.lackers()) || isOneSilent)) {
            loseLack(nowNs);
        } else if (responderLeft
                || isOneUndecided && reader.hasNoResponder() && answers.stream().allMatch(reader::lacks)) {
            close();
            if (reader.refusal() != null) {
                pause(reader.refusal(), nowNs);
            }
        }
    }

    /** Whether the last request was answered only by recorders that lack the beginning of the range, or refuse it. */
    private boolean isLackKnown() {
        return reader != null && reader.lack() != null && reader.hasNoResponder();
    }

    /** Loses the range, or only its beginning if a recorder may have the rest. */
    private void timeOut(final long nowNs) {
        if (!isLackKnown()) {
            giveUp(GapCause.NOT_SERVED, silence());
            return;
        }
        isOneSilent = true;
        loseLack(nowNs);
    }

    /** Another recorder that is present, and has not responded, may have the lost range. */
    private void loseLack(final long nowNs) {
        receivedNs = nowNs;
        close(); // the rest is requested again
        final RangeResponseReader.Lack lack = reader.lack();
        final long last = Math.min(lack.last(), missing.last());
        final boolean isCertain = seen.size() <= reader.lackers();
        losses.lose(isCertain
                ? missing.lostUpTo(last, lack.gap(), lack.cause())
                : missing.lostUpTo(last, GapCause.NOT_SERVED, silence()));
        missing.advance(last + 1);
    }

    /** Repeats the request after a pause. */
    private void pause(final String why, final long nowNs) {
        refusal = why;
        requestNs = nowNs + Math.min(PAUSE_NS, timeoutNs / PAUSES_PER_TIMEOUT);
    }

    private String silence() {
        final String where = ReplayStreams.requests(recorders.stream());
        final long ms = timeoutNs / 1_000_000;
        return refusal == null
                ? "no range response on " + where + " for " + ms + " ms"
                : "refused on " + where + " for " + ms + " ms: " + refusal;
    }

    private void giveUp(final GapCause cause, final String description) {
        if (!missing.isOver()) {
            losses.lose(missing.lostUpTo(missing.last(), cause, description));
            missing.advance(missing.last() + 1);
        }
    }

    @Override
    public void close() {
        if (inquiry != null) {
            inquiry.close();
            inquiry = null;
        }
    }

    /** Receives the end of a response: the request is then sent again. */
    private final class Answerers implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Started(Session session, long first) -> {
                    answers.add(session.id());
                    look(); // its recorder is present until the response is over
                    if (first > 0) {
                        missed(session);
                    }
                }
                case SessionEvent.Ended(Session session, _) -> over(session);
                case LostSession lost -> {
                    if (lost.forGood()) {
                        over(lost.session());
                    }
                }
                default -> {
                }
            }
        }

        @Override
        public boolean onMissing(final Gap gap) {
            missed(gap.session());
            return true;
        }

        private void missed(final Session session) {
            if (reader.isOf(session.id()) || reader.hasNoResponder()) {
                reader.lap();
            }
        }

        private void over(final Session session) {
            answers.remove(session.id());
            responderLeft |= reader.isOf(session.id());
            isOneUndecided |= !reader.lacks(session.id());
        }
    }
}
