package io.verbus.internal.config;

import io.verbus.BusException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as they are written on command lines and in configuration files. */
public final class Quantities {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,10}|\\d{0,10}\\.\\d{1,9})(ms|s|m|h|d)?");
    /** 68 years: the sum of a time and a duration fits into 64 bits of nanoseconds. */
    private static final BigDecimal LONGEST_NS = BigDecimal.valueOf(TimeUnit.SECONDS.toNanos(Integer.MAX_VALUE));
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmgt]?)");
    private static final String SIZE_UNITS = "KMGT";
    private static final int BITS_OF_A_UNIT = 10;

    private Quantities() {
    }

    /**
     * Parses a duration.
     *
     * @param text a number, possibly with a fraction, of seconds or of the given unit: 50ms, 90s, 30m, 12h, 7d
     * @return at most 68 years
     * @throws BusException for another text
     */
    public static Duration duration(final String text) {
        final Matcher form = DURATION.matcher(text);
        if (!form.matches()) {
            throw notADuration(text);
        }
        final TimeUnit unit = switch (form.group(2)) {
            case "ms" -> TimeUnit.MILLISECONDS;
            case "m" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            case null, default -> TimeUnit.SECONDS;
        };
        final BigDecimal ns = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit.toNanos(1)));
        return Duration.ofNanos(ns.min(LONGEST_NS).longValue());
    }

    /** Parses a duration that needs its unit: a number alone is easily meant as milliseconds. */
    static Duration durationWithUnit(final String text) {
        final Duration duration = duration(text);
        if (!Character.isLetter(text.charAt(text.length() - 1))) {
            throw notADuration(text);
        }
        return duration;
    }

    private static BusException notADuration(final String text) {
        return new BusException("'" + text + "' is not a duration: use 50ms, 90s, 30m, 12h or 7d");
    }

    /**
     * Parses a size.
     *
     * @param text digits, and k, m, g or t for powers of 1,024: 67108864, 64M, 2G
     * @return bytes, above 0
     * @throws BusException for another text
     */
    public static long bytes(final String text) {
        final Matcher form = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (form.matches()) {
            final String unit = form.group(2).toUpperCase(Locale.ROOT);
            final int units = unit.isEmpty() ? 0 : 1 + SIZE_UNITS.indexOf(unit);
            final long bytes = Long.parseLong(form.group(1)) << units * BITS_OF_A_UNIT;
            if (bytes > 0) {
                return bytes;
            }
        }
        throw new BusException("'" + text + "' is not a size: write it as 67108864, 64M or 2G");
    }

    /** The shortest text that {@link #durationWithUnit} parses as this duration. */
    static String shown(final Duration duration) {
        final long ns = duration.toNanos();
        for (final TimeUnit unit : new TimeUnit[]{TimeUnit.DAYS, TimeUnit.HOURS, TimeUnit.MINUTES, TimeUnit.SECONDS,
                TimeUnit.MILLISECONDS}) {
            if (ns > 0 && ns % unit.toNanos(1) == 0) {
                return ns / unit.toNanos(1) + (unit == TimeUnit.MILLISECONDS
                        ? "ms"
                        : unit.name().substring(0, 1).toLowerCase(Locale.ROOT));
            }
        }
        return BigDecimal.valueOf(ns, 9).stripTrailingZeros().toPlainString() + "s";
    }

    /** The shortest text that {@link #bytes} parses as this size. */
    static String shown(final long bytes) {
        int units = 0;
        while (units < SIZE_UNITS.length() && bytes != 0 && bytes % (1L << (units + 1) * BITS_OF_A_UNIT) == 0) {
            units++;
        }
        return (bytes >> units * BITS_OF_A_UNIT) + (units == 0 ? "" : SIZE_UNITS.substring(units - 1, units));
    }
}
