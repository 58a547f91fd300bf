package io.verbus.matching.model;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/** Limits and settings of a seat of the model. */
final class ModelSeat {
    private static final BigInteger BILLION = BigInteger.valueOf(1_000_000_000);

    /** In the order of docs/reference/matching.md: quantity, notional, open, open notional, position, collar. */
    final long[] limits = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE,
            Long.MAX_VALUE};
    final Set<Long> used = new HashSet<>();
    String mode = "allow";
    boolean cancelsOnDisconnect;
    boolean killed;
    private long rate;
    /** In billionths of a message. */
    private BigInteger bucket = BigInteger.ZERO;
    private BigInteger full = BigInteger.ZERO;
    private long filledNs;

    void setRate(final long perSecond, final long burst, final long nowNs) {
        rate = perSecond;
        full = BigInteger.valueOf(burst).multiply(BILLION);
        bucket = full;
        filledNs = nowNs;
    }

    boolean takesMessage(final long nowNs) {
        if (rate == 0) {
            return true;
        }
        bucket = bucket.add(BigInteger.valueOf(nowNs - filledNs).multiply(BigInteger.valueOf(rate))).min(full);
        filledNs = nowNs;
        final boolean has = bucket.compareTo(BILLION) >= 0;
        bucket = has ? bucket.subtract(BILLION) : bucket;
        return has;
    }
}
