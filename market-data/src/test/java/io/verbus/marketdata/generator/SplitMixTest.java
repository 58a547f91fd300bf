package io.verbus.marketdata.generator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SplitMixTest {
    /** Output of the reference implementation in C for this seed. */
    @Test
    void agreesWithReferenceImplementation() {
        final SplitMix random = new SplitMix(1234567);
        assertArrayEquals(
                new long[]{6457827717110365317L, 3203168211198807973L, -8629252141511181193L, 4593380528125082431L},
                LongStream.generate(random::next).limit(4).toArray());
    }

    @Test
    void numbersBelowBoundAreUniform() {
        final SplitMix random = new SplitMix(1);
        final int[] seen = new int[7];
        for (int i = 0; i < 70_000; i++) {
            seen[random.below(7)]++;
        }
        for (final int count : seen) {
            assertEquals(10_000, count, 400);
        }
    }

    @Test
    void aliasTableDrawsByWeight() {
        final SplitMix random = new SplitMix(1);
        final int[] weights = {1, 0, 5, 2, 2};
        final AliasTable table = new AliasTable(weights.length, index -> weights[index]);
        final int[] seen = new int[weights.length];
        for (int i = 0; i < 100_000; i++) {
            seen[table.draw(random)]++;
        }
        for (int i = 0; i < weights.length; i++) {
            assertEquals(10_000.0 * weights[i], seen[i], weights[i] == 0 ? 0 : 600);
        }
    }
}
