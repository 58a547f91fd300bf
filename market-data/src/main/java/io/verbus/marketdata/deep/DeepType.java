package io.verbus.marketdata.deep;

/**
 * The message types of IEX DEEP 1.0, in the order of its specification: administrative, trading and auction messages.
 */
public enum DeepType {
    /** "System Event Message". */
    SYSTEM_EVENT('S', 10, "System Event"),
    /** "Security Directory Message". */
    SECURITY_DIRECTORY('D', 31, "Security Directory"),
    /** "Trading Status Message". */
    TRADING_STATUS('H', 22, "Trading Status"),
    /** "Operational Halt Status Message". */
    OPERATIONAL_HALT('O', 18, "Operational Halt Status"),
    /** "Short Sale Price Test Status Message". */
    SHORT_SALE_PRICE_TEST('P', 19, "Short Sale Price Test"),
    /** "Security Event Message". */
    SECURITY_EVENT('E', 18, "Security Event"),
    /** "Price Level Update Message", buy side. */
    PRICE_LEVEL_BUY('8', 30, "Price Level Update, buy"),
    /** "Price Level Update Message", sell side. */
    PRICE_LEVEL_SELL('5', 30, "Price Level Update, sell"),
    /** "Trade Report Message". */
    TRADE_REPORT('T', 38, "Trade Report"),
    /** "Official Price Message". */
    OFFICIAL_PRICE('X', 26, "Official Price"),
    /** "Trade Break Message". */
    TRADE_BREAK('B', 38, "Trade Break"),
    /** "Auction Information Message". */
    AUCTION_INFORMATION('A', 80, "Auction Information");

    /** The length of a type that is not in the specification. */
    public static final int UNKNOWN = 0;

    private static final int[] LENGTHS = new int[256];

    static {
        for (final DeepType type : values()) {
            LENGTHS[type.code] = type.length;
        }
    }

    private final char code;
    private final int length;
    private final String title;

    DeepType(final char code, final int length, final String title) {
        this.code = code;
        this.length = length;
        this.title = title;
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
}
