package io.verbus.internal.journal;

import io.verbus.internal.log.FrameLayout;
import org.agrona.BitUtil;

/**
 * A record of a journal: the receive time, then a frame as in the log with a message, a loss, or the end of the
 * session. Little endian, aligned to {@value #ALIGNMENT} bytes.
 *
 * <pre>
 *           +------------------------------------------------------------------+
 *        0  | length of the record (4)                                         |
 *        4  | CRC-32C of the bytes after it (4)                                |
 *        8  | received, UTC ns (8)                                             |
 *           +------------------------------------------------------------------+
 *       16  | commit word of the frame (8)                                     |
 *       24  | sequence (8)                                                     |
 *       32  | timestamp and number of frames, each if flagged; payload         |
 *           +------------------------------------------------------------------+
 * </pre>
 *
 * <p>Length and checksum are one word, which is stored last, with release; 0 means that there is no record. The length
 * is that of the frame plus {@value #FRAME_OFFSET}, without alignment. The commit word has length, flags and type of
 * {@link FrameLayout}. A message is whole in one record. If it took several frames in the log, their number (8)
 * precedes it. A flag indicates whether the frame has a timestamp (8); in the log that is a property of the stream.
 *
 * <p>The payload of a loss is the last lost sequence (8) and the cause in words; that of a regular end is empty; that
 * of a lost publisher is the cause in words. The receive times of a session never decrease.
 */
public final class RecordLayout {
    /** Bytes to which records are aligned. */
    public static final int ALIGNMENT = 8;
    /** Type of the frame for messages that could not be delivered. */
    public static final int LOSS = 4;
    /** Type of the last frame of a session with a publisher that was lost for good. */
    public static final int LOST = 5;
    /** Flag of a frame that has a publication timestamp before its payload. */
    public static final int STAMPED = 0b0100;
    /** Flag of a message that took several frames in the log: their number precedes the payload. */
    public static final int COUNTED = 0b1000;

    static final int LENGTH_OFFSET = 0;
    static final int CHECKSUM_OFFSET = 4;
    static final int RECEIVED_OFFSET = 8;
    static final int FRAME_OFFSET = 16;
    static final int COMMIT_WORD_OFFSET = FRAME_OFFSET + FrameLayout.COMMIT_WORD_OFFSET;
    static final int SEQUENCE_OFFSET = FRAME_OFFSET + FrameLayout.SEQUENCE_OFFSET;
    /** Bytes of a record with an empty frame, and offset of the optional fields before the payload. */
    static final int HEADER_LENGTH = FRAME_OFFSET + FrameLayout.HEADER_LENGTH;
    /** The longest record: a message of the maximum length with all optional fields. */
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
