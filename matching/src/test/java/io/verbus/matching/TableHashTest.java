package io.verbus.matching;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that a client can choose are as distinct as random ones. */
class TableHashTest {
    private static final int HOME_BITS = 16;
    private static final int KEYS = 10_000;
    /** Random keys are at 9,275 homes of 65,536, give or take 30. */
    private static final int LEAST_HOMES = 9_000;

    private static int homes(final TableHash hash, final int seats, final LongUnaryOperator id) {
        final BitSet homes = new BitSet();
        for (int i = 0; i < KEYS; i++) {
            homes.set((int) (hash.of(i % seats, id.applyAsLong(i / seats)) >>> Long.SIZE - HOME_BITS));
        }
        return homes.cardinality();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 0x5EED, Long.MIN_VALUE})
    void keysAreDistributed(final long seed) {
        final TableHash hash = new TableHash(seed);
        // The multiples of the inverse of a multiplier, alone or by 64, had one home when the hash was a product.
        final long inverse = -1_018_231_460_777_725_123L;
        for (final long step : new long[]{1, 64, 1 << 16, 1L << 32, 1L << 40, inverse, 64 * inverse}) {
            assertTrue(homes(hash, 1, i -> i * step) > LEAST_HOMES, () -> "one seat, step " + step);
            assertTrue(homes(hash, 16, i -> i * step) > LEAST_HOMES, () -> "16 seats, step " + step);
            assertTrue(homes(hash, KEYS, i -> i * step) > LEAST_HOMES, () -> "all seats, step " + step);
        }
    }

    @Test
    void seedChangesWhichKeysAreTogether() {
        final TableHash one = new TableHash(1);
        final TableHash other = new TableHash(2);
        long found = 0;
        long id = 0;
        // Keys that are together under one seed ...
        final BitSet homesOfOther = new BitSet();
        while (found < 64) {
            if (one.of(3, ++id) >>> Long.SIZE - HOME_BITS == 7) {
                found++;
                homesOfOther.set((int) (other.of(3, id) >>> Long.SIZE - HOME_BITS));
            }
        }
        // ... are apart under another.
        assertTrue(homesOfOther.cardinality() > 60, homesOfOther::toString);
        assertNotEquals(one.of(3, 5), other.of(3, 5));
    }
}
