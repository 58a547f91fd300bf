package io.verbus.internal.recovery;

/**
 * A range request: a message on the stream {@link ReplayStreams#requests}. Little endian.
 *
 * <pre>
 *           +------------------------------------------------------------------+
 *        0  | magic (8)                                                        |
 *        8  | layout version (4)                                               |
 *       12  | length of the answer's stream name (4)                           |
 *       16  | request (8)                                                      |
 *       24  | session (8)                                                      |
 *       32  | first sequence (8)                                               |
 *       40  | last sequence (8)                                                |
 *       48  | name of the answer's stream, ASCII                               |
 *           +------------------------------------------------------------------+
 * </pre>
 */
public final class RangeRequestLayout {
    /** First bytes of a request: "VERBUSRQ". */
    static final long MAGIC = 0x5152_5355_4252_4556L;
    /** Version of this layout. */
    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int NAME_LENGTH_OFFSET = 12;
    static final int REQUEST_OFFSET = 16;
    static final int SESSION_OFFSET = 24;
    static final int FIRST_OFFSET = 32;
    static final int LAST_OFFSET = 40;
    static final int NAME_OFFSET = 48;
    /** Longest name of a stream in bytes. */
    static final int MAX_NAME_LENGTH = 120;

    private RangeRequestLayout() {
    }
}
