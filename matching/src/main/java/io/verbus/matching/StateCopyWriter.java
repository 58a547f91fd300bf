package io.verbus.matching;

import java.util.Arrays;

/** Hashes longs, and on request keeps them. */
final class StateCopyWriter {
    private static final long FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND = 0xBF58_476D_1CE4_E5B9L;

    private final boolean keeps;
    private long[] words = new long[64];
    private int size;
    private long hash = FIRST;

    StateCopyWriter(final boolean keeps) {
        this.keeps = keeps;
    }

    void add(final boolean flag) {
        add(flag ? 1 : 0);
    }

    void add(final long word) {
        hash = step(hash, word);
        if (keeps) {
            put(word);
        }
    }

    long hash() {
        return hash;
    }

    /** The words, and their hash at the end. */
    long[] finish() {
        put(hash);
        return Arrays.copyOf(words, size);
    }

    /** The hash of some words. */
    static long hash(final long[] words, final int length) {
        long hash = FIRST;
        for (int i = 0; i < length; i++) {
            hash = step(hash, words[i]);
        }
        return hash;
    }

    /** One round of a multiply-xorshift hash; each bit of both arguments affects all bits after two rounds. */
    private static long step(final long hash, final long word) {
        long mixed = (hash ^ word) * FIRST;
        mixed = (mixed ^ mixed >>> 29) * SECOND;
        return mixed ^ mixed >>> 32;
    }

    private void put(final long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, size << 1);
        }
        words[size++] = word;
    }
}
