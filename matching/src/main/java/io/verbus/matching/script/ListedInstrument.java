package io.verbus.matching.script;

/**
 * An instrument of an exchange file.
 *
 * @param number 1 to {@link io.verbus.matching.Engine#MAX_INSTRUMENT}
 * @param symbol 1 to 16 printable ASCII characters
 * @param tick in millionths of the currency, a multiple of 100
 * @param decimals of its prices
 * @param lot quantities are multiples of it
 * @param reference price around which the collar is before the first trade, in millionths; 0 for none
 * @param collar greatest distance from the last trade, in millionths of that; {@link Long#MAX_VALUE} for none
 */
public record ListedInstrument(int number, String symbol, long tick, int decimals, long lot, long reference,
        long collar) {}
