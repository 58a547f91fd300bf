package io.verbus.marketdata.book;

import io.verbus.codec.marketdata.MessageHeaderDecoder;

/**
 * The messages of market data as one series of numbers: those of {@code market-data.xml} by their template id, after
 * them those of {@code nasdaq.xml}.
 */
public final class MessageTypes {
    /** A message of another schema, or newer than this build. */
    public static final int UNKNOWN = -1;
    /** The messages of the schemas of venues have this number or a higher one. */
    public static final int FIRST_OF_VENUES = 32;

    private static final String[] NAMES = {
            null, "SessionBegin", "SessionEnd", "Instrument", "InstrumentState", "MarketEvent", "TradingStatus",
            "Auction", "Statistic", null, null, null, null, null, null, null, "OrderAdded", "OrderExecuted",
            "OrderReduced", "OrderDeleted", "OrderReplaced", "PriceLevelSet", "PriceLevelDeleted", "Trade",
            "TradeCancelled", "TradeCorrected", "Quote", null, "BookSnapshotBegin", "BookSnapshotEntry",
            "BookSnapshotEnd", null,
            // nasdaq.xml from here
            null, "StockDirectory", "OperationalHalt", "ShortSaleRestriction", "ParticipantPosition",
            "CircuitBreakerLevels", "CircuitBreakerEvent", "QuotingPeriod", "AuctionCollar", "DirectListing",
            "RetailInterest"
    };

    private MessageTypes() {
    }

    /**
     * The number of a message.
     *
     * @param schemaId of its header
     * @param templateId of its header
     * @return its number; {@link #UNKNOWN} for another schema, and for a message newer than this build
     */
    public static int of(final int schemaId, final int templateId) {
        if (schemaId == MessageHeaderDecoder.SCHEMA_ID) {
            return templateId < FIRST_OF_VENUES && isKnown(templateId) ? templateId : UNKNOWN;
        }
        return isOfVenue(schemaId) && isKnown(FIRST_OF_VENUES + templateId)
                ? FIRST_OF_VENUES + templateId
                : UNKNOWN;
    }

    /**
     * Whether a schema is that of a venue.
     *
     * @param schemaId of a header
     * @return whether it is that of {@code nasdaq.xml}
     */
    public static boolean isOfVenue(final int schemaId) {
        return schemaId == io.verbus.codec.nasdaq.MessageHeaderDecoder.SCHEMA_ID;
    }

    /** {@return one more than the highest number} */
    public static int count() {
        return NAMES.length;
    }

    /**
     * Whether a number is that of a message.
     *
     * @param type any number
     * @return false also for a message newer than this build
     */
    public static boolean isKnown(final int type) {
        return type > 0 && type < NAMES.length && NAMES[type] != null;
    }

    /**
     * The name of a message.
     *
     * @param type that is known
     * @return as in its schema
     */
    public static String name(final int type) {
        return NAMES[type];
    }
}
