package io.verbus.counters;

import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** A label under construction, whose parts a key points to. Text beyond Agrona's longest label is cut. */
final class CounterLabel {
    /** As in the files of subscriptions and logs: a long name leaves room for the other parts. */
    private static final int MAX_PART_LENGTH = 124;

    private final UnsafeBuffer text = new UnsafeBuffer(new byte[CountersReader.MAX_LABEL_LENGTH]);
    private int length;

    UnsafeBuffer text() {
        return text;
    }

    int length() {
        return length;
    }

    void begin(final String words) {
        length = 0;
        add(words);
    }

    void add(final String words) {
        add(words, Integer.MAX_VALUE);
    }

    /** Adds a text, and stores its offset and length. */
    void addPart(final String words, final MutableDirectBuffer key, final int at) {
        key.putInt(at, length);
        key.putInt(at + Integer.BYTES, add(words, MAX_PART_LENGTH));
    }

    private int add(final String words, final int maxLength) {
        final byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        final int added = Math.min(bytes.length, Math.min(maxLength, text.capacity() - length));
        text.putBytes(length, bytes, 0, added);
        length += added;
        return added;
    }
}
