package io.verbus.system.lab;

/** The fault of the cable in a round. */
enum CableFault {
    NONE(""), LOSES("loss 2%"), DELAYS("delay 3ms 2ms"), DOUBLES("duplicate 5%"), SWAPS("delay 2ms reorder 25%"),
    /** Longer than the timeout of a connection. */
    CUT("loss 100%");

    /** Parameters of netem. */
    final String netem;

    CableFault(final String netem) {
        this.netem = netem;
    }
}
