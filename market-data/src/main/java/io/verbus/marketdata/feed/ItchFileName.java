package io.verbus.marketdata.feed;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of the name of an ITCH file, in the forms of NASDAQ: {@code 12302019.NASDAQ_ITCH50.gz}, {@code
 * 20191030.BX_ITCH_50.gz}, {@code S050624-v50.txt.gz}, {@code S030220-v50-bx.txt.gz}; and any name with a date such as
 * 2019-12-30.
 *
 * @param day day of the session; null if the name does not contain it
 * @param venue market identifier code (ISO 10383) of the venue; null if the name does not contain it
 */
public record ItchFileName(LocalDate day, String venue) {
    /** Year, month and day in this order; month, day and year; and month, day and year with two digits. */
    private static final Pattern DAY = Pattern.compile("(?<![0-9])(?:"
            + "(?<y1>(?:19|20)[0-9]{2})(?<dash>-?)(?<m1>0[1-9]|1[0-2])\\k<dash>(?<d1>[0-3][0-9])"
            + "|(?<m2>0[1-9]|1[0-2])(?<d2>[0-3][0-9])(?<y2>(?:19|20)[0-9]{2})"
            + "|(?<=(?<![A-Za-z0-9])S)(?<m3>0[1-9]|1[0-2])(?<d3>[0-3][0-9])(?<y3>[0-9]{2})(?=-v[0-9]))(?![0-9])");
    private static final Pattern VENUE = Pattern.compile("(?<![A-Za-z])(?:nasdaq|bx|psx)(?![A-Za-z])",
            Pattern.CASE_INSENSITIVE);
    private static final int CENTURY = 2000;
    private static final int SHORT_YEAR = 3;

    /**
     * Parses the name of a file; its folders do not count.
     *
     * @param file path of the file
     * @return its parts
     */
    public static ItchFileName of(final Path file) {
        final String name = file.getFileName().toString();
        return new ItchFileName(day(name), venue(name));
    }

    private static LocalDate day(final String name) {
        final Matcher found = DAY.matcher(name);
        while (found.find()) {
            final int form = found.group("y1") != null ? 1 : found.group("y2") != null ? 2 : SHORT_YEAR;
            try {
                return LocalDate.of(number(found, "y" + form) + (form == SHORT_YEAR ? CENTURY : 0),
                        number(found, "m" + form), number(found, "d" + form));
            } catch (final DateTimeException e) {
                // Digits such as 20190231 are not a date: continue the search.
            }
        }
        return null;
    }

    private static int number(final Matcher found, final String group) {
        return Integer.parseInt(found.group(group));
    }

    private static String venue(final String name) {
        final Matcher found = VENUE.matcher(name);
        if (!found.find()) {
            return null;
        }
        return switch (found.group().toLowerCase(Locale.ROOT)) {
            case "bx" -> "XBOS";
            case "psx" -> "XPSX";
            default -> "XNAS";
        };
    }
}
