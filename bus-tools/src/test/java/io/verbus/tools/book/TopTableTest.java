package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TopTableTest {
    private final Books books = new Books(100);
    private final Instruments instruments = new Instruments();

    @Test
    void selectedSymbolsAreShownInTheirOrder() {
        name(3, "SPY");
        name(4, "AAPL");
        books.add(3, 1, BookSide.BUY, 322_9900, 100);
        books.add(4, 2, BookSide.BUY, 289_0000, 10);
        books.add(4, 3, BookSide.SELL, 299_9000, 1_234);
        books.add(4, 4, BookSide.SELL, 299_9550, 5);
        assertEquals(List.of(
                "symbol             bid shares          bid   offer        offer shares      changes",
                "AAPL                       10       289.00   299.90       1,234                   3",
                "SPY                       100       322.99   -            -                       1"),
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

    private List<String> table(final TopRows top) {
        top.fill(books, new LevelBooks(), instruments);
        return TopTable.lines(top, instruments);
    }

    private void name(final int id, final String symbol) {
        final Sbe sbe = new Sbe();
        final InstrumentMessage message = new InstrumentMessage();
        assertTrue(message.wrap(sbe.buffer, Sbe.OFFSET, sbe.instrument(id, symbol)));
        instruments.put(message);
    }
}
