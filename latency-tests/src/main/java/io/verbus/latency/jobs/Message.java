package io.verbus.latency.jobs;

import io.verbus.log.FrameLayout;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message that is measured with: eight words, of which the first is its number or says what it is. */
public final class Message {
    /** Bytes of it. */
    public static final int LENGTH = 64;
    /** Bytes of log that it takes, and that go over the wire for it. */
    public static final int FRAME_LENGTH = FrameLayout.align(FrameLayout.HEADER_LENGTH + LENGTH);

    private Message() {
    }

    static void encode(final MutableDirectBuffer buffer, final int offset, final long word) {
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            buffer.putLong(offset + i, word);
        }
    }

    static long word(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset);
    }
}
