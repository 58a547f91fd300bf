package io.verbus.marketdata.itch;

/**
 * Field offsets of NASDAQ TotalView-ITCH 5.0, in bytes from the type byte, with the lengths that are not evident.
 * Integers are unsigned and big-endian, texts are padded with spaces, prices have four decimals (eight in the MWCB
 * message).
 *
 * <p>Every message starts with the same fields:
 * <pre>
 *    0      1             3             5                          11
 *   +------+-------------+-------------+--------------------------+----
 *   | type | stock       | tracking    | timestamp, nanoseconds   | ...
 *   |      | locate      | number      | since midnight, 48 bits  |
 *   +------+-------------+-------------+--------------------------+----
 * </pre>
 */
final class ItchLayout {
    static final int TYPE = 0;
    static final int STOCK_LOCATE = 1;
    static final int TRACKING_NUMBER = 3;
    static final int TIMESTAMP = 5;
    static final int STOCK_LENGTH = 8;

    // 1.1 System Event
    static final int S_EVENT_CODE = 11;

    // 1.2.1 Stock Directory
    static final int R_STOCK = 11;
    static final int R_MARKET_CATEGORY = 19;
    static final int R_FINANCIAL_STATUS = 20;
    static final int R_ROUND_LOT_SIZE = 21;
    static final int R_ROUND_LOTS_ONLY = 25;
    static final int R_ISSUE_CLASSIFICATION = 26;
    static final int R_ISSUE_SUB_TYPE = 27;
    static final int R_AUTHENTICITY = 29;
    static final int R_SHORT_SALE_THRESHOLD = 30;
    static final int R_IPO_FLAG = 31;
    static final int R_LULD_TIER = 32;
    static final int R_ETP_FLAG = 33;
    static final int R_ETP_LEVERAGE_FACTOR = 34;
    static final int R_INVERSE = 38;

    // 1.2.2 Stock Trading Action; byte 20 is reserved
    static final int H_TRADING_STATE = 19;
    static final int H_REASON = 21;

    // 1.2.3 Reg SHO Short Sale Price Test Restricted Indicator
    static final int Y_ACTION = 19;

    // 1.2.4 Market Participant Position
    static final int L_MPID = 11;
    static final int L_PRIMARY_MARKET_MAKER = 23;
    static final int L_MODE = 24;
    static final int L_STATE = 25;

    // 1.2.5 Market-Wide Circuit Breaker: 1.2.5.1 Decline Level, 1.2.5.2 Status
    static final int V_LEVEL_1 = 11;
    static final int V_LEVEL_2 = 19;
    static final int V_LEVEL_3 = 27;
    static final int W_BREACHED_LEVEL = 11;

    // 1.2.6 Quoting Period Update; the release time is in seconds since midnight
    static final int K_RELEASE_TIME = 19;
    static final int K_QUALIFIER = 23;
    static final int K_PRICE = 24;

    // 1.2.7 Limit Up - Limit Down (LULD) Auction Collar
    static final int J_REFERENCE_PRICE = 19;
    static final int J_UPPER_PRICE = 23;
    static final int J_LOWER_PRICE = 27;
    static final int J_EXTENSION = 31;

    // 1.2.8 Operational Halt
    static final int HALT_MARKET_CODE = 19;
    static final int HALT_ACTION = 20;

    // 1.3.1 Add Order, No MPID Attribution; 1.3.2 Add Order with MPID Attribution
    static final int A_REFERENCE = 11;
    static final int A_SIDE = 19;
    static final int A_SHARES = 20;
    static final int A_PRICE = 32;
    static final int F_ATTRIBUTION = 36;

    // 1.4.1 Order Executed, 1.4.2 Order Executed with Price, 1.4.3 Order Cancel, 1.4.4 Order Delete
    static final int MODIFY_REFERENCE = 11;
    static final int E_SHARES = 19;
    static final int E_MATCH_NUMBER = 23;
    static final int C_PRINTABLE = 31;
    static final int C_PRICE = 32;
    static final int X_SHARES = 19;

    // 1.4.5 Order Replace
    static final int U_NEW_REFERENCE = 19;
    static final int U_SHARES = 27;
    static final int U_PRICE = 31;

    // 1.5.1 Trade (non-cross)
    static final int P_REFERENCE = 11;
    static final int P_SIDE = 19;
    static final int P_SHARES = 20;
    static final int P_PRICE = 32;
    static final int P_MATCH_NUMBER = 36;

    // 1.5.2 Cross Trade; the shares have 8 bytes
    static final int Q_SHARES = 11;
    static final int Q_PRICE = 27;
    static final int Q_MATCH_NUMBER = 31;
    static final int Q_CROSS_TYPE = 39;

    // 1.5.3 Broken Trade
    static final int B_MATCH_NUMBER = 11;

    // 1.6 Net Order Imbalance Indicator (NOII); the shares have 8 bytes
    static final int I_PAIRED_SHARES = 11;
    static final int I_IMBALANCE_SHARES = 19;
    static final int I_DIRECTION = 27;
    static final int I_FAR_PRICE = 36;
    static final int I_NEAR_PRICE = 40;
    static final int I_REFERENCE_PRICE = 44;
    static final int I_CROSS_TYPE = 48;
    static final int I_PRICE_VARIATION = 49;

    // 1.7 Retail Price Improvement Indicator (RPII)
    static final int N_INTEREST = 19;

    // 1.8 Direct Listing with Capital Raise (DLCR); the time has 8 bytes, nanoseconds since midnight
    static final int O_OPEN_ELIGIBILITY = 19;
    static final int O_MINIMUM_PRICE = 20;
    static final int O_MAXIMUM_PRICE = 24;
    static final int O_NEAR_EXECUTION_PRICE = 28;
    static final int O_NEAR_EXECUTION_TIME = 32;
    static final int O_LOWER_COLLAR = 40;
    static final int O_UPPER_COLLAR = 44;

    private ItchLayout() {
    }
}
