package io.verbus.internal.recovery;

/**
 * A range response: messages on a separate stream, the last of which is an end. Little endian.
 *
 * <pre>
 *           +------------------------------------------------------------------+
 *        0  | magic (4)                                                        |
 *        4  | layout version (2)                                               |
 *        6  | kind: 1 message, 2 missing, 3 end (2)                            |
 *        8  | request (8)                                                      |
 *       16  | session (8)                                                      |
 *       24  | sequence (8)                                                     |
 *       32  | timestamp, or last sequence that is missing, or reason (8)       |
 *       40  | frames of the message, or reason of a missing range (4)          |
 *       44  | length of the message (4)                                        |
 *       48  | offset of this part (4)                                          |
 *           +------------------------------------------------------------------+
 *       56  | part of the message, or cause in words                           |
 *           +------------------------------------------------------------------+
 * </pre>
 *
 * <p>A message that does not fit into one part is sent in several, in order, that differ only in their offset. The
 * sequence is that of the message; of a missing range, the first missing one; of an end, the first one that is not
 * served. The reason is 0 if the whole range was served, 1 if the rest, or the missing range, is not recorded, 2 if the
 * journal is damaged, 3 if the request is refused at present and may be repeated. The cause is UTF-8.
 */
public final class RangeResponseLayout {
    /** First bytes of a message of a range response: "VRBA". */
    static final int MAGIC = 0x4142_5256;
    /** Version of this layout. */
    static final short VERSION = 2;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int KIND_OFFSET = 6;
    static final int REQUEST_OFFSET = 8;
    static final int SESSION_OFFSET = 16;
    static final int SEQUENCE_OFFSET = 24;
    static final int EXTRA_OFFSET = 32;
    static final int FRAMES_OFFSET = 40;
    static final int LENGTH_OFFSET = 44;
    static final int PART_OFFSET = 48;
    static final int HEADER_LENGTH = 56;

    static final short MESSAGE = 1;
    static final short MISSING = 2;
    static final short END = 3;
    /** The longest cause in bytes. */
    static final int MAX_CAUSE_LENGTH = 1024;

    private RangeResponseLayout() {
    }
}
