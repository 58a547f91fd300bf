package io.verbus.testkit.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Replaces Agrona's UnsafeBuffer and OffHeapBuffer: over a {@link WeakFile} it is weakly ordered memory, over anything
 * else it is unchanged. In shared memory, only words of eight bytes and loads of bytes are modelled.
 */
public final class WeakBuffer extends UnsafeBuffer {
    private WeakFile file;
    /** Offset of this buffer in the file. */
    private int base;

    WeakBuffer(final WeakFile file, final int base, final int length) {
        super(file.array(), base, length);
        this.file = file;
        this.base = base;
    }

    /** As in UnsafeBuffer. */
    public WeakBuffer() {
        super();
    }

    /** As in UnsafeBuffer. */
    public WeakBuffer(final byte[] buffer) {
        super(buffer);
    }

    /** As in UnsafeBuffer. */
    public WeakBuffer(final ByteBuffer buffer) {
        super(buffer);
    }

    /** As in UnsafeBuffer; over shared memory it is shared. */
    public WeakBuffer(final DirectBuffer buffer, final int offset, final int length) {
        super();
        wrap(buffer, offset, length);
    }

    /** As in OffHeapBuffer. */
    public static WeakBuffer allocate(final int length) {
        return new WeakBuffer(ByteBuffer.allocateDirect(length));
    }

    @Override
    public void wrap(final DirectBuffer buffer, final int offset, final int length) {
        super.wrap(buffer, offset, length);
        file = buffer instanceof WeakBuffer weak ? weak.file : null;
        base = file == null ? 0 : ((WeakBuffer) buffer).base + offset;
    }

    boolean isShared() {
        return file != null;
    }

    private boolean isModelled() {
        return file != null && file.isOn();
    }

    private long load(final int index, final Order order) {
        boundsCheck(index, Long.BYTES);
        return file.load(base + index, order);
    }

    private void store(final int index, final long value, final Order order) {
        boundsCheck(index, Long.BYTES);
        file.store(base + index, value, order);
    }

    void readInPlace(final int index, final int length) {
        boundsCheck(index, length);
        for (int i = index; i < index + length; i += Long.BYTES) {
            file.readInPlace(base + i);
        }
    }

    @Override
    public long getLong(final int index) {
        return isModelled() ? load(index, Order.RELAXED) : super.getLong(index);
    }

    @Override
    public long getLongOpaque(final int index) {
        return isModelled() ? load(index, Order.RELAXED) : super.getLongOpaque(index);
    }

    @Override
    public long getLongAcquire(final int index) {
        return isModelled() ? load(index, Order.ACQUIRE) : super.getLongAcquire(index);
    }

    @Override
    public long getLongVolatile(final int index) {
        return isModelled() ? load(index, Order.VOLATILE) : super.getLongVolatile(index);
    }

    @Override
    public void putLong(final int index, final long value) {
        if (isModelled()) {
            store(index, value, Order.RELAXED);
        } else {
            super.putLong(index, value);
        }
    }

    @Override
    public void putLongOpaque(final int index, final long value) {
        putLong(index, value);
    }

    @Override
    public void putLongRelease(final int index, final long value) {
        if (isModelled()) {
            store(index, value, Order.RELEASE);
        } else {
            super.putLongRelease(index, value);
        }
    }

    @Override
    public void putLongVolatile(final int index, final long value) {
        if (isModelled()) {
            store(index, value, Order.VOLATILE);
        } else {
            super.putLongVolatile(index, value);
        }
    }

    @Override
    public int getInt(final int index) {
        return isModelled() ? (int) part(index, Integer.BYTES) : super.getInt(index);
    }

    @Override
    public byte getByte(final int index) {
        return isModelled() ? (byte) part(index, Byte.BYTES) : super.getByte(index);
    }

    @Override
    public void putInt(final int index, final int value) {
        refuse();
        super.putInt(index, value);
    }

    @Override
    public void putByte(final int index, final byte value) {
        refuse();
        super.putByte(index, value);
    }

    @Override
    public void getBytes(final int index, final byte[] target, final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            target[offset + i] = getByte(index + i);
        }
    }

    @Override
    public void putBytes(final int index, final DirectBuffer source, final int sourceIndex, final int length) {
        boundsCheck(index, length);
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            putLong(index + i, source.getLong(sourceIndex + i));
        }
        for (; i < length; i++) {
            putByte(index + i, source.getByte(sourceIndex + i));
        }
    }

    private long part(final int index, final int length) {
        final int shift = (base + index) % Long.BYTES;
        final long word = load(index - shift, Order.RELAXED);
        assert shift + length <= Long.BYTES : "across words, at " + index;
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? word >>> (shift * Byte.SIZE)
                : word >>> ((Long.BYTES - shift - length) * Byte.SIZE);
    }

    private void refuse() {
        if (isModelled()) {
            throw new UnsupportedOperationException("stores of less than a word are not modelled");
        }
    }
}
