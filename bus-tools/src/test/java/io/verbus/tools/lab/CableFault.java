package io.verbus.tools.lab;

/** What happens to the cable in a round. */
enum CableFault {
    NONE(""), LOSES("loss 2%"), DELAYS("delay 3ms 2ms"), DOUBLES("duplicate 5%"), SWAPS("delay 2ms reorder 25%"),
    /** For longer than a connection lasts. */
    CUT("loss 100%");

    /** As netem has it. */
    final String how;

    CableFault(final String how) {
        this.how = how;
    }
}
