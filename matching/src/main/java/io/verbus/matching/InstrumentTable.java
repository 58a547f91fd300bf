package io.verbus.matching;

import java.util.Arrays;

/** The instruments by number. */
final class InstrumentTable {
    private InstrumentState[] instruments = new InstrumentState[16];
    private int end;

    /** One more than the highest instrument that is defined. */
    int end() {
        return end;
    }

    /** Null if no instrument has this number. */
    InstrumentState get(final int number) {
        return number >= 0 && number < end ? instruments[number] : null;
    }

    void add(final InstrumentState instrument) {
        if (instrument.number >= instruments.length) {
            instruments = Arrays.copyOf(instruments, Integer.highestOneBit(instrument.number) << 1);
        }
        instruments[instrument.number] = instrument;
        end = Math.max(end, instrument.number + 1);
    }
}
