package io.verbus.testkit.simulator;

/** A part of a history with its own step frequencies. */
enum SimPhase {
    /** All roles in proportion. */
    EVEN(5, 20, 20, 15, 22, 8, 10, 3, 2),
    /** The publishers are faster than all readers. */
    RUNAWAY(60, 45, 8, 12, 16, 6, 10, 2, 1),
    /** Subscriptions do not poll, and logs wrap. */
    NO_READER_POLLS(40, 30, 0, 20, 25, 10, 12, 2, 1),
    /** Lagging readers have time. */
    CATCH_UP(3, 4, 35, 15, 25, 6, 14, 1, 0),
    /** Sessions and subscriptions begin and end. */
    COMING_AND_GOING(8, 15, 18, 20, 20, 8, 8, 14, 3),
    /** One fault after another. */
    STORM(10, 18, 18, 15, 20, 10, 8, 4, 14);

    private final int burst;
    private final int[] weights;

    SimPhase(final int burst, final int... weights) {
        this.burst = burst;
        this.weights = weights;
    }

    /** In the order of {@link History.Move}. */
    int[] weights() {
        return weights;
    }

    /** The maximum number of messages published in one step. */
    int burst() {
        return burst;
    }
}
