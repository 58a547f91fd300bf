package io.verbus.marketdata.itch;

import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.marketdata.MarketEventEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.TradeCancelledEncoder;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.codec.nasdaq.AuctionCollarEncoder;
import io.verbus.codec.nasdaq.CircuitBreakerEventEncoder;
import io.verbus.codec.nasdaq.CircuitBreakerLevelsEncoder;
import io.verbus.codec.nasdaq.DirectListingEncoder;
import io.verbus.codec.nasdaq.OperationalHaltEncoder;
import io.verbus.codec.nasdaq.ParticipantPositionEncoder;
import io.verbus.codec.nasdaq.QuotingPeriodEncoder;
import io.verbus.codec.nasdaq.RetailInterestEncoder;
import io.verbus.codec.nasdaq.ShortSaleRestrictionEncoder;
import io.verbus.codec.nasdaq.StockDirectoryEncoder;
import io.verbus.marketdata.feed.Normaliser;

/** The message types of NASDAQ TotalView-ITCH 5.0, in the order and with the section numbers of its specification. */
public enum ItchType {
    /** 1.1. */
    SYSTEM_EVENT('S', 12, "System Event", MarketEventEncoder.BLOCK_LENGTH),
    /** 1.2.1. */
    STOCK_DIRECTORY('R', 39, "Stock Directory", StockDirectoryEncoder.BLOCK_LENGTH),
    /** 1.2.2. */
    STOCK_TRADING_ACTION('H', 25, "Stock Trading Action", TradingStatusEncoder.BLOCK_LENGTH),
    /** 1.2.3. */
    REG_SHO('Y', 20, "Reg SHO Restriction", ShortSaleRestrictionEncoder.BLOCK_LENGTH),
    /** 1.2.4. */
    MARKET_PARTICIPANT_POSITION('L', 26, "Market Participant Position", ParticipantPositionEncoder.BLOCK_LENGTH),
    /** 1.2.5.1. */
    MWCB_DECLINE_LEVEL('V', 35, "MWCB Decline Level", CircuitBreakerLevelsEncoder.BLOCK_LENGTH),
    /** 1.2.5.2. */
    MWCB_STATUS('W', 12, "MWCB Status", CircuitBreakerEventEncoder.BLOCK_LENGTH),
    /** 1.2.6. */
    QUOTING_PERIOD_UPDATE('K', 28, "Quoting Period Update", QuotingPeriodEncoder.BLOCK_LENGTH),
    /** 1.2.7. */
    LULD_AUCTION_COLLAR('J', 35, "LULD Auction Collar", AuctionCollarEncoder.BLOCK_LENGTH),
    /** 1.2.8. */
    OPERATIONAL_HALT('h', 21, "Operational Halt", OperationalHaltEncoder.BLOCK_LENGTH),
    /** 1.3.1. */
    ADD_ORDER('A', 36, "Add Order", OrderAddedEncoder.BLOCK_LENGTH),
    /** 1.3.2. */
    ADD_ORDER_ATTRIBUTED('F', 40, "Add Order with MPID", OrderAddedEncoder.BLOCK_LENGTH),
    /** 1.4.1. */
    ORDER_EXECUTED('E', 31, "Order Executed", OrderExecutedEncoder.BLOCK_LENGTH),
    /** 1.4.2. */
    ORDER_EXECUTED_WITH_PRICE('C', 36, "Order Executed with Price", OrderExecutedEncoder.BLOCK_LENGTH),
    /** 1.4.3. */
    ORDER_CANCEL('X', 23, "Order Cancel", OrderReducedEncoder.BLOCK_LENGTH),
    /** 1.4.4. */
    ORDER_DELETE('D', 19, "Order Delete", OrderDeletedEncoder.BLOCK_LENGTH),
    /** 1.4.5. */
    ORDER_REPLACE('U', 35, "Order Replace", OrderReplacedEncoder.BLOCK_LENGTH),
    /** 1.5.1. */
    TRADE('P', 44, "Trade (non-cross)", TradeEncoder.BLOCK_LENGTH),
    /** 1.5.2. */
    CROSS_TRADE('Q', 40, "Cross Trade", TradeEncoder.BLOCK_LENGTH),
    /** 1.5.3. */
    BROKEN_TRADE('B', 19, "Broken Trade", TradeCancelledEncoder.BLOCK_LENGTH),
    /** 1.6. */
    NET_ORDER_IMBALANCE('I', 50, "Net Order Imbalance", AuctionEncoder.BLOCK_LENGTH),
    /** 1.7. */
    RETAIL_INTEREST('N', 20, "Retail Price Improvement", RetailInterestEncoder.BLOCK_LENGTH),
    /** 1.8. */
    DIRECT_LISTING('O', 48, "Direct Listing (DLCR)", DirectListingEncoder.BLOCK_LENGTH);

    /** The length of a type that is not in the specification. */
    public static final int UNKNOWN = Normaliser.UNKNOWN;

    private static final int[] LENGTHS = new int[256];
    private static final int[] NORMALISED_LENGTHS = new int[256];

    static {
        for (final ItchType type : values()) {
            LENGTHS[type.code] = type.length;
            NORMALISED_LENGTHS[type.code] = MessageHeaderEncoder.ENCODED_LENGTH + type.blockLength;
        }
    }

    private final char code;
    private final int length;
    private final String title;
    private final int blockLength;

    ItchType(final char code, final int length, final String title, final int blockLength) {
        this.code = code;
        this.length = length;
        this.title = title;
        this.blockLength = blockLength;
    }

    /** {@return the first byte of its messages} */
    public char code() {
        return code;
    }

    /** {@return the length of its messages in bytes, without framing} */
    public int length() {
        return length;
    }

    /** {@return its display name, similar to that in the specification} */
    public String title() {
        return title;
    }

    /**
     * Returns the message length of a type.
     *
     * @param code first byte of a message
     * @return length in bytes, without framing, or {@link #UNKNOWN}
     */
    public static int length(final byte code) {
        return LENGTHS[code & 0xFF];
    }

    /**
     * Returns the length of the normalised message of a type; of a stock directory, that of the last one.
     *
     * @param code first byte of a message
     * @return length of SBE header and body in bytes, or {@link #UNKNOWN}
     */
    static int normalisedLength(final byte code) {
        return NORMALISED_LENGTHS[code & 0xFF];
    }
}
