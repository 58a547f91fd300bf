package io.verbus.matching;

/** An instrument: its rules, and the price around which the collar is. All values are in the user's units. */
final class InstrumentState {
    /** No collar. */
    static final long NO_COLLAR = Long.MAX_VALUE;

    final int number;
    final long tick;
    final long lot;
    /** Reference price until the first trade; 0 for none. */
    long reference;
    /** Price of the last trade; 0 before the first. */
    long last;
    /** Maximum distance from the last trade, in millionths. */
    long collar = NO_COLLAR;
    boolean halted;

    InstrumentState(final int number, final long tick, final long lot, final long reference) {
        this.number = number;
        this.tick = tick;
        this.lot = lot;
        this.reference = reference;
    }

    /** The price around which the collar is; 0 if there is none yet. */
    long anchor() {
        return last == 0 ? reference : last;
    }
}
