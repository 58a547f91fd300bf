package io.verbus.orders.seat;

import io.verbus.Publication;

/** Negative results of a seat's requests: nothing was sent, and no number was used. */
public final class LocalRefusal {
    /** The seat is not established, or not any more: its listener has received the cause. */
    public static final int NOT_ESTABLISHED = -11;
    /** The unanswered messages fill half of the log: poll, and try again. */
    public static final int WINDOW_FULL = -12;
    /** The seat knows no open order with this id. */
    public static final int UNKNOWN_ORDER = -13;
    /** The seat has an open order with this id. */
    public static final int DUPLICATE_ORDER = -14;

    private LocalRefusal() {
    }

    /**
     * Describes a result.
     *
     * @param result of a request
     * @return its name, and the remedy
     */
    public static String describe(final long result) {
        return switch ((int) result) {
            case NOT_ESTABLISHED -> "NOT_ESTABLISHED: poll until the seat is established";
            case WINDOW_FULL -> "WINDOW_FULL: poll until the gateway has answered, then try again";
            case UNKNOWN_ORDER -> "UNKNOWN_ORDER: the seat has no open order with this id";
            case DUPLICATE_ORDER -> "DUPLICATE_ORDER: the seat has an open order with this id, choose another";
            case Publication.BACK_PRESSURED -> "BACK_PRESSURED: a BLOCK reader of the log lags, try again";
            case Publication.CLOSED -> "CLOSED: the publication of the seat is closed";
            default -> result >= 0 ? "message " + result : "unknown result " + result;
        };
    }
}
