package io.verbus.marketdata.book;

import java.util.BitSet;

/** The instruments whose books may be wrong: a state of all of them, and those that differ from it. */
final class SuspectInstruments {
    private final BitSet differing = new BitSet();
    private boolean areOthersSuspect;

    void setAll(final boolean isSuspect) {
        areOthersSuspect = isSuspect;
        differing.clear();
    }

    void set(final int instrument, final boolean isSuspect) {
        differing.set(instrument, isSuspect != areOthersSuspect);
    }

    boolean isSuspect(final int instrument) {
        return areOthersSuspect != differing.get(instrument);
    }

    /** Whether all instruments that do not differ are suspect. */
    boolean areOthersSuspect() {
        return areOthersSuspect;
    }

    /** Number of instruments that differ from all others. */
    int differing() {
        return differing.cardinality();
    }

    /** The first differing instrument that is not below another one, or -1. */
    int nextDiffering(final int from) {
        return differing.nextSetBit(from);
    }

    void copy(final SuspectInstruments from) {
        areOthersSuspect = from.areOthersSuspect;
        differing.clear();
        differing.or(from.differing);
    }
}
