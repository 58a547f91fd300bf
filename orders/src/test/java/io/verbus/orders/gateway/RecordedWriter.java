package io.verbus.orders.gateway;

import io.verbus.MessageWriter;
import io.verbus.Session;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Keeps the messages that are written to it. */
final class RecordedWriter implements MessageWriter {
    final List<byte[]> messages = new ArrayList<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(4_096));
    private int claimed;

    @Override
    public int claim(final int length) {
        claimed = length;
        buffer.setMemory(0, length, (byte) 0x5A); // a field that is not set differs from run to run on a bus
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
        return messages.size() - 1;
    }

    @Override
    public void abort() {
        claimed = 0;
    }

    @Override
    public long position() {
        return messages.stream().mapToLong(one -> one.length).sum();
    }

    @Override
    public Session session() {
        return new Session("recorded", 0, "test", 1, 0, "");
    }

    /** The messages as text, for comparison. */
    static List<String> shown(final List<byte[]> messages) {
        return messages.stream().map(Arrays::toString).toList();
    }
}
