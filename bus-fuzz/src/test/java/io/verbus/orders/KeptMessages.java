package io.verbus.orders;

import io.verbus.MessageWriter;
import io.verbus.Session;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Keeps the messages of one end. */
public final class KeptMessages implements MessageWriter {
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
    public long commit() {
        final byte[] message = new byte[claimed];
        buffer.getBytes(0, message);
        messages.add(message);
        position += claimed;
        return messages.size() - 1;
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
    public Session session() {
        return new Session("kept", 1, "test", 1, 0, "");
    }
}
