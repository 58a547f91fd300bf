package io.verbus.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TradingDayTest {
    /** In New York it is still 2 March. */
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2021-03-03T02:00:00Z"), ZoneOffset.UTC);

    @Test
    void dateAndVenueAreThoseOfTheFileName() {
        assertEquals(new TradingDay(LocalDate.of(2019, 10, 30), "the file name", "XBOS"),
                resolve(null, null, Path.of("/data/20200101.PSX", "20191030.BX_ITCH_50.gz")));
    }

    @Test
    void fileWithoutADateNeedsTheOption() {
        final BusException refusal = assertThrows(BusException.class,
                () -> resolve(null, null, Path.of("session.itch")));
        assertEquals("the name of session.itch contains no date: give the day of the session with --date, such as"
                + " --date 2019-12-30", refusal.getMessage());
    }

    @Test
    void liveSessionIsOfTodayInNewYorkAndOfNasdaq() {
        assertEquals(new TradingDay(LocalDate.of(2021, 3, 2), "today", "XNAS"), resolve(null, null, null));
    }

    @Test
    void requestedVenueTakesPrecedence() {
        assertEquals("XPSX", resolve(null, "XPSX", Path.of("20191030.BX_ITCH_50")).venue());
        assertEquals("XBOS", resolve(null, "XBOS", null).venue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "BX", "xnas", "NASDAQ", "XN S"})
    void invalidVenueIsRefused(final String text) {
        final BusException refusal = assertThrows(BusException.class,
                () -> resolve(null, text, Path.of("20191230")));
        assertEquals("--venue " + text + " is not a market identifier code: write 4 capital letters or digits, such as"
                + " XNAS", refusal.getMessage());
    }

    @Test
    void requestedDateTakesPrecedence() {
        assertEquals(new TradingDay(LocalDate.of(2020, 2, 29), "--date", "XNAS"),
                resolve("2020-02-29", null, Path.of("20191230")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "20191230", "2019-02-29", "12302019"})
    void invalidDateIsRefused(final String text) {
        final BusException refusal = assertThrows(BusException.class,
                () -> resolve(text, null, Path.of("20191230")));
        assertEquals("--date " + text + " is not a date: write it as 2019-12-30", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01", "1969-12-31", "2262-01-01", "9999-12-31"})
    void dateOutsideTheNanosecondRangeIsRefused(final String text) {
        final BusException refusal = assertThrows(BusException.class,
                () -> resolve(text, null, Path.of("20191230")));
        assertEquals("--date " + text + " is not a trading day: years are 1970 to 2261, the range of nanoseconds"
                + " since 1970", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01", "2261-12-31"})
    void firstAndLastDayHaveMidnight(final String text) {
        assertEquals(LocalDate.parse(text),
                Instant.EPOCH.plusNanos(resolve(text, null, Path.of("x")).midnightNs())
                        .atZone(ZoneId.of("America/New_York")).toLocalDate());
    }

    @Test
    void midnightIsNewYorkTimeInWinterAndSummer() {
        assertEquals(Instant.parse("2019-12-30T05:00:00Z"), midnight("2019-12-30"));
        assertEquals(Instant.parse("2020-07-01T04:00:00Z"), midnight("2020-07-01"));
    }

    private static Instant midnight(final String date) {
        return Instant.ofEpochSecond(0, resolve(date, null, Path.of("x")).midnightNs());
    }

    private static TradingDay resolve(final String date, final String venue, final Path file) {
        return TradingDay.resolve(date, venue, file, CLOCK);
    }
}
