package io.verbus.marketdata.deep;

/**
 * Field offsets of IEX DEEP 1.0, in bytes from the type byte. Integers are little-endian, signed except sizes and
 * identifiers; timestamps are nanoseconds since 1970, UTC; texts are padded with spaces; prices are in 1/10,000 dollar.
 *
 * <p>Every message starts with the same fields; a System Event has no symbol:
 * <pre>
 *    0      1               2                     10            18
 *   +------+---------------+---------------------+-------------+----
 *   | type | code or flags | timestamp           | symbol      | ...
 *   |      |               | 8                   | 8           |
 *   +------+---------------+---------------------+-------------+----
 * </pre>
 */
final class DeepLayout {
    static final int TYPE = 0;
    static final int CODE = 1;
    static final int TIMESTAMP = 2;
    static final int SYMBOL = 10;
    static final int SYMBOL_LENGTH = 8;

    // Security Directory (D); the code is flags
    static final int D_ROUND_LOT_SIZE = 18;
    static final int D_TEST = 0x80;
    static final int D_WHEN_ISSUED = 0x40;
    static final int D_ETP = 0x20;

    // Trading Status (H)
    static final int H_REASON = 18;

    // Price Level Update, buy (8) and sell (5); the code is event flags
    static final int LEVEL_SIZE = 18;
    static final int LEVEL_PRICE = 22;
    static final int EVENT_COMPLETE = 0x01;

    // Trade Report (T) and Trade Break (B); the code is sale condition flags
    static final int T_SIZE = 18;
    static final int T_PRICE = 22;
    static final int T_TRADE_ID = 30;
    static final int T_INTERMARKET_SWEEP = 0x80;
    static final int T_EXTENDED_HOURS = 0x40;
    static final int T_ODD_LOT = 0x20;
    static final int T_TRADE_THROUGH_EXEMPT = 0x10;
    static final int T_SINGLE_PRICE_CROSS = 0x08;

    // Official Price (X)
    static final int X_PRICE = 18;

    // Auction Information (A); the auction time is in seconds since 1970
    static final int A_PAIRED_SHARES = 18;
    static final int A_REFERENCE_PRICE = 22;
    static final int A_INDICATIVE_PRICE = 30;
    static final int A_IMBALANCE_SHARES = 38;
    static final int A_IMBALANCE_SIDE = 42;
    static final int A_EXTENSIONS = 43;
    static final int A_AUCTION_TIME = 44;
    static final int A_BOOK_PRICE = 48;
    static final int A_COLLAR_REFERENCE = 56;
    static final int A_LOWER_COLLAR = 64;
    static final int A_UPPER_COLLAR = 72;

    private DeepLayout() {
    }
}
