package io.verbus.orders.seat;

import io.verbus.codec.orders.CancelCode;
import io.verbus.codec.orders.RejectCode;
import io.verbus.codec.orders.RequestCode;

/**
 * Receives the reports about the orders of a seat, decoded by a {@link ReportDecoder}, on the thread that polls the
 * seat. Order ids are those that the seat has chosen, quantities are in units of the instrument, prices in millionths.
 * Each report comes from one entry of the market's log; {@code event} is its number, from 1, and reports of one entry
 * have the same.
 */
public interface ReportListener {
    /**
     * A new order was accepted. If it trades at once, that is reported next.
     *
     * @param event number of the entry
     * @param order its id
     * @param number of the order in the engine
     */
    default void onAccepted(final long event, final long order, final long number) {
    }

    /**
     * A new order was refused, and never rested.
     *
     * @param event number of the entry
     * @param order its id
     * @param code the reason
     */
    default void onRejected(final long event, final long order, final RejectCode code) {
    }

    /**
     * An order was replaced.
     *
     * @param event number of the entry
     * @param order its former id, which ends
     * @param newOrder its new id
     * @param number of the new order in the engine
     * @param open quantity, before any trade
     * @param keepsPlace whether it has the place of the former one in the book
     */
    default void onReplaced(final long event, final long order, final long newOrder, final long number, final long open,
            final boolean keepsPlace) {
    }

    /**
     * An order was reduced, and keeps its place in the book.
     *
     * @param event number of the entry
     * @param order its id
     * @param quantity that was removed
     * @param open quantity that is left
     */
    default void onReduced(final long event, final long order, final long quantity, final long open) {
    }

    /**
     * The open quantity of an order was cancelled: the order has ended.
     *
     * @param event number of the entry
     * @param order its id
     * @param quantity that was cancelled
     * @param code the reason
     */
    default void onCancelled(final long event, final long order, final long quantity, final CancelCode code) {
    }

    /**
     * An order traded. If nothing is open any more, it has ended.
     *
     * @param event number of the entry
     * @param order its id
     * @param instrument its number
     * @param quantity of the trade
     * @param price of the trade, in millionths
     * @param trade its number, the same for both sides
     * @param rested whether the order was in the book, and the other one arrived
     * @param open quantity that is left
     */
    default void onExecuted(final long event, final long order, final int instrument, final long quantity,
            final long price, final long trade, final boolean rested, final long open) {
    }

    /**
     * A request other than a new order was refused, and changes nothing.
     *
     * @param event number of the entry
     * @param request its kind
     * @param order its id; of a mass cancel the instrument, or 0
     * @param code the reason
     */
    default void onRefused(final long event, final RequestCode request, final long order, final RejectCode code) {
    }
}
