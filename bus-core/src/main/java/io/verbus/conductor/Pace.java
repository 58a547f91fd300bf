package io.verbus.conductor;

/** How soon the conductor's next turn is to come; in ascending order of haste. */
public enum Pace {
    /** After a duty cycle; after a longer one when nothing has happened for a while. */
    CALM,
    /** After a duty cycle. */
    USUAL,
    /** After a millisecond. */
    URGENT;

    /**
     * The more hasty of two.
     *
     * @param other to compare with
     * @return one of the two
     */
    public Pace orSooner(final Pace other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
