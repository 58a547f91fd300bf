package io.verbus.marketdata.book;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** Symbols of instruments by id, stored as words: a session that is played repeatedly allocates nothing. */
public final class Instruments {
    /** Length of a symbol on the wire, in bytes, padded with NUL. */
    public static final int SYMBOL_LENGTH = 16;

    private static final int WORDS = SYMBOL_LENGTH / Long.BYTES;
    private static final int NONE = -1;

    private long[] symbols = new long[WORDS << 10];
    private long updates;

    /** Creates an empty table. */
    public Instruments() {
    }

    /**
     * Stores a symbol; ignores an id outside the range of the books.
     *
     * @param instrument id
     * @param buffer contains the symbol
     * @param offset of its {@link #SYMBOL_LENGTH} bytes
     */
    public void put(final long instrument, final DirectBuffer buffer, final int offset) {
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS) {
            return;
        }
        final int at = (int) instrument * WORDS;
        if (at >= symbols.length) {
            symbols = Arrays.copyOf(symbols, Integer.highestOneBit(at) << 1);
        }
        for (int i = 0; i < WORDS; i++) {
            final long word = buffer.getLong(offset + i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            updates += word == symbols[at + i] ? 0 : 1;
            symbols[at + i] = word;
        }
    }

    /** {@return a counter that grows when a symbol is added or changed} */
    public long updates() {
        return updates;
    }

    /**
     * The symbol of an instrument.
     *
     * @param instrument id
     * @return printable characters; {@code #id} for an instrument without a known symbol
     */
    public String symbol(final int instrument) {
        final StringBuilder symbol = new StringBuilder(SYMBOL_LENGTH);
        for (int i = 0; i < SYMBOL_LENGTH; i++) {
            final int at = instrument * WORDS + i / Long.BYTES;
            final int character = at < symbols.length ? (int) (symbols[at] >>> (i % Long.BYTES << 3)) & 0xFF : 0;
            if (character == 0) {
                break;
            }
            // Symbols come from the stream: replace bytes that are not printable before they reach a terminal.
            symbol.append(character > ' ' && character < 0x7F ? (char) character : '?');
        }
        return symbol.isEmpty() ? "#" + instrument : symbol.toString();
    }

    /**
     * The instrument of a symbol.
     *
     * @param symbol 1 to 16 ASCII characters
     * @return its id; negative if no instrument has the symbol
     */
    public int find(final String symbol) {
        final byte[] padded = Arrays.copyOf(symbol.getBytes(StandardCharsets.US_ASCII), SYMBOL_LENGTH);
        final long first = word(padded, 0);
        final long second = word(padded, Long.BYTES);
        for (int at = 0; at < symbols.length; at += WORDS) {
            if (symbols[at] == first && symbols[at + 1] == second) {
                return at / WORDS;
            }
        }
        return NONE;
    }

    private static long word(final byte[] bytes, final int offset) {
        long word = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            word = word << Byte.SIZE | bytes[offset + i] & 0xFF;
        }
        return word;
    }
}
