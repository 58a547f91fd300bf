package io.verbus.sample.subscriber;

/** Names of the messages of the market data schema, by template id. */
final class MessageTypes {
    private static final String[] NAMES = {
            null, "SessionBegin", "ClearBooks", "SystemEvent", "Instrument", "TradingStatus", "OperationalHalt",
            "ShortSaleRestriction", "ParticipantPosition", "CircuitBreakerLevels", "CircuitBreakerEvent",
            "QuotingPeriod", "AuctionCollar", "AuctionImbalance", "DirectListing", "RetailInterest", "OrderAdded",
            "OrderExecuted", "OrderExecutedAtPrice", "OrderReduced", "OrderDeleted", "OrderReplaced", "Trade",
            "CrossTrade", "BrokenTrade", "Quote", "BookSnapshotBegin", "BookSnapshotEntry", "BookSnapshotEnd"
    };

    private MessageTypes() {
    }

    /** One more than the highest template id. */
    static int count() {
        return NAMES.length;
    }

    static boolean isKnown(final int templateId) {
        return templateId > 0 && templateId < NAMES.length;
    }

    static String name(final int templateId) {
        return NAMES[templateId];
    }
}
