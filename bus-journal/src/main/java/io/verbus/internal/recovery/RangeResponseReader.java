package io.verbus.internal.recovery;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.PollHandler;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.agrona.DirectBuffer;

/**
 * Delivers the range response to one request. If several recorders respond, the first one that has messages is used. A
 * recorder that lacks some is passed over while another one may have them: before the first message of the response
 * another response is awaited, later the rest is requested again. A response that does not continue at the next
 * sequence is invalid and ends. Used by the polling thread; delivering a message allocates nothing.
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
        LAPPED,
        /** The recorder lacks messages after those that it has sent, and another recorder may have them. */
        ELSEWHERE
    }

    /**
     * What the recorders that have responded lack.
     *
     * @param last sequence that all of them lack
     */
    record Lack(long last, GapCause gap, String cause) {}

    private static final long NONE = 0;

    private final MissingRange missing;
    private final RepairLosses losses;
    private final long requestedLast;
    private final RangeResponse answer;
    private final MutableHeader header;
    private final MessageParts parts = new MessageParts();
    private PollHandler handler;
    private State state = State.OPEN;
    private RangeEndReason reason;
    private String refusal;
    private String cause = "";
    private long responder = NONE;
    private boolean received;
    /** Whether messages of a response were delivered, or those of another one skipped: no other one can be used. */
    private boolean isUnderWay;
    private long filled;
    private final Set<Long> lackers = new HashSet<>();
    private Lack lack;
    private final IntPredicate others;

    /** @param others whether more recorders may respond than a number */
    public RangeResponseReader(final RangeRequest request, final MutableHeader header, final MissingRange missing,
            final RepairLosses losses, final IntPredicate others) {
        this.others = others;
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

    /** What all recorders lack that have responded, if nothing was delivered; null if none has lacked anything. */
    Lack lack() {
        return lack;
    }

    /** Whether the recorder of a response lacks it. */
    boolean lacks(final long session) {
        return lackers.contains(session);
    }

    /** Number of recorders that lack it. */
    int lackers() {
        return lackers.size();
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
        if (state != State.OPEN || responder != NONE && from.session() != responder
                || lack != null && lackers.contains(from.session())) {
            isUnderWay |= responder != NONE;
            return Action.TAKEN;
        }
        responder = from.session();
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
        isUnderWay = true;
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
                    header.set(message.sequence(), Header.NO_POSITION, message.frames())
                            .publishedNs(message.publishedNs()));
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
        if (lack != null || others.test(1)) {
            passOver(new Lack(last, gap, why));
            return;
        }
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
        if (newReason != RangeEndReason.COMPLETE && (lack != null || others.test(1))) {
            passOver(new Lack(Long.MAX_VALUE, newReason.gap(), why));
            return;
        }
        state = State.ENDED;
        reason = newReason;
        cause = why;
    }

    private void passOver(final Lack one) {
        lackers.add(responder);
        lack = lack == null || lack.last < missing.next() || one.last < lack.last ? one : lack;
        responder = NONE;
        received = false; // only messages, and a loss that is certain, restart the timeout
        if (isUnderWay) {
            state = State.ELSEWHERE;
        }
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
