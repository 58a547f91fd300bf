package io.verbus.tools.options;

import io.verbus.BusException;
import io.verbus.journal.Durability;
import io.verbus.journal.ReplayPace;
import io.verbus.journal.ReplayRange;
import io.verbus.marketdata.feed.Pace;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** The picocli converters for sizes, durations, rates and positions in a journal. A wrong value is wrong usage. */
public final class Converters {
    private static final Pattern SEQUENCE = Pattern.compile("\\d{1,18}");
    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{1,16}");

    private Converters() {
    }

    /**
     * Registers the converters.
     *
     * @param line command line, with all its commands
     */
    public static void register(final CommandLine line) {
        line.registerConverter(ByteSize.class, new ByteSize.Converter());
        line.registerConverter(Duration.class, new DurationConverter());
        line.registerConverter(Durability.class, Converters::durability);
        line.registerConverter(ReplayPace.class, Converters::pace);
        line.registerConverter(ReplayRange.Point.class, Converters::point);
        line.registerConverter(SessionId.class, Converters::session);
    }

    private static Durability durability(final String text) {
        return switch (text) {
            case "none" -> Durability.none();
            case "batch" -> Durability.everyBatch();
            default -> {
                try {
                    yield Durability.every(new DurationConverter.WithUnit().convert(text));
                } catch (final TypeConversionException | BusException e) {
                    throw new TypeConversionException("'" + text + "': use none, batch, or an interval such as 50ms");
                }
            }
        };
    }

    private static ReplayPace pace(final String text) {
        if (text.equals("original")) {
            return ReplayPace.ORIGINAL;
        }
        return switch (Pace.of(text).orElse(null)) {
            case Pace.Max() -> ReplayPace.MAX;
            case Pace.Speed(double factor) -> new ReplayPace(factor);
            case null, default -> throw new TypeConversionException("'" + text
                    + "': use max, original, or x20 for 20 times the original speed");
        };
    }

    private static ReplayRange.Point point(final String text) {
        if (SEQUENCE.matcher(text).matches()) {
            return new ReplayRange.Sequence(Long.parseLong(text));
        }
        try {
            final Instant time = Instant.parse(text);
            return new ReplayRange.Time(Math.addExact(TimeUnit.SECONDS.toNanos(time.getEpochSecond()), time.getNano()));
        } catch (final DateTimeException | ArithmeticException e) {
            throw new TypeConversionException("'" + text + "': use a sequence, or a time in UTC such as"
                    + " 2026-01-31T09:30:00Z");
        }
    }

    private static SessionId session(final String text) {
        if (!SESSION.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
            throw new TypeConversionException("'" + text + "' is not a session id: use 16 hex digits");
        }
        return new SessionId(HexFormat.fromHexDigitsToLong(text));
    }
}
