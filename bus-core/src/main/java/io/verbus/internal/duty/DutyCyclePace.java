package io.verbus.internal.duty;

/** How soon the conductor's next duty cycle is due; in ascending order of urgency. */
public enum DutyCyclePace {
    /** After a duty cycle time; after several of them if nothing has happened for a while. */
    CALM,
    /** After a duty cycle time. */
    USUAL,
    /** After a millisecond. */
    URGENT,
    /** After an eighth of the time since the last work, and a millisecond at most: nothing waits longer by more. */
    PRESSING;

    /**
     * The sooner of two.
     *
     * @param other to compare with
     * @return one of the two
     */
    public DutyCyclePace orSooner(final DutyCyclePace other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
