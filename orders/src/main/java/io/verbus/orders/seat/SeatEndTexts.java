package io.verbus.orders.seat;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishRejectCode;

/** Why a seat has ended, in words. */
final class SeatEndTexts {
    private static final String LOST_END = ", its journal lacks the end of the market before it: messages and reports"
            + " that it does not know are void, start this process again";
    private static final String LOST_ENTRIES = ": the orders of that gateway are lost, start this process again";

    private SeatEndTexts() {
    }

    /** No attempt has succeeded in time. */
    static String timedOut(final SeatSettings settings, final boolean wasInUse, final boolean wasUnproven) {
        if (wasInUse) {
            return "seat " + settings.name() + " was in use for " + settings.timeout()
                    + ": end the other process that uses it (one that has died on another host, or hangs, keeps it for"
                    + " its keep-alive interval)";
        }
        return wasUnproven
                ? "no gateway has proved within " + settings.timeout() + " that it has the secret of seat "
                        + settings.name() + ": another process has answered, or a gateway of an earlier release; end"
                        + " that one"
                : "no gateway has established the seat within " + settings.timeout();
    }

    /** The gateway has rejected an attempt. */
    static String rejected(final SeatSettings settings, final EstablishRejectCode code) {
        return "the gateway has rejected seat " + settings.name() + ": " + code
                + (code == EstablishRejectCode.EARLIER_GATEWAY ? LOST_ENTRIES : "");
    }

    /** The gateway has disconnected the seat. */
    static String disconnected(final DisconnectCause cause) {
        return "the gateway has disconnected the seat: " + cause
                + (cause == DisconnectCause.ENTRIES_LOST ? LOST_END : "");
    }
}
