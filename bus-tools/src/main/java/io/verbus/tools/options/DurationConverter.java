package io.verbus.tools.options;

import io.verbus.BusException;
import io.verbus.config.Configuration;
import java.math.BigDecimal;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration on the command line: a number, possibly with a fraction, of seconds or of the given unit. */
public final class DurationConverter implements ITypeConverter<Duration> {
    /** Creates the converter; called by picocli. */
    public DurationConverter() {
    }

    @Override
    public Duration convert(final String text) {
        try {
            return Configuration.duration(text);
        } catch (final BusException e) {
            throw new TypeConversionException(e.getMessage());
        }
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
