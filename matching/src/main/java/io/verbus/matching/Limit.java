package io.verbus.matching;

/** A limit of a seat. Each is 0 to {@link Long#MAX_VALUE}; that is the default, and means no limit. */
public enum Limit {
    /** Maximum quantity of one order. */
    QUANTITY,
    /** Maximum price times quantity of one order. */
    NOTIONAL,
    /** Maximum number of open orders in an instrument. */
    OPEN_ORDERS,
    /** Maximum sum of price times open quantity over the open orders in an instrument. */
    OPEN_NOTIONAL,
    /** Maximum position in an instrument, long or short, if all open orders of one side traded. */
    POSITION,
    /** Maximum distance of a price from the last trade, in millionths of that. */
    COLLAR
}
