package io.verbus.rdma.link;

/**
 * What a publisher says, in the subscriber's memory. Each is a {@link Word}, and the first four stand alone; the jump
 * is told by an immediate that does not move.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | beat: changes as long as the process runs (16)           |
 *       16  | position: the end of the log (16)                        |
 *       32  | sequence: of the next message (16)                       |
 *       48  | sessions: of the stream, where it listens (16)           |
 *           +----------------------------------------------------------+
 *       64  | jump position: where the image goes on (16)              |
 *       80  | jump sequence: of the frame there (16)                   |
 *           +----------------------------------------------------------+
 * </pre>
 */
public final class PublisherWords {
    /** Bytes of all. */
    public static final int LENGTH = 96;

    static final int BEAT_OFFSET = 0;
    static final int POSITION_OFFSET = 16;
    static final int SEQUENCE_OFFSET = 32;
    static final int SESSIONS_OFFSET = 48;
    static final int JUMP_OFFSET = 64;
    static final int JUMP_POSITION_OFFSET = 64;
    static final int JUMP_SEQUENCE_OFFSET = 80;

    private PublisherWords() {
    }
}
