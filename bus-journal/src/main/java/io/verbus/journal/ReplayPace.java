package io.verbus.journal;

import io.verbus.BusException;

/**
 * Speed at which a journal is published again.
 *
 * @param speed factor of the recorded speed, above 0; infinite: as fast as the bus accepts it
 */
public record ReplayPace(double speed) {
    /** As fast as the bus accepts it. */
    public static final ReplayPace MAX = new ReplayPace(Double.POSITIVE_INFINITY);
    /** At the recorded speed. */
    public static final ReplayPace ORIGINAL = new ReplayPace(1);

    /** Rejects a speed that is not positive. */
    public ReplayPace {
        if (!(speed > 0)) {
            throw new BusException("invalid replay speed " + speed + ": use a factor above 0");
        }
    }

    boolean isMax() {
        return speed == Double.POSITIVE_INFINITY;
    }
}
