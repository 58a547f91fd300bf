package io.verbus.internal.monitor;

import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** A label under construction; a key points to its parts. Text beyond Agrona's maximum label length is cut. */
public final class CounterLabel {
    /** As in the files of subscriptions and logs: a long name leaves room for the other parts. */
    private static final int MAX_PART_LENGTH = 124;

    private final UnsafeBuffer text = new UnsafeBuffer(new byte[CountersReader.MAX_LABEL_LENGTH]);
    private int length;

    public UnsafeBuffer text() {
        return text;
    }

    public int length() {
        return length;
    }

    public void start(final String part) {
        length = 0;
        add(part);
    }

    public void add(final String part) {
        add(part, Integer.MAX_VALUE);
    }

    /** Adds a text, and stores its offset and length. */
    public void addPart(final String part, final MutableDirectBuffer key, final int at) {
        key.putInt(at, length);
        key.putInt(at + Integer.BYTES, add(part, MAX_PART_LENGTH));
    }

    private int add(final String part, final int maxLength) {
        final byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        final int added = Math.min(bytes.length, Math.min(maxLength, text.capacity() - length));
        text.putBytes(length, bytes, 0, added);
        length += added;
        return added;
    }
}
