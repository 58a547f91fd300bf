package io.verbus.system.processes;

import java.util.Map;
import java.util.TreeMap;

/** Maps ITCH types to messages of the normalised schemas. */
final class MessageNames {
    private static final Map<Character, String> NAMES = Map.ofEntries(Map.entry('S', "MarketEvent"),
            Map.entry('R', "Instrument"), Map.entry('H', "TradingStatus"), Map.entry('Y', "ShortSaleRestriction"),
            Map.entry('L', "ParticipantPosition"), Map.entry('V', "CircuitBreakerLevels"),
            Map.entry('W', "CircuitBreakerEvent"), Map.entry('K', "QuotingPeriod"), Map.entry('J', "AuctionCollar"),
            Map.entry('h', "OperationalHalt"), Map.entry('A', "OrderAdded"), Map.entry('F', "OrderAdded"),
            Map.entry('E', "OrderExecuted"), Map.entry('C', "OrderExecuted"), Map.entry('X', "OrderReduced"),
            Map.entry('D', "OrderDeleted"), Map.entry('U', "OrderReplaced"), Map.entry('P', "Trade"),
            Map.entry('Q', "Trade"), Map.entry('B', "TradeCancelled"), Map.entry('I', "Auction"),
            Map.entry('N', "RetailInterest"), Map.entry('O', "DirectListing"));

    private MessageNames() {
    }

    /** The expected counts of the books: {@code passes} times the ITCH messages, and the messages the feed adds. */
    static Map<String, Long> counts(final Map<Character, Long> itch, final int passes) {
        final Map<String, Long> counts = new TreeMap<>(Map.of("SessionBegin", 1L, "SessionEnd", 1L,
                "InstrumentState", (long) passes));
        itch.forEach((type, count) -> counts.merge(NAMES.get(type), passes * count, Long::sum));
        if (counts.containsKey("Instrument")) { // a stock directory is two messages
            counts.put("StockDirectory", counts.get("Instrument"));
        }
        return counts;
    }

    /** Number of messages that a feed publishes in all passes. */
    static long published(final Map<Character, Long> itch, final int passes) {
        return counts(itch, passes).values().stream().mapToLong(Long::longValue).sum();
    }
}
