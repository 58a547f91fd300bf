package io.verbus.matching.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exchange files, and lines that change the limits of an exchange. */
class ExchangeFileTest {
    private static final InstrumentFile FILES = (line, file) -> {
        if (file.equals("absent")) {
            throw new ScriptException(line, "there is no file absent");
        }
        return List.of(new ListedInstrument(7, "BRK.A", 100, 4, 1, 0, Long.MAX_VALUE));
    };
    private static final String SOUND = "instrument X\nseat A secret-file=a\n";

    @Test
    void instrumentsAndSeatsAreRead() {
        final ExchangeFile exchange = ExchangeFile.read("""
                # an exchange
                instrument XYZ tick=0.05 lot=10 reference=9.95 collar=10%
                instruments itch=day.gz

                seat A secret-file=a.key quantity=5 rate=10/s over-rate=wait
                seat B secret-file=b.key operator=yes self-trade=both disconnect=cancel
                """.lines().toList(), FILES);
        assertEquals(List.of(new ListedInstrument(1, "XYZ", 50_000, 2, 10, 9_950_000, 100_000),
                new ListedInstrument(7, "BRK.A", 100, 4, 1, 0, Long.MAX_VALUE)), exchange.instruments());
        assertEquals(List.of(new ListedSeat(0, "A", 5, "a.key", false, true),
                new ListedSeat(1, "B", 6, "b.key", true, false)), exchange.seats());
        final List<String> settings = new ArrayList<>();
        exchange.applySeats(recorder(settings));
        assertEquals(List.of("0 QUANTITY 5", "0 rate 10 burst 10", "1 BOTH", "1 cancels true"), settings);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "instrumnt X | unknown line \"instrumnt\", the nearest is \"instrument\"",
            "instrument Y tik=1 | unknown setting \"tik\", the nearest is \"tick\"",
            "seat B secret_file=b | unknown setting \"secret_file\", the nearest is \"secret-file\"",
            "seat B secret-file=b postion=5 | unknown setting \"postion\", the nearest is \"position\"",
            "seat B secret-file=b operator=ye | unknown value of operator \"ye\", the nearest is \"yes\"",
            "seat B secret-file=b over-rate=weit | unknown value of over-rate \"weit\", the nearest is \"wait\"",
            "seat B | seat B has no secret-file", "seat A secret-file=b | seat A is defined twice",
            "instrument X | instrument X with id 2 is defined twice",
            "instrument Y id=1 | id=1 is above 1048575 or used by another instrument",
            "instrument Y id=0 | id=0 stands for all instruments in market data, an instrument has 1 or more",
            "instrument Y tick=0.00005 | the tick is not a multiple of 0.0001, the price unit of market data",
            "instrument ABCDEFGHIJKLMNOPQ | symbol ABCDEFGHIJKLMNOPQ is longer than 16 characters, the length in market"
                    + " data",
            "instruments fix=x | unknown setting \"fix\", the nearest is \"itch\"",
            "instruments itch=x y | unexpected \"y\"",
            "halt X | unknown line \"halt\", the nearest is \"seat\""})
    void mistakesAreRefusedWithLineKeyAndNearestKey(final String line, final String problem) {
        final ScriptException e = assertThrows(ScriptException.class,
                () -> ExchangeFile.read((SOUND + line).lines().toList(), FILES));
        assertTrue(e.getMessage().startsWith("line 3: " + problem + ": use "), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"instrument X | line 1: the exchange has no seat line: add one",
            "seat A secret-file=a | line 1: the exchange has no instrument line: add one",
            "instruments itch=absent | line 1: there is no file absent"})
    void exchangeIsComplete(final String line, final String message) {
        assertEquals(message,
                assertThrows(ScriptException.class, () -> ExchangeFile.read(List.of(line), FILES)).getMessage());
    }

    @Test
    void limitsOfKnownSeatsAndInstrumentsChange() {
        final List<String> settings = new ArrayList<>();
        final LimitLines limits = new LimitLines(name -> name.equals("A") ? 4 : LimitLines.NOT_FOUND,
                symbol -> symbol.equals("X") ? 3 : LimitLines.NOT_FOUND, recorder(settings));
        limits.run("# evening");
        limits.run("seat A open=none collar=1%");
        limits.run("instrument X collar=2%");
        assertEquals(List.of("4 OPEN_ORDERS " + Long.MAX_VALUE, "4 COLLAR 10000", "collar 3 20000"), settings);
        for (final String line : List.of("seat B open=1", "instrument Y collar=1%", "instrument X", "instrument X id=3",
                "seat A disconnect=cancel", "seat A opn=1", "kill A")) {
            final ScriptException e = assertThrows(ScriptException.class, () -> limits.run(line));
            assertTrue(e.getMessage().contains(": use instrument SYMBOL collar="), e.getMessage());
        }
        assertEquals(3, settings.size());
    }

    @Test
    void scriptOfASeatRefusesOthersAndControls() {
        final List<String> requests = new ArrayList<>();
        final SeatScript script = new SeatScript("A", new RecordedRequests(requests), ns -> requests.add("ns " + ns));
        script.define("XYZ", 7, 4);
        script.run("instrument XYZ id=7 tick=0.01");
        script.run("seat A open=5");
        script.run("A new 1 XYZ buy 5 @ 1.25 ioc");
        script.run("time +3");
        script.run("A cancel-all XYZ");
        assertEquals(List.of("new 0 1 7 4 5 1250000", "ns 3000000", "cancel-all 0 7 XYZ"), requests);
        for (final String line : List.of("B cancel 1", "halt XYZ", "end-day", "kill A")) {
            final ScriptException e = assertThrows(ScriptException.class, () -> script.run(line));
            assertTrue(e.getMessage().contains("is not seat A (controls of the market: ./bus orders): use "),
                    e.getMessage());
        }
    }

    @Test
    void scriptHasTheNumbersOfTheMarket() {
        final List<String> requests = new ArrayList<>();
        final SeatScript script = new SeatScript("A", new RecordedRequests(requests), ns -> {});
        script.define("ABC", 1, 4);
        script.define("XYZ", 7, 4);
        script.run("instrument XYZ tick=0.01");
        script.run("A new 1 XYZ buy 5 @ 1.25 ioc");
        script.run("A cancel-all ABC");
        assertEquals(List.of("new 0 1 7 4 5 1250000", "cancel-all 0 1 ABC"), requests);

        assertTrue(assertThrows(ScriptException.class, () -> script.run("instrument ABC id=7")).getMessage()
                .startsWith("line 4: the market has ABC with id 1"));
        assertTrue(assertThrows(ScriptException.class, () -> script.run("instrument QQQ")).getMessage()
                .startsWith("line 5: the market data has no instrument QQQ"));
    }

    @Test
    void scriptNeverNumbersAnInstrumentItself() {
        final List<String> requests = new ArrayList<>();
        final SeatScript script = new SeatScript("A", new RecordedRequests(requests), ns -> {});
        script.run("A cancel 1");
        long line = 1;
        for (final String text : List.of("instrument BBB tick=0.01", "instrument BBB id=1", "A cancel-all BBB",
                "A new 1 BBB sell 5 @ 10.00")) {
            line++;
            final ScriptException e = assertThrows(ScriptException.class, () -> script.run(text));
            assertTrue(e.getMessage().startsWith("line " + line + ": the market data has no instrument BBB: use "),
                    e.getMessage());
        }
        assertEquals(List.of("cancel 0 1"), requests);
    }

    private static MarketSettings recorder(final List<String> settings) {
        return new MarketSettings() {
            @Override
            public void setCollar(final int instrument, final long millionths) {
                settings.add("collar " + instrument + " " + millionths);
            }

            @Override
            public void setLimit(final int seat, final Limit limit, final long value) {
                settings.add(seat + " " + limit + " " + value);
            }

            @Override
            public void setRate(final int seat, final long perSecond, final long burst) {
                settings.add(seat + " rate " + perSecond + " burst " + burst);
            }

            @Override
            public void setSelfTrade(final int seat, final SelfTrade mode) {
                settings.add(seat + " " + mode);
            }

            @Override
            public void setCancelOnDisconnect(final int seat, final boolean cancels) {
                settings.add(seat + " cancels " + cancels);
            }
        };
    }
}
