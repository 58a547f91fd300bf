package io.verbus.journal.replay;

import io.verbus.BusException;

/**
 * How fast a journal is published anew.
 *
 * @param speed so many times as fast as it was; infinite for as fast as the bus takes it; above 0
 */
public record Pace(double speed) {
    /** As fast as the bus takes it. */
    public static final Pace MAX = new Pace(Double.POSITIVE_INFINITY);
    /** As it was. */
    public static final Pace ORIGINAL = new Pace(1);

    /** Refuses to go backwards. */
    public Pace {
        if (!(speed > 0)) {
            throw new BusException("a replay at " + speed + " times its speed: it must be above 0");
        }
    }

    boolean isMax() {
        return speed == Double.POSITIVE_INFINITY;
    }
}
