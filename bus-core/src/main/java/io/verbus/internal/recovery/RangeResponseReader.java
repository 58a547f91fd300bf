package io.verbus.internal.recovery;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.PollHandler;
import org.agrona.DirectBuffer;

/**
 * Delivers the range response to one request. If several recorders respond, the first one is used. A response that does
 * not continue at the next sequence is invalid and ends. Used by the polling thread; delivering a message allocates
 * nothing.
 */
public final class RangeResponseReader implements PollHandler, RangeResponseHandler {
    /** State of the response. */
    public enum State {
        /** More may arrive. */
        OPEN,
        /** The response is complete or has ended. */
        ENDED,
        /** The response is invalid. */
        INVALID,
        /** A part of the response was lost before it was read. */
        LAPPED
    }

    private static final long NONE = 0;

    private final MissingRange missing;
    private final RepairLosses losses;
    private final long requestedLast;
    private final RangeResponse answer;
    private final HistoryHeader header;
    private final MessageParts parts = new MessageParts();
    private PollHandler handler;
    private State state = State.OPEN;
    private RangeEndReason reason;
    private String refusal;
    private String cause = "";
    private long responder = NONE;
    private boolean received;
    private long filled;

    public RangeResponseReader(final RangeRequest request, final HistoryHeader header, final MissingRange missing,
            final RepairLosses losses) {
        this.missing = missing;
        this.losses = losses;
        this.requestedLast = request.last();
        this.answer = new RangeResponse(request);
        this.header = header;
    }

    /** Sets the handler of the next poll. */
    public RangeResponseReader to(final PollHandler newHandler) {
        handler = newHandler;
        return this;
    }

    public State state() {
        return state;
    }

    RangeEndReason reason() {
        return reason;
    }

    /** Why it has ended, or is invalid. */
    public String cause() {
        return cause;
    }

    /** Why a recorder refuses the request at present; null if none has refused it. */
    String refusal() {
        return refusal;
    }

    boolean isOf(final long session) {
        return session == responder;
    }

    /** Whether no recorder has responded yet. */
    boolean hasNoResponder() {
        return responder == NONE;
    }

    /** Whether anything was received since the last call. */
    boolean hasReceived() {
        final boolean was = received;
        received = false;
        return was;
    }

    /** Sequences delivered since the last call. */
    long drainFilled() {
        final long drained = filled;
        filled = 0;
        return drained;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header from) {
        if (responder == NONE) {
            responder = from.session();
        }
        if (state != State.OPEN || from.session() != responder) {
            return Action.TAKEN;
        }
        received = true;
        try {
            return answer.read(buffer, offset, length, this);
        } catch (final BusException e) { // invalid; exceptions of the application are handled below
            invalidate(e.getMessage());
        }
        return Action.TAKEN;
    }

    @Override
    public Action onPart(final DirectBuffer buffer, final int offset, final int length, final RangeResponse message) {
        if (!missing.fits(message.sequence(), message.frames())) {
            throw new BusException("message " + message.sequence() + " of " + message.frames()
                    + " frames, expected sequence " + missing.next() + " to " + missing.last());
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

    private void consume(final RangeResponse message) {
        parts.clear();
        final long endSequence = message.sequence() + message.frames();
        filled += endSequence - missing.next();
        missing.advance(endSequence);
    }

    /** Skips a message that begins before the missing range. */
    private Action deliver(final DirectBuffer buffer, final int offset, final int length, final RangeResponse message) {
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

    /** The message counts as consumed, as with a live one; an error of the JVM is rethrown by poll. */
    private Action failed(final RangeResponse message, final Throwable thrown) {
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
    public void onMissing(final long first, final long last, final GapCause gap, final String why) {
        if (first != missing.next() || last > missing.last()) {
            throw new BusException("missing sequences " + first + " to " + last + ", expected "
                    + missing.next() + " to " + missing.last());
        }
        parts.clear(); // the recorder has found damage after the parts that it had sent
        losses.lose(missing.lostUpTo(last, gap, why));
        missing.advance(last + 1);
    }

    @Override
    public void onEnd(final long next, final RangeEndReason newReason, final String why) {
        if (next != missing.next() || newReason == RangeEndReason.COMPLETE && next <= requestedLast) {
            throw new BusException("end at sequence " + next + ", expected " + missing.next());
        }
        parts.clear();
        if (newReason == RangeEndReason.REFUSED) { // another recorder may answer
            refusal = why;
            responder = NONE;
            received = false;
            return;
        }
        state = State.ENDED;
        reason = newReason;
        cause = why;
    }

    /** The publisher of the response has lapped this reader, which was stopped for too long: the response ends. */
    void lap() {
        state = State.LAPPED;
    }

    private void invalidate(final String message) {
        state = State.INVALID;
        cause = message;
    }
}
