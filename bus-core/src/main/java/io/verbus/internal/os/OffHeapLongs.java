package io.verbus.internal.os;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Eight-byte words of mapped memory, for the loops that process every message. The caller ensures that the offset is in
 * range, for example by masking a position; only assertions check it.
 *
 * <p>The type of a buffer's memory, array or native, is known only at run time. So the compiler assumes that each
 * access to a buffer may change any field, and reloads all fields after it. Through this class it knows that the memory
 * is native (docs/decisions/0034-off-heap-buffer.md).
 */
public final class OffHeapLongs {
    /** The address of a word that is never 0. */
    public static final long NEVER_ZERO = UnsafeApi.allocateMemory(Long.BYTES);

    static {
        UnsafeApi.putLong(null, NEVER_ZERO, 1);
    }

    private final long address;
    private final long end;

    /**
     * The words of a buffer, as long as its memory is mapped.
     *
     * @param memory outside the Java heap
     */
    public OffHeapLongs(final UnsafeBuffer memory) {
        assert memory.byteArray() == null : "on the heap";
        this.address = memory.addressOffset();
        this.end = address + memory.capacity();
    }

    /**
     * Plain load of a word, without ordering.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @return the word
     */
    public long getLong(final long offset) {
        return UnsafeApi.getLong(null, at(offset));
    }

    /**
     * Opaque load of a word: exactly one load, not moved out of a loop.
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
     * The address of a word, for {@link #loadAcquire}.
     *
     * @param offset in bytes, a multiple of 8, within the memory
     * @return its address
     */
    public long address(final long offset) {
        return at(offset);
    }

    /**
     * Loads a word with acquire, without a check: for a loop over words of several memories.
     *
     * @param wordAddress returned by {@link #address}, or {@link #NEVER_ZERO}; its memory is mapped
     * @return the word
     */
    public static long loadAcquire(final long wordAddress) {
        return UnsafeApi.getLongAcquire(null, wordAddress);
    }

    /**
     * Loads a word without ordering and without a check.
     *
     * @param wordAddress returned by {@link #address}, or {@link #NEVER_ZERO}; its memory is mapped
     * @return the word
     */
    public static long load(final long wordAddress) {
        return UnsafeApi.getLong(null, wordAddress);
    }

    /**
     * Plain store of a word, without ordering.
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
