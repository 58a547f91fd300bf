package io.verbus.orders.history;

import io.verbus.orders.RecordedSeatEvents;
import io.verbus.orders.SimulatedSeat;
import java.util.HashSet;
import java.util.Set;

/** One process of a seat in a history. */
final class HistoryRun {
    final int seat;
    final SimulatedSeat process;
    final RecordedSeatEvents events;
    /** Sequences that the history has added to the log, or that the seat knows not to be taken. */
    final Set<Integer> foreign = new HashSet<>();
    final Set<Integer> notTaken = new HashSet<>();
    /** It does not know the secret of the seat. */
    boolean isIntruder;
    boolean isDead;
    boolean isPaused;

    HistoryRun(final int seat, final SimulatedSeat process, final RecordedSeatEvents events) {
        this.seat = seat;
        this.process = process;
        this.events = events;
    }

    boolean runs() {
        return !isDead && !isPaused;
    }
}
