package io.verbus.marketdata.book;

import io.verbus.codec.marketdata.InstrumentDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Symbols and exponents of instruments by id. Allocates only for a new instrument, and for a symbol of another length:
 * a session that is played repeatedly allocates nothing.
 */
public final class Instruments {
    private static final int NONE = -1;
    private static final int INITIAL_COUNT = 1 << 10;

    /** Per instrument: its symbol, or null without a definition. */
    private byte[][] symbols = new byte[INITIAL_COUNT][];
    private byte[] priceExponents = new byte[INITIAL_COUNT];
    private byte[] quantityExponents = new byte[INITIAL_COUNT];
    private long updates;

    /** Creates an empty table. */
    public Instruments() {
    }

    /**
     * Stores a definition; ignores an id outside the range of the books.
     *
     * @param message with a valid view
     */
    public void put(final InstrumentMessage message) {
        final InstrumentDecoder fields = message.fields();
        final long instrument = fields.instrumentId();
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS) {
            return;
        }
        final int id = (int) instrument;
        if (id >= symbols.length) {
            final int length = Integer.highestOneBit(id) << 1;
            symbols = Arrays.copyOf(symbols, length);
            priceExponents = Arrays.copyOf(priceExponents, length);
            quantityExponents = Arrays.copyOf(quantityExponents, length);
        }
        if (!isSymbol(id, message) || priceExponents[id] != fields.priceExponent()
                || quantityExponents[id] != fields.quantityExponent()) {
            updates++;
            if (symbols[id] == null || symbols[id].length != message.symbolLength()) {
                symbols[id] = new byte[message.symbolLength()];
            }
            message.buffer().getBytes(message.symbolOffset(), symbols[id]);
            priceExponents[id] = fields.priceExponent();
            quantityExponents[id] = fields.quantityExponent();
        }
    }

    void clear() {
        updates++;
        Arrays.fill(symbols, null);
        Arrays.fill(priceExponents, (byte) 0);
        Arrays.fill(quantityExponents, (byte) 0);
    }

    private boolean isSymbol(final int id, final InstrumentMessage message) {
        final byte[] symbol = symbols[id];
        boolean isEqual = symbol != null && symbol.length == message.symbolLength();
        for (int i = 0; isEqual && i < symbol.length; i++) {
            isEqual = symbol[i] == message.buffer().getByte(message.symbolOffset() + i);
        }
        return isEqual;
    }

    /** {@return a counter that grows when a definition is added or changed} */
    public long updates() {
        return updates;
    }

    /**
     * The exponent of the prices of an instrument.
     *
     * @param instrument id, 0 or more
     * @return power of ten, such as -4; 0 for an instrument without a definition
     */
    public int priceExponent(final int instrument) {
        return instrument < priceExponents.length ? priceExponents[instrument] : 0;
    }

    /**
     * The exponent of the quantities of an instrument.
     *
     * @param instrument id, 0 or more
     * @return power of ten; 0 for an instrument without a definition
     */
    public int quantityExponent(final int instrument) {
        return instrument < quantityExponents.length ? quantityExponents[instrument] : 0;
    }

    /**
     * The symbol of an instrument.
     *
     * @param instrument id, 0 or more
     * @return printable characters; {@code #id} for an instrument without a known symbol
     */
    public String symbol(final int instrument) {
        final byte[] symbol = instrument < symbols.length ? symbols[instrument] : null;
        if (symbol == null || symbol.length == 0) {
            return "#" + instrument;
        }
        final StringBuilder shown = new StringBuilder(symbol.length);
        for (final byte character : symbol) {
            // Symbols come from the stream: replace bytes that are not printable before they reach a terminal.
            shown.append(character >= ' ' && character < 0x7F ? (char) character : '?');
        }
        return shown.toString();
    }

    /**
     * The instrument of a symbol.
     *
     * @param symbol of any length
     * @return its id; negative if no instrument has the symbol
     */
    public int find(final String symbol) {
        final byte[] bytes = symbol.getBytes(StandardCharsets.UTF_8);
        for (int id = 0; id < symbols.length; id++) {
            if (Arrays.equals(symbols[id], bytes)) {
                return id;
            }
        }
        return NONE;
    }
}
