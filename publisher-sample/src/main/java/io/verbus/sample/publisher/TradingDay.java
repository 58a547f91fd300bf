package io.verbus.sample.publisher;

import io.verbus.BusException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The day of a session. ITCH timestamps contain only the time since midnight in New York.
 *
 * @param date date in New York
 * @param why origin of the date, as text
 */
record TradingDay(LocalDate date, String why) {
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

    /** First and last whole year with times that fit into 63 bits of nanoseconds since 1970. */
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2261;

    /** 2019-12-30, 20191230, and 12302019 as in 12302019.NASDAQ_ITCH50.gz. */
    private static final Pattern IN_NAME = Pattern.compile("(?<!\\d)(?:"
            + "(?<y1>(?:19|20)\\d\\d)(?<dash>-?)(?<m1>0[1-9]|1[0-2])\\k<dash>(?<d1>[0-3]\\d)"
            + "|(?<m2>0[1-9]|1[0-2])(?<d2>[0-3]\\d)(?<y2>(?:19|20)\\d\\d))(?!\\d)");

    /**
     * Finds the day: the requested one, else from the file name, else today.
     *
     * @param requested date as yyyy-mm-dd, or null
     * @param file a file with a name that may contain a date; null for a live session
     * @param clock current time
     * @return the day
     * @throws BusException if the requested date is invalid
     */
    static TradingDay resolve(final String requested, final Path file, final Clock clock) {
        if (requested != null) {
            return new TradingDay(parse(requested), "--date");
        }
        final LocalDate named = file == null ? null : fromName(file.getFileName().toString());
        return named != null
                ? new TradingDay(named, "the file name")
                : new TradingDay(LocalDate.now(clock.withZone(NEW_YORK)),
                        file == null ? "today" : "today: no date in --date or the file name");
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

    private static LocalDate fromName(final String name) {
        final Matcher found = IN_NAME.matcher(name);
        while (found.find()) {
            final String form = found.group("y1") != null ? "1" : "2";
            try {
                return LocalDate.of(Integer.parseInt(found.group("y" + form)),
                        Integer.parseInt(found.group("m" + form)), Integer.parseInt(found.group("d" + form)));
            } catch (final DateTimeException e) {
                // Digits such as 20190231 are not a date: continue the search.
            }
        }
        return null;
    }

    /** {@return midnight in New York in nanoseconds since the epoch, UTC} */
    long midnightNs() {
        return Math.multiplyExact(date.atStartOfDay(NEW_YORK).toEpochSecond(), 1_000_000_000L);
    }
}
