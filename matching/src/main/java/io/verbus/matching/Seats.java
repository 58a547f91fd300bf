package io.verbus.matching;

import java.util.Arrays;

/** The seats by number. A seat exists from its first setting or accepted input; before, the default stands for it. */
final class Seats {
    private final Seat standard = new Seat();
    private Seat[] seats = new Seat[16];
    private int end;

    static boolean isValid(final int seat) {
        return seat >= 0 && seat <= Engine.MAX_SEAT;
    }

    /** One more than the highest seat that exists. */
    int end() {
        return end;
    }

    /** Null if the seat does not exist. */
    Seat at(final int seat) {
        return seats[seat];
    }

    /** The seat to read from, without limits if it does not exist. */
    Seat get(final int seat) {
        return seat < end && seats[seat] != null ? seats[seat] : standard;
    }

    /** The seat to change, which is created if absent. */
    Seat make(final int seat) {
        if (seat >= seats.length) {
            seats = Arrays.copyOf(seats, Integer.highestOneBit(seat) << 1);
        }
        if (seats[seat] == null) {
            seats[seat] = new Seat();
            end = Math.max(end, seat + 1);
        }
        return seats[seat];
    }
}
