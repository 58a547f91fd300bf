package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.recovery.range.EndReason;
import io.verbus.recovery.range.RangeRequest;
import io.verbus.recovery.range.ReplayStreams;

/**
 * Fetches what is missing from whoever has recorded it. Used by the thread that polls.
 *
 * <p>A request stays open for whoever begins to serve later. It is made anew when the answer breaks off, be it before
 * its first message, or be it for this process, which was stopped for so long that the recorder did not wait. After a
 * pause it is repeated when a recorder has refused it, or when there was no room to make it.
 *
 * <pre>
 *            ╭── more is missing by now, or the answer breaks off ─╮
 *            ▼                                                     │
 *   start ──▶ ASKED ──▶ (messages, losses) ──▶ the answer has ended ──▶ OVER
 *               ╰──── nothing has come for the time-out: the rest is lost ──▲
 * </pre>
 */
final class Fetch implements AutoCloseable {
    private static final long PAUSE_NS = 200_000_000;
    private static final int PAUSES_A_TIMEOUT = 10;

    private final Recorders recorders;
    private final Missing missing;
    private final Losses losses;
    private final long timeoutNs;
    private Recorders.Inquiry inquiry;
    private AnswerReader reader;
    private RangeRequest request;
    /** Why nothing is served at present, as far as that is known; else null. */
    private String refusal;
    private long askNs;
    private boolean answererGone;
    /** Answers that have begun and are not over. */
    private int answers;
    private long heardNs;
    private long polledNs;

    /** Of something that is missing. */
    Fetch(final Recorders recorders, final Missing missing, final Losses losses, final long timeoutNs,
            final long nowNs) {
        this.recorders = recorders;
        this.missing = missing;
        this.losses = losses;
        this.timeoutNs = timeoutNs;
        this.heardNs = nowNs;
        this.polledNs = nowNs;
        this.askNs = nowNs;
    }

    /** Delivers what has come; gives how many messages were taken. Afterwards the missing may be over. */
    int poll(final MessageHandler handler, final int limit, final long nowNs) {
        if (nowNs - polledNs > timeoutNs / 2) { // a late observer restarts the time-out
            heardNs = nowNs;
        }
        polledNs = nowNs;
        if (inquiry == null && !ask(nowNs)) {
            return 0;
        }
        final int count = inquiry.answer().poll(reader.to(handler), limit);
        if (reader.hasHeard()) {
            heardNs = nowNs;
            refusal = null;
        } else if (reader.refusal() != null) {
            refusal = reader.refusal();
        }
        switch (reader.state()) {
            case ENDED -> ended();
            case NONSENSE -> giveUp("the answer from the journal makes no sense: " + reader.cause());
            case PASSED_BY -> close(); // what is missing still is asked for
            case OPEN -> await(nowNs);
        }
        return count;
    }

    long drainFilled() {
        return reader == null ? 0 : reader.drainFilled();
    }

    private boolean ask(final long nowNs) {
        if (nowNs - heardNs > timeoutNs) {
            giveUp(silence());
            return false;
        }
        if (nowNs - askNs < 0) {
            return false;
        }
        answererGone = false;
        answers = 0;
        try {
            request = recorders.request(missing.session().id(), missing.next(), missing.last());
            reader = new AnswerReader(request, missing, losses);
            inquiry = recorders.ask(request, new Answerers());
        } catch (final BusException e) {
            pause("no journal could be asked: " + e.getMessage(), nowNs);
            return false;
        }
        return true;
    }

    private void ended() {
        if (reader.reason() == EndReason.COMPLETE) {
            close(); // and if more is missing by now, it is asked for
        } else {
            giveUp(reader.cause());
        }
    }

    private void await(final long nowNs) {
        if (nowNs - heardNs > timeoutNs) {
            giveUp(silence());
        } else if (answererGone) {
            close();
            if (reader.refusal() != null) {
                pause(reader.refusal(), nowNs);
            }
        }
    }

    /** Asks again a little later. */
    private void pause(final String why, final long nowNs) {
        refusal = why;
        askNs = nowNs + Math.min(PAUSE_NS, timeoutNs / PAUSES_A_TIMEOUT);
    }

    private String silence() {
        final String where = ReplayStreams.requests(recorders.stream());
        final long ms = timeoutNs / 1_000_000;
        return refusal == null
                ? "nothing came on " + where + " for " + ms + " ms"
                : "refused on " + where + " for " + ms + " ms: " + refusal;
    }

    private void giveUp(final String cause) {
        if (!missing.isOver()) {
            losses.lose(missing.lostUpTo(missing.last(), cause));
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

    /** Hears when the answer breaks off: whoever is there then is asked anew. */
    private final class Answerers implements SessionListener {
        @Override
        public void onStarted(final Session session, final long first) {
            answers++;
            if (first > 0) {
                missed(session);
            }
        }

        @Override
        public boolean onMissing(final Gap gap) {
            missed(gap.session());
            return true;
        }

        private void missed(final Session session) {
            if (reader.isOf(session.id()) || reader.isOfNobody()) {
                reader.passBy();
            }
        }

        @Override
        public void onEnded(final Session session, final long messages) {
            over(session);
        }

        @Override
        public void onLost(final LostSession lost) {
            if (lost.forGood()) {
                over(lost.session());
            }
        }

        private void over(final Session session) {
            answers--;
            answererGone |= reader.isOf(session.id()) || reader.isOfNobody() && answers == 0;
        }
    }
}
