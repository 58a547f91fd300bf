package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.book.Instruments;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TopTableTest {
    private final Books books = new Books(100);
    private final Instruments instruments = new Instruments();
    private final BookUpdater updater = new BookUpdater(books, instruments);
    private final Sbe sbe = new Sbe();

    @Test
    void selectedSymbolsAreShownInTheirOrder() {
        name(3, "SPY");
        name(4, "AAPL");
        books.add(3, 1, BookSide.BUY, 322_9900, 100);
        books.add(4, 2, BookSide.BUY, 289_0000, 10);
        books.add(4, 3, BookSide.SELL, 299_9000, 1_234);
        books.add(4, 4, BookSide.SELL, 299_9550, 5);
        assertEquals(List.of(
                "symbol             bid shares          bid   offer        offer shares      changes   state",
                "AAPL                       10       289.00   299.90       1,234                   3   -",
                "SPY                       100       322.99   -            -                       1   -"),
                table(new TopRows(List.of("AAPL", "NONE", "SPY"))));
    }

    @Test
    void symbolThatArrivesLaterIsFound() {
        final TopRows top = new TopRows(List.of("SPY"));
        assertEquals(1, table(top).size());
        name(3, "SPY");
        assertEquals(2, table(top).size());
    }

    @Test
    void mostActiveBooksAreShownByDefault() {
        long reference = 0;
        for (int instrument = 1; instrument <= 20; instrument++) {
            name(instrument, "S" + instrument);
            for (int i = 0; i < instrument * 7 % 20; i++) {
                books.add(instrument, reference++, BookSide.BUY, 100 + i, 1);
            }
        }
        final TopRows top = new TopRows(List.of());
        assertEquals(List.of("symbol", "S17", "S14", "S11", "S8", "S5"),
                table(top).stream().map(line -> line.split(" ")[0]).toList());
    }

    @Test
    void stateOfAnInstrumentIsShown() {
        name(4, "AAPL");
        final TopRows top = new TopRows(List.of("AAPL"));
        assertEquals("-", state(top));
        apply(sbe.status(4, TradingState.HALTED_HERE));
        assertEquals("halted here", state(top));
        apply(sbe.auction(4, AuctionKind.HALT, 1_200, 289_9500, AuctionEncoder.nearPriceNullValue()));
        apply(sbe.state(0, InstrumentAction.SUSPECT, StateReason.SOURCE_GAP));
        assertEquals("SUSPECT, halted here, halt auction 1,200 at 289.95", state(top));
        apply(sbe.auction(4, AuctionKind.HALT, 1_300, 289_9500, 290_0500));
        apply(sbe.state(4, InstrumentAction.SOUND, StateReason.RECOVERED));
        apply(sbe.trade(5, true));
        apply(sbe.trade(4, false));
        assertEquals("halted here, halt auction 1,300 at 290.05", state(top), "no trade of this auction");
        apply(sbe.trade(4, true));
        apply(sbe.status(0, TradingState.TRADING));
        assertEquals("trading", state(top), "of all instruments");
        apply(sbe.clearBooks(0));
        assertEquals("-", state(top));
    }

    private String state(final TopRows top) {
        top.fill(updater);
        return TopTable.state(top, 0);
    }

    private void apply(final int length) {
        assertTrue(updater.apply(sbe.buffer, Sbe.OFFSET, length) > 0);
    }

    private List<String> table(final TopRows top) {
        top.fill(updater);
        return TopTable.lines(top, instruments);
    }

    private void name(final int id, final String symbol) {
        final InstrumentMessage message = new InstrumentMessage();
        assertTrue(message.wrap(sbe.buffer, Sbe.OFFSET, sbe.instrument(id, symbol)));
        instruments.put(message);
    }
}
