package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Compares every overridden accessor with that of Agrona's buffer, at indexes in and around the buffer. */
class OffHeapBufferTest {
    private static final int LENGTH = 64;
    private static final int OPERATIONS = 4_000;

    /** An access with an index and, for a store, a value. */
    @FunctionalInterface
    private interface Access {
        Object apply(MutableDirectBuffer buffer, int index, long value, ByteOrder order);
    }

    static final List<Access> ACCESSES = List.of((b, i, v, o) -> b.getLong(i),
            (b, i, v, o) -> b.getLong(i, o),
            (b, i, v, o) -> done(() -> b.putLong(i, v)),
            (b, i, v, o) -> done(() -> b.putLong(i, v, o)),
            (b, i, v, o) -> b.getInt(i),
            (b, i, v, o) -> b.getInt(i, o),
            (b, i, v, o) -> done(() -> b.putInt(i, (int) v)),
            (b, i, v, o) -> done(() -> b.putInt(i, (int) v, o)),
            (b, i, v, o) -> b.getShort(i),
            (b, i, v, o) -> b.getShort(i, o),
            (b, i, v, o) -> done(() -> b.putShort(i, (short) v)),
            (b, i, v, o) -> done(() -> b.putShort(i, (short) v, o)),
            (b, i, v, o) -> b.getChar(i),
            (b, i, v, o) -> b.getChar(i, o),
            (b, i, v, o) -> done(() -> b.putChar(i, (char) v)),
            (b, i, v, o) -> done(() -> b.putChar(i, (char) v, o)),
            (b, i, v, o) -> b.getByte(i),
            (b, i, v, o) -> done(() -> b.putByte(i, (byte) v)),
            (b, i, v, o) -> bits(b.getDouble(i)),
            (b, i, v, o) -> bits(b.getDouble(i, o)),
            (b, i, v, o) -> done(() -> b.putDouble(i, Double.longBitsToDouble(v))),
            (b, i, v, o) -> done(() -> b.putDouble(i, Double.longBitsToDouble(v), o)),
            (b, i, v, o) -> bits(b.getFloat(i)),
            (b, i, v, o) -> bits(b.getFloat(i, o)),
            (b, i, v, o) -> done(() -> b.putFloat(i, Float.intBitsToFloat((int) v))),
            (b, i, v, o) -> done(() -> b.putFloat(i, Float.intBitsToFloat((int) v), o)));

    static final List<Consumer<OffHeapBuffer>> WRAPS = List.of(buffer -> buffer.wrap(new byte[8]),
            buffer -> buffer.wrap(new byte[8], 0, 8), buffer -> buffer.wrap(ByteBuffer.allocateDirect(8)),
            buffer -> buffer.wrap(ByteBuffer.allocateDirect(8), 0, 8), buffer -> buffer.wrap(new UnsafeBuffer()),
            buffer -> buffer.wrap(new UnsafeBuffer(new byte[8]), 0, 8), buffer -> buffer.wrap(0L, 8));

    @ParameterizedTest
    @FieldSource("ACCESSES")
    void accessorDoesAsThatOfAgrona(final Access accessor) {
        final SplittableRandom random = new SplittableRandom(ACCESSES.indexOf(accessor));
        final UnsafeBuffer expected = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
        final OffHeapBuffer actual = OffHeapBuffer.allocate(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            expected.putByte(i, (byte) random.nextInt());
        }
        actual.putBytes(0, expected, 0, LENGTH);
        for (int i = 0; i < OPERATIONS; i++) {
            final int index = i % 1_000 == 0 ? random.nextInt() : random.nextInt(-LENGTH / 4, LENGTH + LENGTH / 4);
            final long value = random.nextLong();
            final ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            assertEquals(result(accessor, expected, index, value, order),
                    result(accessor, actual, index, value, order), () -> "index " + index);
        }
        assertEquals(0, expected.compareTo(actual), "different bytes");
    }

    private static Object result(final Access access, final MutableDirectBuffer buffer, final int index,
            final long value, final ByteOrder order) {
        try {
            return access.apply(buffer, index, value, order);
        } catch (final IndexOutOfBoundsException e) {
            return "out of bounds";
        }
    }

    private static Object done(final Runnable store) {
        store.run();
        return "stored";
    }

    private static long bits(final double value) {
        return Double.doubleToLongBits(value);
    }

    private static int bits(final float value) {
        return Float.floatToIntBits(value);
    }

    @ParameterizedTest
    @FieldSource("WRAPS")
    void bufferCannotBeWrappedAroundOtherMemory(final Consumer<OffHeapBuffer> wrap) {
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(LENGTH);
        assertThrows(UnsupportedOperationException.class, () -> wrap.accept(buffer));
        assertEquals(LENGTH, buffer.capacity());
    }

    @Test
    void arraysAndShortMemoryAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new OffHeapBuffer(new UnsafeBuffer(new byte[8]), 0, 8));
        assertThrows(IllegalArgumentException.class, () -> OffHeapBuffer.allocate(7));
    }

    @Test
    void partBeginsAtItsOffset() {
        final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
        memory.putLong(16, 42);
        final OffHeapBuffer part = new OffHeapBuffer(memory, 16, 8);
        assertEquals(42, part.getLong(0));
        assertThrows(IndexOutOfBoundsException.class, () -> part.getLong(1));
        assertThrows(IndexOutOfBoundsException.class, () -> part.getByte(-1));
    }
}
