package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

final class InstrumentsTest {
    private final Instruments instruments = new Instruments();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);

    @Test
    void symbolsOfAnyLengthAreFoundByNameAndById() {
        final String[] symbols = {"A", "AAPL", "ABCDEFGH", "ABCDEFGHI", "ABCDEFGHIJKLMNOP",
                "ES SEP26 - DEC26 CALENDAR SPREAD"};
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
    void exponentsAreThoseOfTheLatestDefinition() {
        put(5, "ES", -2);
        final long before = instruments.updates();
        assertEquals(-2, instruments.priceExponent(5));
        assertEquals(1, instruments.quantityExponent(5));
        put(5, "ES", -9);
        assertEquals(-9, instruments.priceExponent(5));
        assertTrue(instruments.updates() > before);
        assertEquals(0, instruments.priceExponent(6) + instruments.priceExponent(Books.MAX_INSTRUMENTS - 1));
    }

    @Test
    void idsOutOfRangeAreIgnored() {
        put(0xFFFF_FFFFL, "X");
        put(Books.MAX_INSTRUMENTS, "X");
        assertTrue(instruments.find("X") < 0);
    }

    @Test
    void unprintableBytesAreReplaced() {
        put(1, "A\u001b[2J\u0007");
        assertEquals("A?[2J?", instruments.symbol(1));
    }

    private void put(final long id, final String symbol) {
        put(id, symbol, -4);
    }

    private void put(final long id, final String symbol, final int priceExponent) {
        final InstrumentEncoder encoder = new InstrumentEncoder().wrapAndApplyHeader(buffer, 8,
                new MessageHeaderEncoder()).instrumentId(id).priceExponent((byte) priceExponent)
                .quantityExponent((byte) 1);
        encoder.legsCount(2).next().instrumentId(1).next().instrumentId(2);
        encoder.symbol(symbol);
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
        final InstrumentMessage message = new InstrumentMessage();
        for (int cut = MessageHeaderEncoder.ENCODED_LENGTH; cut < length; cut++) {
            assertFalse(message.wrap(buffer, 8, cut), "of " + length + " bytes only " + cut);
        }
        assertTrue(message.wrap(buffer, 8, length));
        assertEquals(symbol, message.symbol());
        instruments.put(message);
    }
}
