package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

final class InstrumentsTest {
    private final Instruments instruments = new Instruments();

    @Test
    void symbolsOfAnyLengthAreFoundByNameAndById() {
        final String[] symbols = {"A", "AAPL", "ABCDEFGH", "ABCDEFGHI", "ABCDEFGHIJKLMNOP"};
        for (int id = 0; id < symbols.length; id++) {
            put(id * 10_007, symbols[id]);
        }
        for (int id = 0; id < symbols.length; id++) {
            assertEquals(symbols[id], instruments.symbol(id * 10_007));
            assertEquals(id * 10_007, instruments.find(symbols[id]));
        }
        assertTrue(instruments.find("ABCDEFGHIJ") < 0);
        assertEquals("#3", instruments.symbol(3));
        assertEquals("#1048575", instruments.symbol(Books.MAX_INSTRUMENTS - 1));
    }

    @Test
    void updatesCountNewAndChangedSymbols() {
        put(1, "AAPL");
        final long before = instruments.updates();
        put(1, "AAPL");
        assertEquals(before, instruments.updates());
        put(1, "AAPM");
        assertTrue(instruments.updates() > before);
    }

    @Test
    void idsOutOfRangeAreIgnored() {
        put(-1, "X");
        put(Books.MAX_INSTRUMENTS, "X");
        put(Long.MAX_VALUE, "X");
        assertTrue(instruments.find("X") < 0);
    }

    @Test
    void unprintableBytesAreReplaced() {
        put(1, "A\u001b[2J\u0007");
        assertEquals("A?[2J?", instruments.symbol(1));
    }

    private void put(final long id, final String symbol) {
        instruments.put(id, new UnsafeBuffer(Arrays.copyOf(symbol.getBytes(StandardCharsets.US_ASCII), 16)), 0);
    }
}
