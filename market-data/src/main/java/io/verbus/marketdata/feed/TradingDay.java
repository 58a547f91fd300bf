package io.verbus.marketdata.feed;

import io.verbus.BusException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/**
 * The day of a session at a venue. ITCH messages contain neither: their timestamps are the time since midnight in New
 * York.
 *
 * @param date date in New York
 * @param why origin of the date, as text
 * @param venue market identifier code (ISO 10383)
 */
public record TradingDay(LocalDate date, String why, String venue) {
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final String NASDAQ = "XNAS";
    private static final Pattern VENUE = Pattern.compile("[A-Z0-9]{4}");

    /** First and last whole year with times that fit into 63 bits of nanoseconds since 1970. */
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2261;

    /**
     * The day and the venue in the name of a file, such as {@code 12302019.NASDAQ_ITCH50.gz}; the default of the venue
     * is NASDAQ.
     *
     * @param file a file with a name that contains the day
     * @return the day
     * @throws BusException if the name contains no day: all times of a guessed one would be wrong
     */
    public static TradingDay of(final Path file) {
        final ItchFileName name = ItchFileName.of(file);
        if (name.day() == null) {
            throw new BusException("the name of " + file + " contains no date: add the day of the session, such as"
                    + " 2019-12-30");
        }
        return new TradingDay(name.day(), "the file name", name.venue() == null ? NASDAQ : name.venue());
    }

    /**
     * Finds the day and the venue: the requested ones, else those in the file name; for a live session today. The
     * default of the venue is NASDAQ. A file has no default day: all times of a guessed one would be wrong.
     *
     * @param requestedDate date as yyyy-mm-dd, or null
     * @param requestedVenue market identifier code, or null
     * @param file a file with a name that may contain both; null for a live session
     * @param clock current time
     * @return the day
     * @throws BusException if a requested value is invalid, or the name of the file contains no day and none is
     *     requested
     */
    public static TradingDay resolve(final String requestedDate, final String requestedVenue, final Path file,
            final Clock clock) {
        final ItchFileName name = file == null ? new ItchFileName(null, null) : ItchFileName.of(file);
        final String venue = requestedVenue != null ? requestedVenue : name.venue() != null ? name.venue() : NASDAQ;
        if (!VENUE.matcher(venue).matches()) {
            throw new BusException("--venue " + venue + " is not a market identifier code: write 4 capital letters or"
                    + " digits, such as XNAS");
        }
        if (requestedDate != null) {
            return new TradingDay(parse(requestedDate), "--date", venue);
        }
        if (file == null) {
            return new TradingDay(LocalDate.now(clock.withZone(NEW_YORK)), "today", venue);
        }
        if (name.day() == null) {
            throw new BusException("the name of " + file + " contains no date: give the day of the session with --date,"
                    + " such as --date 2019-12-30");
        }
        return new TradingDay(name.day(), "the file name", venue);
    }

    /**
     * The day of a capture, in New York; the venue is the requested one, else that in the file name, else NASDAQ.
     *
     * @param firstPacketNs time of its first packet, in nanoseconds since 1970
     * @param requestedVenue market identifier code, or null
     * @param file the capture
     * @return the day
     * @throws BusException if the requested venue is invalid, or the capture has no times
     */
    public static TradingDay captured(final long firstPacketNs, final String requestedVenue, final Path file) {
        if (firstPacketNs == 0) {
            throw new BusException(file + " has no times: give the day of the session with --date, such as --date"
                    + " 2019-12-30");
        }
        final LocalDate date = Instant.EPOCH.plusNanos(firstPacketNs).atZone(NEW_YORK).toLocalDate();
        return new TradingDay(date, "the first packet", resolve(date.toString(), requestedVenue, file, null).venue());
    }

    private static LocalDate parse(final String requested) {
        final LocalDate date;
        try {
            date = LocalDate.parse(requested);
        } catch (final DateTimeParseException e) {
            throw new BusException("--date " + requested + " is not a date: write it as 2019-12-30", e);
        }
        if (date.getYear() < FIRST_YEAR || date.getYear() > LAST_YEAR) {
            throw new BusException("--date " + requested + " is not a trading day: years are " + FIRST_YEAR + " to "
                    + LAST_YEAR + ", the range of nanoseconds since 1970");
        }
        return date;
    }

    /** {@return midnight in New York in nanoseconds since the epoch, UTC} */
    public long midnightNs() {
        return Math.multiplyExact(date.atStartOfDay(NEW_YORK).toEpochSecond(), 1_000_000_000L);
    }
}
