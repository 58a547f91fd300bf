package io.verbus.os;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The words of eight bytes of mapped memory, for the loops that touch every message. Whoever uses it has made sure that
 * the offset lies within, as by masking a position, so nothing is checked again but by assertions.
 *
 * <p>A buffer does not know until it runs whether it is over an array of the heap, so the compiler takes each access to
 * it for one that may change any field, and loads all fields again behind it. Here it knows
 * (docs/performance.md).
 */
public final class Words {
    private final long address;
    private final long end;

    /**
     * Of a buffer, as long as its memory is mapped.
     *
     * @param memory outside the Java heap
     */
    public Words(final UnsafeBuffer memory) {
        assert memory.byteArray() == null : "on the heap";
        this.address = memory.addressOffset();
        this.end = address + memory.capacity();
    }

    /**
     * Loads a word; orders nothing.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @return the word
     */
    public long getLong(final long offset) {
        return UnsafeApi.getLong(null, at(offset));
    }

    /**
     * Loads a word, opaque: once, where it stands.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @return the word
     */
    public long getLongOpaque(final long offset) {
        return UnsafeApi.getLongOpaque(null, at(offset));
    }

    /**
     * Loads a word with acquire.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @return the word
     */
    public long getLongAcquire(final long offset) {
        return UnsafeApi.getLongAcquire(null, at(offset));
    }

    /**
     * Stores a word; orders nothing.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @param word to store
     */
    public void putLong(final long offset, final long word) {
        UnsafeApi.putLong(null, at(offset), word);
    }

    /**
     * Stores a word with release.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @param word to store
     */
    public void putLongRelease(final long offset, final long word) {
        UnsafeApi.putLongRelease(null, at(offset), word);
    }

    private long at(final long offset) {
        final long at = address + offset;
        assert offset >= 0 && offset % Long.BYTES == 0 && at <= end - Long.BYTES : "a word at offset " + offset;
        return at;
    }
}
