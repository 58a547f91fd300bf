package io.verbus.latency.report.plot;

import java.util.ArrayList;
import java.util.List;

/** Sizes in bytes: each doubling takes the same width, and every other power of two has a tick. */
public final class BinaryAxis implements Axis {
    private static final String[] UNITS = {" B", " KiB", " MiB", " GiB"};
    private static final int MOST_TICKS = 8;

    private final int first;
    private final int last;

    /**
     * Makes an axis for a range.
     *
     * @param smallest size to hold, in bytes; less than 1 counts as 1
     * @param largest size to hold
     */
    public BinaryAxis(final long smallest, final long largest) {
        first = 63 - Long.numberOfLeadingZeros(Math.max(1, smallest));
        last = Math.max(first + 1, 64 - Long.numberOfLeadingZeros(Math.max(1, largest - 1)));
    }

    @Override
    public double place(final double value) {
        return Math.clamp((Math.log(Math.max(1, value)) / Math.log(2) - first) / (last - first), 0, 1);
    }

    @Override
    public List<Tick> ticks() {
        final int step = (last - first) / MOST_TICKS + 1;
        final List<Tick> ticks = new ArrayList<>();
        for (int power = first; power <= last; power += step) {
            ticks.add(new Tick(Math.pow(2, power), text(1L << power)));
        }
        return ticks;
    }

    /**
     * Writes a size.
     *
     * @param bytes 0 or more
     * @return for example {@code 64 B}, {@code 16 KiB}, {@code 1.5 MiB}
     */
    public static String text(final long bytes) {
        double value = bytes;
        int unit = 0;
        while (unit < UNITS.length - 1 && value >= 1024) {
            value /= 1024;
            unit++;
        }
        return (value == Math.rint(value) ? Long.toString((long) value) : Float.toString(Math.round(value * 10) / 10f))
                + UNITS[unit];
    }
}
