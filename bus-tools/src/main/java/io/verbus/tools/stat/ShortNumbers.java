package io.verbus.tools.stat;

import java.time.Duration;
import java.util.Locale;

/** Numbers and durations in at most six characters. */
final class ShortNumbers {
    private static final int LONGEST_EXACT = 10_000;
    private static final double STEP = 1_000;
    private static final String[] POWERS = {"", "k", "M", "G", "T", "P", "E"};
    private static final String[] TIMES = {"ns", "us", "ms", "s"};

    private ShortNumbers() {
    }

    /** A number, such as 9999, 12.3k, 4.56M; k is 1,000. A dash if it is negative: unknown. */
    static String number(final long value) {
        if (value < LONGEST_EXACT) {
            return value < 0 ? "-" : Long.toString(value);
        }
        return scaled(value, POWERS);
    }

    /** A duration in nanoseconds, such as 850ns, 1.23s, 5m, 3h, 12d. A dash if it is negative: unknown. */
    static String duration(final long ns) {
        if (ns < 0) {
            return "-";
        }
        final Duration duration = Duration.ofNanos(ns);
        if (duration.toMinutes() == 0) {
            return ns == 0 ? "0" : scaled(ns, TIMES);
        }
        return duration.toHours() == 0
                ? duration.toMinutes() + "m"
                : duration.toDays() == 0 ? duration.toHours() + "h" : duration.toDays() + "d";
    }

    /** Three significant digits. */
    private static String scaled(final long value, final String[] units) {
        double rest = value;
        int unit = 0;
        while (rest >= STEP && unit < units.length - 1) {
            rest /= STEP;
            unit++;
        }
        final int digits = unit == 0 || rest >= 100 ? 0 : rest >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f%s", rest, units[unit]);
    }
}
