package io.verbus.sample.publisher.options;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration on the command line: a number, possibly with a fraction, of seconds or of the given unit. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,10}|\\d{0,10}\\.\\d{1,9})(ms|s|m|h|d)?");
    /** 68 years: the sum of a time and a duration fits into 64 bits of nanoseconds. */
    private static final BigDecimal LONGEST_NS = BigDecimal.valueOf(TimeUnit.SECONDS.toNanos(Integer.MAX_VALUE));

    /** Creates the converter; called by picocli. */
    public DurationConverter() {
    }

    @Override
    public Duration convert(final String text) {
        final Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(text);
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

    /**
     * Formats a duration for an error message.
     *
     * @param duration any duration
     * @return seconds, such as 0.5
     */
    public static String seconds(final Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString();
    }

    private static TypeConversionException refused(final String text) {
        return new TypeConversionException("'" + text + "' is not a duration: use 50ms, 90s, 30m, 12h or 7d");
    }

    /** Parses a duration above 0 that needs its unit: a mistaken one would remove data. */
    public static final class WithUnit implements ITypeConverter<Duration> {
        /** Creates the converter; called by picocli. */
        public WithUnit() {
        }

        @Override
        public Duration convert(final String text) {
            final Duration duration = new DurationConverter().convert(text);
            if (Character.isLetter(text.charAt(text.length() - 1)) && !duration.isZero()) {
                return duration;
            }
            throw refused(text);
        }
    }
}
