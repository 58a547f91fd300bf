package io.verbus.tcp.frame;

/**
 * Header of a frame on a connection after the handshake. Little endian. The bytes of a run and those of history follow
 * their header; all other frames are headers alone.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | type (4)                                                 |
 *        4  | length (4)                                               |
 *           +----------------------------------------------------------+
 *        8  | position (8)                                             |
 *       16  | sequence (8)                                             |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <pre>
 *   type                   by          length          position               sequence
 *   1 run                  publisher   of its bytes    of the first byte      0
 *   2 jump                 publisher   0               at which it continues  of the frame there
 *   3 end of the log       publisher   sessions        end of the log         of the next message
 *   4 history              publisher   of its bytes    offset in the file     0
 *   5 credit               subscriber  0               consumed               0
 *   6 sign of life         subscriber  0               consumed               0
 *   7 leave                subscriber  0               0                      0
 *   8 history request      subscriber  of the bytes    offset in the file     0
 * </pre>
 */
public final class FrameHeader {
    /** Bytes of a header. */
    public static final int LENGTH = 24;

    /** Bytes of the log as they are, which follow those before. */
    public static final int RUN = 1;
    /** The image continues at another position; nothing is sent before the subscriber has consumed up to it. */
    public static final int JUMP = 2;
    /** Heartbeat of the publisher. */
    public static final int LOG_END = 3;
    /** Bytes of the log's file, as requested. */
    public static final int HISTORY = 4;
    /** Consumed bytes, which the publisher may write again. */
    public static final int CREDIT = 5;
    /** Heartbeat of the subscriber. */
    public static final int SIGN_OF_LIFE = 6;
    /** The subscription leaves the session. */
    public static final int LEAVE = 7;
    /** A request for bytes of the log's file, one at a time. */
    public static final int HISTORY_REQUEST = 8;

    static final int TYPE_OFFSET = 0;
    static final int LENGTH_OFFSET = 4;
    static final int POSITION_OFFSET = 8;
    static final int SEQUENCE_OFFSET = 16;

    private FrameHeader() {
    }
}
