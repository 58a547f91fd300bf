package io.verbus.matching;

import java.util.Arrays;

/** The seats by number. A seat exists from its first setting or accepted input; before, the default stands for it. */
final class Seats {
    private final SeatState standard = new SeatState();
    private SeatState[] seats = new SeatState[16];
    private int end;

    static boolean isValid(final int seat) {
        return seat >= 0 && seat <= Engine.MAX_SEAT;
    }

    /** Why a seat has no such order. */
    static RefusalCode unknown(final int seat) {
        return isValid(seat) ? RefusalCode.UNKNOWN_ORDER : RefusalCode.UNKNOWN_SEAT;
    }

    /** One more than the highest seat that exists. */
    int end() {
        return end;
    }

    /** Null if the seat does not exist. */
    SeatState at(final int seat) {
        return seats[seat];
    }

    /** The seat to read from, without limits if it does not exist. */
    SeatState get(final int seat) {
        return seat < end && seats[seat] != null ? seats[seat] : standard;
    }

    /** The seat to change, which is created if absent. */
    SeatState make(final int seat) {
        if (seat >= seats.length) {
            seats = Arrays.copyOf(seats, Integer.highestOneBit(seat) << 1);
        }
        if (seats[seat] == null) {
            seats[seat] = new SeatState();
            end = Math.max(end, seat + 1);
        }
        return seats[seat];
    }
}
