package io.verbus.internal.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An Agrona buffer over native memory, for applications. It cannot be wrapped around other memory.
 *
 * <p>An {@link UnsafeBuffer} may be over an array, which is known only at run time: the compiler then assumes that each
 * access may change any field. Here the base is null by construction. The bounds are checked by one unsigned
 * comparison instead of three; the check is always on (docs/decisions/0034-off-heap-buffer.md).
 */
public final class OffHeapBuffer extends UnsafeBuffer {
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private final long base;
    private final int length;

    /**
     * A part of a buffer.
     *
     * @param memory outside the Java heap, mapped as long as this buffer is used
     * @param offset of the part in bytes
     * @param length of the part in bytes, at least 8
     */
    public OffHeapBuffer(final DirectBuffer memory, final int offset, final int length) {
        super(memory, offset, length);
        if (byteArray() != null || length < Long.BYTES) {
            throw new IllegalArgumentException("not native memory of at least 8 bytes: " + memory);
        }
        this.base = addressOffset();
        this.length = length;
    }

    /**
     * Allocates memory, which is freed with the buffer.
     *
     * @param length in bytes, at least 8
     * @return the buffer, filled with zeros
     */
    public static OffHeapBuffer allocate(final int length) {
        return new OffHeapBuffer(new UnsafeBuffer(ByteBuffer.allocateDirect(length)), 0, length);
    }

    private long at(final int index, final int bytes) {
        if (Integer.compareUnsigned(index, length - bytes) > 0) {
            throw outOfBounds(index, bytes);
        }
        return base + index;
    }

    private IndexOutOfBoundsException outOfBounds(final int index, final int bytes) {
        return new IndexOutOfBoundsException("index " + index + " and " + bytes + " bytes exceed the capacity of "
                + length);
    }

    @Override
    public long getLong(final int index) {
        return UnsafeApi.getLong(null, at(index, Long.BYTES));
    }

    @Override
    public long getLong(final int index, final ByteOrder order) {
        final long value = getLong(index);
        return order == NATIVE ? value : Long.reverseBytes(value);
    }

    @Override
    public void putLong(final int index, final long value) {
        UnsafeApi.putLong(null, at(index, Long.BYTES), value);
    }

    @Override
    public void putLong(final int index, final long value, final ByteOrder order) {
        putLong(index, order == NATIVE ? value : Long.reverseBytes(value));
    }

    @Override
    public int getInt(final int index) {
        return UnsafeApi.getInt(null, at(index, Integer.BYTES));
    }

    @Override
    public int getInt(final int index, final ByteOrder order) {
        final int value = getInt(index);
        return order == NATIVE ? value : Integer.reverseBytes(value);
    }

    @Override
    public void putInt(final int index, final int value) {
        UnsafeApi.putInt(null, at(index, Integer.BYTES), value);
    }

    @Override
    public void putInt(final int index, final int value, final ByteOrder order) {
        putInt(index, order == NATIVE ? value : Integer.reverseBytes(value));
    }

    @Override
    public short getShort(final int index) {
        return UnsafeApi.getShort(null, at(index, Short.BYTES));
    }

    @Override
    public short getShort(final int index, final ByteOrder order) {
        final short value = getShort(index);
        return order == NATIVE ? value : Short.reverseBytes(value);
    }

    @Override
    public void putShort(final int index, final short value) {
        UnsafeApi.putShort(null, at(index, Short.BYTES), value);
    }

    @Override
    public void putShort(final int index, final short value, final ByteOrder order) {
        putShort(index, order == NATIVE ? value : Short.reverseBytes(value));
    }

    @Override
    public char getChar(final int index) {
        return UnsafeApi.getChar(null, at(index, Character.BYTES));
    }

    @Override
    public char getChar(final int index, final ByteOrder order) {
        final char value = getChar(index);
        return order == NATIVE ? value : Character.reverseBytes(value);
    }

    @Override
    public void putChar(final int index, final char value) {
        UnsafeApi.putChar(null, at(index, Character.BYTES), value);
    }

    @Override
    public void putChar(final int index, final char value, final ByteOrder order) {
        putChar(index, order == NATIVE ? value : Character.reverseBytes(value));
    }

    @Override
    public byte getByte(final int index) {
        return UnsafeApi.getByte(null, at(index, Byte.BYTES));
    }

    @Override
    public void putByte(final int index, final byte value) {
        UnsafeApi.putByte(null, at(index, Byte.BYTES), value);
    }

    @Override
    public double getDouble(final int index) {
        return Double.longBitsToDouble(getLong(index));
    }

    @Override
    public double getDouble(final int index, final ByteOrder order) {
        return Double.longBitsToDouble(getLong(index, order));
    }

    @Override
    public void putDouble(final int index, final double value) {
        putLong(index, Double.doubleToRawLongBits(value));
    }

    @Override
    public void putDouble(final int index, final double value, final ByteOrder order) {
        putLong(index, Double.doubleToRawLongBits(value), order);
    }

    @Override
    public float getFloat(final int index) {
        return Float.intBitsToFloat(getInt(index));
    }

    @Override
    public float getFloat(final int index, final ByteOrder order) {
        return Float.intBitsToFloat(getInt(index, order));
    }

    @Override
    public void putFloat(final int index, final float value) {
        putInt(index, Float.floatToRawIntBits(value));
    }

    @Override
    public void putFloat(final int index, final float value, final ByteOrder order) {
        putInt(index, Float.floatToRawIntBits(value), order);
    }

    @Override
    public void wrap(final byte[] buffer) {
        throw refusal();
    }

    @Override
    public void wrap(final byte[] buffer, final int offset, final int newLength) {
        throw refusal();
    }

    @Override
    public void wrap(final ByteBuffer buffer) {
        throw refusal();
    }

    @Override
    public void wrap(final ByteBuffer buffer, final int offset, final int newLength) {
        throw refusal();
    }

    @Override
    public void wrap(final DirectBuffer buffer) {
        throw refusal();
    }

    @Override
    public void wrap(final long address, final int newLength) {
        throw refusal();
    }

    /** Called by the constructor only. */
    @Override
    public void wrap(final DirectBuffer buffer, final int offset, final int newLength) {
        if (base != 0) {
            throw refusal();
        }
        super.wrap(buffer, offset, newLength);
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("this buffer is the memory of the bus: wrap a buffer of your own");
    }
}
