package io.verbus.marketdata.generator;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.marketdata.itch.ItchType;
import org.agrona.concurrent.UnsafeBuffer;

/** Encodes messages field by field, in the order of the specification. */
final class Tape {
    private static final int LONGEST_MESSAGE = 50;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONGEST_MESSAGE]);
    private final ItchGenerator.Sink sink;
    private final DayClock clock;
    private int length;
    private long written;

    Tape(final ItchGenerator.Sink sink, final DayClock clock) {
        this.sink = sink;
        this.clock = clock;
    }

    long written() {
        return written;
    }

    /** Starts a message with the common fields: type, stock locate, tracking number (0), timestamp. */
    Tape begin(final char type, final int locate) {
        final long nowNs = clock.next();
        length = 0;
        return letter(type).number2(locate).number2(0).number2((int) (nowNs >>> Integer.SIZE)).number4((int) nowNs);
    }

    Tape letter(final char letter) {
        buffer.putByte(length, (byte) letter);
        length += Byte.BYTES;
        return this;
    }

    Tape number2(final int value) {
        buffer.putShort(length, (short) value, BIG_ENDIAN);
        length += Short.BYTES;
        return this;
    }

    Tape number4(final int value) {
        buffer.putInt(length, value, BIG_ENDIAN);
        length += Integer.BYTES;
        return this;
    }

    Tape number8(final long value) {
        buffer.putLong(length, value, BIG_ENDIAN);
        length += Long.BYTES;
        return this;
    }

    Tape text(final String ascii) {
        length += buffer.putStringWithoutLengthAscii(length, ascii);
        return this;
    }

    void end() {
        assert length == ItchType.length(buffer.getByte(0)) : (char) buffer.getByte(0);
        written++;
        sink.onMessage(buffer, 0, length);
    }
}
