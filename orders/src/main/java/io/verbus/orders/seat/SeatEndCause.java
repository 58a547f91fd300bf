package io.verbus.orders.seat;

/** Why a seat's end has ended. It never sends again; another one needs a new publication. */
public enum SeatEndCause {
    /** The seat has sent Terminate, and the gateway has answered, or has not within the timeout. */
    CLOSED,
    /** No gateway has answered within the timeout. */
    TIMEOUT,
    /** The gateway has rejected the Establish; or the seat stayed in use during the timeout. */
    REJECTED,
    /** The gateway has disconnected the seat. */
    DISCONNECTED,
    /** The gateway has not taken a message: this end and its gateway disagree. */
    NOT_APPLIED
}
