package io.verbus.orders.seat;

import io.verbus.codec.orders.NotAppliedCode;
import org.agrona.DirectBuffer;

/** Receives the events of a seat, on its thread, inside {@code poll}. It must not close the seat. */
public interface SeatListener {
    /** A listener that ignores everything. */
    SeatListener NONE = new SeatListener() {};

    /**
     * The seat is established: also again, after a restart of the gateway.
     *
     * @param seat number of the seat in the engine
     * @param next number of the next message: all lower ones were taken
     */
    default void onEstablished(final int seat, final long next) {
    }

    /**
     * A report, in the order of their numbers, each once.
     *
     * @param template of the report, see {@code io.verbus.codec.orders}
     * @param answers number of the message that it answers; 0: unsolicited
     * @param buffer contains it, valid until this call returns
     * @param offset of its header
     * @param length of it in bytes
     */
    default void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
            final int length) {
    }

    /**
     * A part of the state of the market, which this seat has requested: {@code SeatState} or {@code SeatPosition}, and
     * {@code MarketState} at the end.
     *
     * @param template of the message
     * @param buffer contains it, valid until this call returns
     * @param offset of its header
     */
    default void onStatus(final int template, final DirectBuffer buffer, final int offset) {
    }

    /**
     * A message that was sent was not taken, and never will be. Called before {@link #onEstablished}, in order.
     *
     * @param number of the message, which is used again
     * @param template of the message
     * @param orderId of a new order its id, of a replacement the new id, else the order's
     */
    default void onNotTaken(final long number, final int template, final long orderId) {
    }

    /**
     * Reports are missing and will not be delivered: no log holds them any more. The seat requests its open orders; the
     * reports that follow are their state.
     *
     * @param first number of the first missing report
     * @param last number of the last one
     */
    default void onReportsMissing(final long first, final long last) {
    }

    /**
     * The gateway is silent or has ended: the seat establishes again. Requests are refused until then.
     *
     * @param cause in words
     */
    default void onInterrupted(final String cause) {
    }

    /**
     * The gateway has not taken a message. The seat ends if the two disagree about numbers.
     *
     * @param number in the message
     * @param code the reason
     */
    default void onNotApplied(final long number, final NotAppliedCode code) {
    }

    /**
     * The seat has ended. Called once.
     *
     * @param cause for programs
     * @param description the cause in words, for operators
     */
    default void onEnded(final SeatEndCause cause, final String description) {
    }
}
