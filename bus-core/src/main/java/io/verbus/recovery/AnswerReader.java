package io.verbus.recovery;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.recovery.range.AnswerHandler;
import io.verbus.recovery.range.EndReason;
import io.verbus.recovery.range.RangeAnswer;
import io.verbus.recovery.range.RangeRequest;
import org.agrona.DirectBuffer;

/**
 * Delivers the answer to one request. Of several recorders that answer, the first is listened to. What it says that is
 * not what comes next ends it. Used by the thread that polls; delivering a message allocates nothing.
 */
final class AnswerReader implements MessageHandler, AnswerHandler {
    /** How the answer stands. */
    enum State {
        /** More may come. */
        OPEN,
        /** All was said. */
        ENDED,
        /** It makes no sense. */
        NONSENSE,
        /** Some of it was gone before it was read. */
        PASSED_BY
    }

    private static final long NOBODY = 0;

    private final Missing missing;
    private final Losses losses;
    private final long requestedLast;
    private final RangeAnswer answer;
    private final HistoryHeader header;
    private final Parts parts = new Parts();
    private MessageHandler handler;
    private State state = State.OPEN;
    private EndReason reason;
    private String refusal;
    private String cause = "";
    private long answerer = NOBODY;
    private boolean heard;
    private long filled;

    AnswerReader(final RangeRequest request, final Missing missing, final Losses losses) {
        this.missing = missing;
        this.losses = losses;
        this.requestedLast = request.last();
        this.answer = new RangeAnswer(request);
        this.header = new HistoryHeader(request.session());
    }

    /** Who gets the messages of the next poll. */
    AnswerReader to(final MessageHandler newHandler) {
        handler = newHandler;
        return this;
    }

    State state() {
        return state;
    }

    EndReason reason() {
        return reason;
    }

    /** Why it has ended, or what makes no sense. */
    String cause() {
        return cause;
    }

    /** Why a recorder serves nothing at present; null if none has said so. */
    String refusal() {
        return refusal;
    }

    boolean isOf(final long session) {
        return session == answerer;
    }

    /** Whether no message has come yet, of anybody. */
    boolean isOfNobody() {
        return answerer == NOBODY;
    }

    /** Whether anything has come since this was last asked. */
    boolean hasHeard() {
        final boolean was = heard;
        heard = false;
        return was;
    }

    /** Sequences delivered since this was last asked. */
    long drainFilled() {
        final long drained = filled;
        filled = 0;
        return drained;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header from) {
        if (answerer == NOBODY) {
            answerer = from.session();
        }
        if (state != State.OPEN || from.session() != answerer) {
            return Action.TAKEN;
        }
        heard = true;
        try {
            return answer.read(buffer, offset, length, this);
        } catch (final BusException e) { // of the answer: what the application throws is dealt with below
            refuse(e.getMessage());
        }
        return Action.TAKEN;
    }

    @Override
    public Action onPart(final DirectBuffer buffer, final int offset, final int length, final RangeAnswer message) {
        if (!missing.fits(message.sequence(), message.frames())) {
            throw new BusException("it goes on with message " + message.sequence() + " of " + message.frames()
                    + " frames where " + missing.next() + " comes next, up to " + missing.last());
        }
        final Action action;
        if (message.length() == length && !parts.isUnderWay()) {
            action = deliver(buffer, offset, length, message);
        } else if (parts.add(buffer, offset, length, message)) {
            action = deliver(parts.buffer(), 0, message.length(), message);
        } else {
            return Action.TAKEN;
        }
        if (action == Action.TAKEN) {
            consume(message);
        }
        return action;
    }

    private void consume(final RangeAnswer message) {
        parts.clear();
        final long behind = message.sequence() + message.frames();
        filled += behind - missing.next();
        missing.advance(behind);
    }

    /** Passes over a message that begins before what is wanted. */
    private Action deliver(final DirectBuffer buffer, final int offset, final int length, final RangeAnswer message) {
        if (message.sequence() < missing.next()) {
            return Action.TAKEN;
        }
        try {
            return handler.onMessage(buffer, offset, length,
                    header.set(message.sequence(), message.frames(), message.publishedNs()));
        } catch (final Throwable t) {
            return failed(message, t);
        }
    }

    /** The message counts as consumed, as it does live; an error of the JVM leaves poll. */
    private Action failed(final RangeAnswer message, final Throwable thrown) {
        final long sequence = message.sequence();
        if (thrown instanceof final VirtualMachineError error) {
            consume(message);
            losses.failed(missing.session(), sequence, error);
            throw error;
        }
        losses.failed(missing.session(), sequence, thrown);
        return Action.TAKEN;
    }

    @Override
    public void onMissing(final long first, final long last, final String why) {
        if (first != missing.next() || last > missing.last()) {
            throw new BusException("it says that sequences " + first + " to " + last + " are missing where "
                    + missing.next() + " comes next, up to " + missing.last());
        }
        parts.clear(); // the recorder has found damage behind the parts that it had sent
        losses.lose(missing.lostUpTo(last, why));
        missing.advance(last + 1);
    }

    @Override
    public void onEnd(final long next, final EndReason newReason, final String why) {
        if (next != missing.next() || newReason == EndReason.COMPLETE && next <= requestedLast) {
            throw new BusException("it ends with sequence " + next + " where " + missing.next() + " comes next");
        }
        parts.clear();
        if (newReason == EndReason.REFUSED) { // another recorder may answer
            refusal = why;
            answerer = NOBODY;
            heard = false;
            return;
        }
        state = State.ENDED;
        reason = newReason;
        cause = why;
    }

    /** Whoever answers has gone on without this reader, which was stopped for too long: nothing more is taken. */
    void passBy() {
        state = State.PASSED_BY;
    }

    private void refuse(final String what) {
        state = State.NONSENSE;
        cause = what;
    }
}
