package io.verbus.marketdata.book;

/** Names of the messages of the market data schema, by template id. */
public final class MessageTypes {
    private static final String[] NAMES = {
            null, "SessionBegin", "ClearBooks", "SystemEvent", "Instrument", "TradingStatus", "OperationalHalt",
            "ShortSaleRestriction", "ParticipantPosition", "CircuitBreakerLevels", "CircuitBreakerEvent",
            "QuotingPeriod", "AuctionCollar", "AuctionImbalance", "DirectListing", "RetailInterest", "OrderAdded",
            "OrderExecuted", "OrderExecutedAtPrice", "OrderReduced", "OrderDeleted", "OrderReplaced", "Trade",
            "CrossTrade", "BrokenTrade", "Quote", "BookSnapshotBegin", "BookSnapshotEntry", "BookSnapshotEnd"
    };

    private MessageTypes() {
    }

    /** {@return one more than the highest template id} */
    public static int count() {
        return NAMES.length;
    }

    /**
     * Whether the schema has a template id.
     *
     * @param templateId any number
     * @return false also for a message newer than this build
     */
    public static boolean isKnown(final int templateId) {
        return templateId > 0 && templateId < NAMES.length;
    }

    /**
     * The name of a message.
     *
     * @param templateId that is known
     * @return as in the schema
     */
    public static String name(final int templateId) {
        return NAMES[templateId];
    }
}
