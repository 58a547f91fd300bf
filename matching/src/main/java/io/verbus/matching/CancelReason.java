package io.verbus.matching;

/** The reason why an open quantity was cancelled. */
public enum CancelReason {
    /** A cancel of the order, or a mass cancel. */
    REQUESTED,
    /** The order is IOC, and no more of it could trade. */
    IMMEDIATE_OR_CANCEL,
    /** The order is FOK, and not all of it could trade. */
    FILL_OR_KILL,
    /** The order would have traded with another order of its seat. */
    SELF_TRADE,
    /** The seat disconnected and had requested cancellation. */
    DISCONNECT,
    /** The kill switch of the seat, or of all seats. */
    KILL,
    /** The end of the day of a day order. */
    END_OF_DAY
}
