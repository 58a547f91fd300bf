package io.verbus.testkit.memory;

/** Replaces io.verbus.internal.os.OffHeapLongs: the words of a {@link WeakBuffer}. */
public final class WeakWords {
    private final WeakBuffer memory;

    /** Of a buffer. */
    public WeakWords(final WeakBuffer memory) {
        this.memory = memory;
    }

    /** As in Words. */
    public long getLong(final long offset) {
        return memory.getLong((int) offset);
    }

    /** As in Words. */
    public long getLongOpaque(final long offset) {
        return memory.getLongOpaque((int) offset);
    }

    /** As in Words. */
    public long getLongAcquire(final long offset) {
        return memory.getLongAcquire((int) offset);
    }

    /** As in Words. */
    public void putLong(final long offset, final long word) {
        memory.putLong((int) offset, word);
    }

    /** As in Words. */
    public void putLongRelease(final long offset, final long word) {
        memory.putLongRelease((int) offset, word);
    }
}
