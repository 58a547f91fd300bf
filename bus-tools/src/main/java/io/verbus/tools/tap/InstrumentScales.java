package io.verbus.tools.tap;

import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.Books;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * The exponents of the instruments' prices and quantities, as their definitions give them: fields of the types Price
 * and Quantity are decimals. Those of an instrument whose definition was not decoded before remain integers.
 */
final class InstrumentScales {
    private static final String INSTRUMENT = "instrumentId";
    /** The message that defines an instrument. */
    static final String DEFINITION = "Instrument";
    /** Messages are not trusted: later instruments have no scales. */
    private static final int MOST = Books.MAX_INSTRUMENTS;
    /** The largest exponent of the schema, up or down: others would make long texts. */
    private static final int LARGEST = 18;

    /** Exponents by instrument. */
    private record Scales(int price, int quantity) {}

    private final Map<Long, Scales> scales = new HashMap<>();
    private boolean areApplied;

    /** Whether the fields of the following message, by the id of its schema, have scales. */
    void begin(final int schemaId) {
        areApplied = schemaId == MessageHeaderDecoder.SCHEMA_ID
                || schemaId == io.verbus.codec.nasdaq.MessageHeaderDecoder.SCHEMA_ID;
    }

    /** Takes a definition; returns whether it has changed the scales. */
    boolean learn(final String template, final Map<String, ?> fields) {
        return areApplied && template.equals(DEFINITION) && scales.size() < MOST
                && fields.get(INSTRUMENT) instanceof Number instrument
                && fields.get("priceExponent") instanceof Number price && Math.abs(price.intValue()) <= LARGEST
                && fields.get("quantityExponent") instanceof Number quantity && Math.abs(quantity.intValue()) <= LARGEST
                && !new Scales(price.intValue(), quantity.intValue()).equals(scales.put(instrument.longValue(),
                        new Scales(price.intValue(), quantity.intValue())));
    }

    /** A value of a type in the scale of the instrument that the fields name. */
    Object scaled(final String type, final Object value, final Map<String, Object> fields) {
        final boolean isPrice = type.equals("Price");
        if (!areApplied || !(value instanceof Long number) || !isPrice && !type.equals("Quantity")) {
            return value;
        }
        final int exponent = exponent(isPrice, fields);
        return exponent == 0 ? value : BigDecimal.valueOf(number, -exponent);
    }

    /** The integer of a decimal that {@link #scaled} gives; any other value as it is. */
    Object unscaled(final String type, final Object value, final Map<String, ?> fields) {
        final boolean isPrice = type.equals("Price");
        return areApplied && value instanceof BigDecimal decimal && (isPrice || type.equals("Quantity"))
                ? decimal.scaleByPowerOfTen(-exponent(isPrice, fields))
                : value;
    }

    private int exponent(final boolean isPrice, final Map<String, ?> fields) {
        final Scales of = fields.get(INSTRUMENT) instanceof Number number ? scales.get(number.longValue()) : null;
        return of == null ? 0 : isPrice ? of.price : of.quantity;
    }
}
