package io.verbus.internal.log;

import io.verbus.spi.LogIdentity;

import org.agrona.BitUtil;

/**
 * The layout of a frame in the log. Little endian, aligned to {@value #ALIGNMENT} bytes.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | commit word: length, flags, type (8)                     |
 *        8  | sequence (8)                                             |
 *       16  | timestamp, only in streams that have it (8)              |
 *           +----------------------------------------------------------+
 *       16  | payload, at 24 after a timestamp                         |
 *           +----------------------------------------------------------+
 *
 *   commit word:   63            32 31    28 27                       0
 *                 +----------------+--------+--------------------------+
 *                 |      type      | flags  |  length of the frame     |
 *                 +----------------+--------+--------------------------+
 * </pre>
 *
 * <p>The commit word is stored last, with release; 0 means that the frame is not committed. The length counts header
 * and payload in bytes, without the alignment. It is one word of 8 bytes, so a reader gets length and type with one
 * load.
 *
 * <p>A message longer than the longest frame consists of several consecutive frames, with only padding between them.
 * The flags mark the first and the last. The payload of the first starts with the length of the message ({@value
 * #MESSAGE_LENGTH_LENGTH} bytes), so a reader allocates memory once.
 */
public final class FrameLayout {
    /** Alignment of frames in bytes; a header always fits. */
    public static final int ALIGNMENT = LogIdentity.ALIGNMENT;
    /** Offset of the commit word. */
    public static final int COMMIT_WORD_OFFSET = 0;
    /** Bytes of the commit word. */
    public static final int COMMIT_WORD_LENGTH = Long.BYTES;
    /** Offset of the sequence. */
    public static final int SEQUENCE_OFFSET = 8;
    /** Offset of the publication timestamp, in streams that have one. */
    public static final int TIMESTAMP_OFFSET = 16;
    /** Bytes of a header, and offset of the payload in streams without timestamps. */
    public static final int HEADER_LENGTH = 16;
    /** Offset of the payload in streams with timestamps. */
    public static final int TIMESTAMPED_HEADER_LENGTH = 24;

    /** Type of a frame that carries a message. */
    public static final int DATA = 1;
    /** Type of a frame that fills the rest of the ring; it has the sequence of the next message. */
    public static final int PADDING = 2;
    /** Type of the last frame of a session; its sequence is the number of frames with messages. */
    public static final int END = 3;
    /** Type of a frame of a relay in place of frames that it did not get; it has the sequence of the next message. */
    public static final int MISSING = 4;

    /** Flag of the first frame of a message. */
    public static final int FIRST = 0b0001;
    /** Flag of the last frame of a message. */
    public static final int LAST = 0b0010;
    /** Flags of a frame with a whole message. */
    public static final int WHOLE = FIRST | LAST;
    /** Bytes of the message length at the start of the payload of the first of several frames. */
    public static final int MESSAGE_LENGTH_LENGTH = Long.BYTES;
    /** The longest message in bytes, for any capacity. */
    public static final int MAX_MESSAGE_LENGTH = 16 << 20;
    /** A message is at most this fraction of the log. */
    private static final int MAX_MESSAGE_SHARE = 4;

    /** The highest length of a commit word. */
    public static final int MAX_LENGTH = (1 << 28) - 1;

    private static final int FLAGS_SHIFT = 28;
    private static final int TYPE_SHIFT = 32;

    private FrameLayout() {
    }

    /**
     * The offset of the payload in each frame of a log.
     *
     * @param log its identity
     * @return in bytes
     */
    public static int payloadOffset(final LogIdentity log) {
        return log.timestamps() ? TIMESTAMPED_HEADER_LENGTH : HEADER_LENGTH;
    }

    /**
     * The longest message of a log.
     *
     * @param capacity of the log in bytes
     * @return 16 MiB, or a quarter of the log
     */
    public static int maxMessageLength(final int capacity) {
        return Math.min(MAX_MESSAGE_LENGTH, capacity / MAX_MESSAGE_SHARE);
    }

    /**
     * A commit word.
     *
     * @param type of the frame
     * @param flags {@link #WHOLE}, unless the frame contains part of a message
     * @param length of header and payload, without the alignment
     * @return the word
     */
    public static long commitWord(final int type, final int flags, final int length) {
        return ((long) type << TYPE_SHIFT) | ((long) flags << FLAGS_SHIFT) | length;
    }

    /**
     * The length in a commit word.
     *
     * @param commitWord not to be trusted
     * @return 0 to {@link #MAX_LENGTH}
     */
    public static int length(final long commitWord) {
        return (int) commitWord & MAX_LENGTH;
    }

    /**
     * Flags and type of a commit word, which a reader compares together.
     *
     * @param commitWord not to be trusted
     * @return the word without the length
     */
    public static long kind(final long commitWord) {
        return commitWord >>> FLAGS_SHIFT;
    }

    /**
     * The value of {@link #kind(long)} for a frame with a whole message, padding or the end.
     *
     * @param type of a frame
     * @return flags and type
     */
    public static long kindOf(final int type) {
        return kind(commitWord(type, WHOLE, 0));
    }

    /**
     * Whether a frame carries a message or part of one.
     *
     * @param commitWord not to be trusted
     * @return true if its type is {@link #DATA} and its flags are known
     */
    public static boolean isData(final long commitWord) {
        return kind(commitWord) >>> 2 == kindOf(DATA) >>> 2;
    }

    /**
     * Whether a frame that {@link #isData} is the first of its message.
     *
     * @param commitWord of that frame
     * @return true for the only or the first frame of a message
     */
    public static boolean isFirst(final long commitWord) {
        return (kind(commitWord) & FIRST) != 0;
    }

    /**
     * Whether a frame that {@link #isData} is the last of its message.
     *
     * @param commitWord of that frame
     * @return true for the only or the last frame of a message
     */
    public static boolean isLast(final long commitWord) {
        return (kind(commitWord) & LAST) != 0;
    }

    /**
     * The length of a frame in the log.
     *
     * @param length of header and payload
     * @return the aligned length
     */
    public static int align(final int length) {
        return BitUtil.align(length, ALIGNMENT);
    }
}
