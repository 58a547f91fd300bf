package io.verbus.tools.stat;

import io.verbus.tools.Texts;
import java.time.Instant;

/** Which tables {@code ./bus stat} shows. */
enum TableForm {
    /** All, for a terminal of any width. */
    NARROW,
    /** All, with all columns and exact numbers. */
    WIDE,
    /** Late messages and their causes. */
    SLOW,
    /** The same, with exact numbers. */
    WIDE_SLOW;

    static TableForm of(final boolean wide, final boolean slow) {
        return slow ? wide ? WIDE_SLOW : SLOW : wide ? WIDE : NARROW;
    }

    /** Whether lines that show no row may be wrapped. */
    boolean isWrapped() {
        return this == NARROW;
    }

    StatLines lines(final StatView view, final SortKey order, final int width, final Instant time) {
        return switch (this) {
            case NARROW -> new StatTable(view, order, width, time).lines();
            case WIDE -> WideStatTable.lines(view, order);
            case SLOW -> SlowTable.lines(view, order, ShortNumbers::number);
            case WIDE_SLOW -> SlowTable.lines(view, order, Texts::number);
        };
    }
}
