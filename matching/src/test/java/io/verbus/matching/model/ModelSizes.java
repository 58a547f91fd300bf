package io.verbus.matching.model;

/** The model's checks of quantities and prices; each gives the code of a refusal, or null. */
final class ModelSizes {
    private ModelSizes() {
    }

    /** Of a new order or a replacement; the anchor is the last trade, or else the reference price, or 0. */
    static String ofOrder(final ModelOrder order, final OrderWorld world, final long anchor) {
        if (order.open < 1) {
            return "INVALID_QUANTITY";
        }
        if (order.open % world.lots()[order.instrument] != 0) {
            return "LOT";
        }
        if (order.market) {
            return anchor == 0 ? "NO_REFERENCE" : null;
        }
        if (order.price < 1) {
            return "INVALID_PRICE";
        }
        return order.price % world.ticks()[order.instrument] == 0 ? null : "TICK";
    }

    /** Of a reduction to an open quantity. */
    static String ofReduction(final ModelOrder order, final long quantity, final OrderWorld world) {
        if (quantity < 0) {
            return "INVALID_QUANTITY";
        }
        if (quantity % world.lots()[order.instrument] != 0) {
            return "LOT";
        }
        return quantity < order.open ? null : "NOT_A_REDUCTION";
    }
}
