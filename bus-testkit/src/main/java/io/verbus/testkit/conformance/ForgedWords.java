package io.verbus.testkit.conformance;

import io.verbus.testkit.transport.PeerWord;
import java.util.SplittableRandom;

/** Forged words of a peer: zero, extremes, almost correct values, and random values. */
final class ForgedWords {
    private final SplittableRandom random;

    ForgedWords(final SplittableRandom random) {
        this.random = random;
    }

    /** The forged values for one word. */
    long[] about(final PeerWord word, final int capacity) {
        final long truth = word.get();
        return new long[]{0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, truth - 1, truth + 1, truth - 32, truth + 32,
                truth - capacity, truth + capacity, truth + capacity / 16, ~truth, random.nextLong(),
                random.nextLong(capacity) & -32};
    }

    /** A commit word that is random, or almost correct. */
    long commitWord(final int capacity) {
        final int[] lengths = {0, 1, 15, 16, 17, 23, 24, 25, 31, 32, 33, capacity / 16, capacity / 16 + 1, capacity,
                capacity + 32, (1 << 28) - 1, random.nextInt(1 << 28), random.nextInt(capacity / 16)};
        final long type = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(6);
        return type << 32 | (long) random.nextInt(16) << 28 | lengths[random.nextInt(lengths.length)];
    }
}
