package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.ALIGNMENT;
import static io.verbus.internal.log.FrameLayout.DATA;
import static io.verbus.internal.log.FrameLayout.END;
import static io.verbus.internal.log.FrameLayout.FIRST;
import static io.verbus.internal.log.FrameLayout.LAST;
import static io.verbus.internal.log.FrameLayout.PADDING;
import static io.verbus.internal.log.FrameLayout.WHOLE;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.commitWord;

import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Short, correct logs for seeds. */
final class SoundLog {
    private static final long NEAR_THE_END = Rings.CAPACITY - 2 * ALIGNMENT;

    static final List<Story> STORIES = List.of(
            new Story(false, 0, 0, 8, 0, 40, -100, 24),
            new Story(true, 0, 0, 8, 30, -70, 1),
            new Story(false, 5L * Rings.CAPACITY + NEAR_THE_END, 1L << 33, 8, 60, -90, 8),
            new Story(true, NEAR_THE_END, 7, 40, 40));

    private final Log log;
    private final int header;
    private final int begin;
    private int at;
    private long sequence;

    private SoundLog(final Log log, final Story story) {
        this.log = log;
        this.header = FrameLayout.payloadOffset(log.identity());
        this.begin = (int) story.position & Rings.CAPACITY - 1;
        this.sequence = story.sequence;
    }

    /**
     * Content of a log.
     *
     * @param timestamps whether frames have them
     * @param position of the first frame
     * @param sequence of the first frame
     * @param lengths of messages; negative for a message in two frames; then the session ends
     */
    record Story(boolean timestamps, long position, long sequence, int... lengths) {}

    /** Writes the content into a log; returns the bytes. */
    static byte[] write(final Log log, final Story story) {
        final SoundLog sound = new SoundLog(log, story);
        log.ring().setMemory(0, Rings.CAPACITY, (byte) 0);
        for (final int length : story.lengths) {
            if (length >= 0) {
                sound.frame(DATA, WHOLE, new byte[length]);
            } else {
                final UnsafeBuffer first = new UnsafeBuffer(new byte[Long.BYTES + 20]);
                first.putLong(0, -length);
                sound.frame(DATA, FIRST, first.byteArray());
                sound.frame(DATA, LAST, new byte[-length - 20]);
            }
        }
        sound.frame(END, WHOLE, new byte[0]);
        return Rings.copy(log, story.position, sound.at);
    }

    private void frame(final int type, final int flags, final byte[] payload) {
        final int length = type == DATA ? header + payload.length : 16;
        final int left = Rings.CAPACITY - (begin + at & Rings.CAPACITY - 1);
        if (align(length) > left) {
            put(PADDING, WHOLE, left, new byte[0]);
        }
        put(type, flags, length, payload);
        sequence += type == DATA ? 1 : 0;
    }

    private void put(final int type, final int flags, final int length, final byte[] payload) {
        final int offset = begin + at & Rings.CAPACITY - 1;
        log.ring().putLong(offset, commitWord(type, flags, length));
        log.ring().putLong(offset + 8, sequence);
        log.ring().putBytes(offset + header, payload);
        at += align(length);
    }
}
