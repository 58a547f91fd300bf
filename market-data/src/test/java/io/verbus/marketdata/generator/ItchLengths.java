package io.verbus.marketdata.generator;

/** Message lengths from the tables of the ITCH 5.0 specification, repeated here on purpose as an independent check. */
final class ItchLengths {
    static final String TYPES = "SRHYLVWKJhAFECXDUPQBINO";
    private static final int[] LENGTHS = {12, 39, 25, 20, 26, 35, 12, 28, 35, 21, 36, 40, 31, 36, 23, 19, 35, 44, 40,
            19, 50, 20, 48};

    private ItchLengths() {
    }

    static int of(final char type) {
        return LENGTHS[TYPES.indexOf(type)];
    }
}
