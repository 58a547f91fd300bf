package io.verbus.matching;

/** Reads the longs of a copy, whose hash is checked first. */
final class StateCopyReader {
    private final long[] words;
    private int at;

    StateCopyReader(final long[] words) {
        this.words = words.clone();
        final int end = words.length - 1;
        if (end < 1 || words[0] != StateCopy.MAGIC) {
            throw new IllegalArgumentException("not a copy of an engine of this version: make one with copy()");
        }
        if (StateCopyWriter.hash(words, end) != words[end]) {
            throw new IllegalArgumentException("the copy of the engine is damaged: its hash differs");
        }
        at = 1;
    }

    long next() {
        return words[at++];
    }

    /** Reads a count, and as many parts. */
    void repeat(final Runnable part) {
        for (long left = next(); left > 0; left--) {
            part.run();
        }
    }
}
