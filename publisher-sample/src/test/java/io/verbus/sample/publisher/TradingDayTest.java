package io.verbus.sample.publisher;

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

    @ParameterizedTest
    @ValueSource(strings = {"2019-12-30", "20191230", "12302019.NASDAQ_ITCH50.gz", "totalview-2019-12-30-0304.gz",
            "data_20191230.itch", "99999999-12302019", "20190231_20191230"})
    void dateIsFoundInFileName(final String name) {
        assertEquals(new TradingDay(LocalDate.of(2019, 12, 30), "the file name"),
                TradingDay.resolve(null, Path.of("/data/20200101", name), CLOCK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"session.itch", "120191230", "201912301", "2019-1230", "20193012", "30122019", "00000000"})
    void defaultIsTodayInNewYork(final String name) {
        assertEquals(
                new TradingDay(LocalDate.of(2021, 3, 2), "today: no date in --date or the file name"),
                TradingDay.resolve(null, Path.of(name), CLOCK));
    }

    @Test
    void requestedDateTakesPrecedence() {
        assertEquals(new TradingDay(LocalDate.of(2020, 2, 29), "--date"),
                TradingDay.resolve("2020-02-29", Path.of("20191230"), CLOCK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "20191230", "2019-02-29", "12302019"})
    void invalidDateIsRefused(final String text) {
        final BusException refusal = assertThrows(BusException.class,
                () -> TradingDay.resolve(text, Path.of("20191230"), CLOCK));
        assertEquals("--date " + text + " is not a date: write it as 2019-12-30", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01", "1969-12-31", "2262-01-01", "9999-12-31"})
    void dateOutsideTheNanosecondRangeIsRefused(final String text) {
        final BusException refusal = assertThrows(BusException.class,
                () -> TradingDay.resolve(text, Path.of("20191230"), CLOCK));
        assertEquals("--date " + text + " is not a trading day: years are 1970 to 2261, the range of nanoseconds"
                + " since 1970", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01", "2261-12-31"})
    void firstAndLastDayHaveMidnight(final String text) {
        assertEquals(LocalDate.parse(text),
                Instant.EPOCH.plusNanos(TradingDay.resolve(text, Path.of("x"), CLOCK).midnightNs())
                        .atZone(ZoneId.of("America/New_York")).toLocalDate());
    }

    @Test
    void midnightIsNewYorkTimeInWinterAndSummer() {
        assertEquals(Instant.parse("2019-12-30T05:00:00Z"), midnight("2019-12-30"));
        assertEquals(Instant.parse("2020-07-01T04:00:00Z"), midnight("2020-07-01"));
    }

    private static Instant midnight(final String date) {
        return Instant.ofEpochSecond(0, TradingDay.resolve(date, Path.of("x"), CLOCK).midnightNs());
    }
}
