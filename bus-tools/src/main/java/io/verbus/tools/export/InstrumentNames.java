package io.verbus.tools.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The instruments that the sessions of a journal define, in the order of their definitions: their symbols, and the
 * exponents of their prices and quantities. First all definitions are added; then a position moves through the messages
 * of a session, and knows the definitions up to it.
 */
final class InstrumentNames {
    /** The largest exponent of the schema, up or down. */
    private static final int LARGEST = 18;
    private static final int WHOLE_MARKET = 0;

    private final Long2ObjectHashMap<List<Definition>> sessions = new Long2ObjectHashMap<>();
    private final TreeSet<String> symbols = new TreeSet<>();
    private int priceScale;
    private int quantityScale;

    /**
     * A definition.
     *
     * @param sequence of its message
     * @param instrument its id
     * @param symbol its name
     * @param priceExponent of prices
     * @param quantityExponent of quantities
     */
    private record Definition(long sequence, int instrument, String symbol, int priceExponent, int quantityExponent) {}

    /** Adds the definition that a decoded message has; sequences of a session only grow. */
    void add(final long session, final long sequence, final Map<String, ?> fields) {
        if (fields.get("instrumentId") instanceof Number instrument && fields.get("symbol") instanceof String symbol) {
            final boolean isScaled = isExponent(fields.get("priceExponent"))
                    && isExponent(fields.get("quantityExponent"));
            final int price = isScaled ? ((Number) fields.get("priceExponent")).intValue() : 0;
            final int quantity = isScaled ? ((Number) fields.get("quantityExponent")).intValue() : 0;
            sessions.computeIfAbsent(session, unused -> new ArrayList<>())
                    .add(new Definition(sequence, instrument.intValue(), symbol, price, quantity));
            symbols.add(symbol);
            priceScale = Math.max(priceScale, -price);
            quantityScale = Math.max(quantityScale, -quantity);
        }
    }

    private static boolean isExponent(final Object value) {
        return value instanceof Number number && Math.abs(number.intValue()) <= LARGEST;
    }

    /** All symbols, in alphabetical order. */
    List<String> symbols() {
        return List.copyOf(symbols);
    }

    /** Digits after the point that all prices need. */
    int priceScale() {
        return priceScale;
    }

    /** Digits after the point that all quantities need. */
    int quantityScale() {
        return quantityScale;
    }

    /** A position before the first message of a session. */
    Position begin(final long session) {
        return new Position(sessions.getOrDefault(session, List.of()), symbols());
    }

    /** The definitions up to a message of a session. */
    static final class Position {
        private static final Known UNKNOWN = new Known(-1, 0, 0);

        private final List<Definition> definitions;
        private final Int2ObjectHashMap<Known> known = new Int2ObjectHashMap<>();
        private final Map<String, Integer> codes;
        private int next;
        private Known current = UNKNOWN;
        private int selected;
        private long unknowns;

        /** An instrument at this position, by the code of its symbol. */
        private record Known(int symbol, int priceExponent, int quantityExponent) {}

        Position(final List<Definition> definitions, final List<String> symbols) {
            this.definitions = definitions;
            codes = new HashMap<>();
            symbols.forEach(symbol -> codes.put(symbol, codes.size()));
        }

        /** Moves to a message. */
        void moveTo(final long sequence) {
            for (; next < definitions.size() && definitions.get(next).sequence <= sequence; next++) {
                final Definition one = definitions.get(next);
                known.put(one.instrument, new Known(codes.get(one.symbol), one.priceExponent, one.quantityExponent));
            }
        }

        /** Selects the instrument of the current message. Returns the code of its symbol; -1 if it has none. */
        int select(final int instrument) {
            selected = instrument;
            current = known.getOrDefault(instrument, UNKNOWN);
            if (current == UNKNOWN && instrument != WHOLE_MARKET) {
                unknowns++;
            }
            return current.symbol;
        }

        /** The current message has no instrument. */
        void selectNone() {
            selected = WHOLE_MARKET;
            current = UNKNOWN;
        }

        /** The code of the symbol of the selected instrument; -1 if it has none. */
        int symbol() {
            return current.symbol;
        }

        /** The code of the symbol of any instrument; -1 if it has none. */
        int symbol(final int instrument) {
            return (instrument == selected ? current : known.getOrDefault(instrument, UNKNOWN)).symbol;
        }

        /** Exponent of the prices of the selected instrument; 0 if it is not known. */
        int priceExponent() {
            return current.priceExponent;
        }

        /** Exponent of the quantities of the selected instrument; 0 if it is not known. */
        int quantityExponent() {
            return current.quantityExponent;
        }

        /** Number of selected instruments that no message had defined. */
        long unknowns() {
            return unknowns;
        }
    }
}
