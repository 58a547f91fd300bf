package io.verbus.journal.segment;

import io.verbus.log.FrameLayout;
import org.agrona.BitUtil;

/**
 * A record of a journal: when it was received, then a frame as in the log, with a message, a loss, or the end of the
 * session. Little endian, aligned to {@value #ALIGNMENT} bytes.
 *
 * <pre>
 *           +------------------------------------------------------------------+
 *        0  | length of the record (4)                                         |
 *        4  | CRC-32C of what follows (4)                                      |
 *        8  | received, UTC ns (8)                                             |
 *           +------------------------------------------------------------------+
 *       16  | commit word of the frame (8)                                     |
 *       24  | sequence (8)                                                     |
 *       32  | timestamp and number of frames, if flags say so; payload         |
 *           +------------------------------------------------------------------+
 * </pre>
 *
 * <p>Length and checksum are one word, which is stored last, with release; 0 means that there is no record. The length
 * is that of the frame and {@value #FRAME_OFFSET}, without what aligns it. The commit word has length, flags and type
 * of {@link FrameLayout}. A message stands whole in one record, also one that took several frames in the log: then
 * their number (8) stands before it. In the log it is known for the whole stream whether frames have timestamps (8);
 * here each says so.
 *
 * <p>The record of a loss has as payload the last sequence that is lost (8) and the cause in words; that of the end of
 * a session, nothing; that of a session whose publisher was lost, the cause in words. The receive times of a session
 * never go back.
 */
public final class RecordLayout {
    /** Bytes to which records are aligned. */
    public static final int ALIGNMENT = 8;
    /** Type of the frame that stands for messages that nobody could deliver. */
    public static final int LOSS = 4;
    /** Type of the frame behind which nothing comes, as the session's publisher was lost for good. */
    public static final int LOST = 5;
    /** Flag of a frame that has a publication timestamp before its payload. */
    public static final int STAMPED = 0b0100;
    /** Flag of a frame whose message took several in the log: their number stands before the payload. */
    public static final int COUNTED = 0b1000;

    static final int LENGTH_OFFSET = 0;
    static final int CHECKSUM_OFFSET = 4;
    static final int RECEIVED_OFFSET = 8;
    static final int FRAME_OFFSET = 16;
    static final int COMMIT_WORD_OFFSET = FRAME_OFFSET + FrameLayout.COMMIT_WORD_OFFSET;
    static final int SEQUENCE_OFFSET = FRAME_OFFSET + FrameLayout.SEQUENCE_OFFSET;
    /** Bytes of a record with an empty frame, and offset of what may stand before the payload. */
    static final int HEADER_LENGTH = FRAME_OFFSET + FrameLayout.HEADER_LENGTH;
    /** The longest record: a message of the greatest length, with all that may stand before it. */
    static final int MAX_LENGTH = HEADER_LENGTH + 2 * Long.BYTES + FrameLayout.MAX_MESSAGE_LENGTH;
    /** The longest cause in bytes. */
    static final int MAX_CAUSE_LENGTH = 1024;

    private RecordLayout() {
    }

    static int align(final int length) {
        return BitUtil.align(length, ALIGNMENT);
    }

    static long word(final int length, final int checksum) {
        return (long) checksum << Integer.SIZE | length;
    }

    static int length(final long word) {
        return (int) word;
    }

    static int checksum(final long word) {
        return (int) (word >>> Integer.SIZE);
    }
}
