package io.verbus.testkit.memory;

/** Stands for io.verbus.os.Words: the words of a {@link WeakBuffer}. */
public final class WeakWords {
    private final WeakBuffer memory;

    /** Of a buffer. */
    public WeakWords(final WeakBuffer memory) {
        this.memory = memory;
    }

    /** As in Words. */
    public long getLong(final int offset) {
        return memory.getLong(offset);
    }

    /** As in Words. */
    public long getLongOpaque(final int offset) {
        return memory.getLongOpaque(offset);
    }

    /** As in Words. */
    public long getLongAcquire(final int offset) {
        return memory.getLongAcquire(offset);
    }

    /** As in Words. */
    public void putLong(final int offset, final long word) {
        memory.putLong(offset, word);
    }

    /** As in Words. */
    public void putLongRelease(final int offset, final long word) {
        memory.putLongRelease(offset, word);
    }
}
