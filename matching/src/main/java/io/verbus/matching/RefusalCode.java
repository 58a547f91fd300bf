package io.verbus.matching;

/** The code of a refusal. The first condition that fails is reported, in the order of docs/reference/matching.md. */
public enum RefusalCode {
    /** No such seat number. */
    UNKNOWN_SEAT("the seat number is not from 0 to " + Engine.MAX_SEAT),
    /** The kill switch of the seat, or of all seats, is on. */
    KILLED("the kill switch of the seat, or of all seats, is on: new orders and replacements are refused"),
    /** The message rate of the seat is exceeded. */
    RATE("the seat sends more new orders and replacements than its message rate and burst allow"),
    /** No such instrument. */
    UNKNOWN_INSTRUMENT("no instrument is defined with this number"),
    /** No such open order of the seat. */
    UNKNOWN_ORDER("the seat has no open order with this id"),
    /** The instrument is halted. */
    HALTED("the instrument is halted: new orders and replacements are refused until it resumes"),
    /** The terms exclude each other. */
    TERMS("a market order is IOC or FOK, a post-only order is DAY or GTC"),
    /** The seat has used the client order id on this day. */
    DUPLICATE_ID("the seat has used this order id on this day"),
    /** The quantity is not positive. */
    INVALID_QUANTITY("the quantity is below 1"),
    /** The quantity is not a multiple of the lot. */
    LOT("the quantity is not a multiple of the lot"),
    /** The reduction is none. */
    NOT_A_REDUCTION("the quantity is not below the open quantity"),
    /** The price is not positive. */
    INVALID_PRICE("the price is below 1"),
    /** The price is not a multiple of the tick. */
    TICK("the price is not a multiple of the tick"),
    /** A market order without a price to count it at. */
    NO_REFERENCE("a market order needs a first trade or a reference price"),
    /** Above the maximum quantity of an order. */
    MAX_QUANTITY("the quantity exceeds the maximum quantity of an order of the seat"),
    /** Outside the collar. */
    COLLAR("the price is outside the collar around the last trade, or before it around the reference price"),
    /** Above the maximum notional of an order. */
    MAX_NOTIONAL("price times quantity exceeds the maximum notional of an order of the seat, or 63 bits"),
    /** Too many open orders. */
    OPEN_ORDERS("the seat has its maximum of open orders in the instrument"),
    /** Too much open notional. */
    OPEN_NOTIONAL("the open notional of the seat in the instrument would exceed its maximum"),
    /** The worst-case position is too large. */
    POSITION("the position of the seat in the instrument would exceed its maximum if all its open orders traded"),
    /** A post-only order that would trade. */
    WOULD_TRADE("the order is post-only and would trade"),
    /** No room for the order, its account or its id. */
    CAPACITY("the engine has its maximum of resting orders, of accounts, or of order ids of a day");

    private final String text;

    RefusalCode(final String text) {
        this.text = text;
    }

    /** {@return the message for the user} */
    public String text() {
        return text;
    }
}
