package io.verbus.orders;

import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Keeps the messages of one end. */
public final class KeptMessages implements MessageSink {
    private static final int MAX_CLAIM = 4_096;

    public final List<byte[]> messages = new ArrayList<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_CLAIM]);
    private int claimed;
    private long position;

    @Override
    public int claim(final int length) {
        claimed = length;
        return 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    @Override
    public void commit() {
        final byte[] message = new byte[claimed];
        buffer.getBytes(0, message);
        messages.add(message);
        position += claimed;
    }

    @Override
    public void abort() {
        claimed = 0;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long session() {
        return 1;
    }
}
