package io.verbus.rdma.link;

/**
 * Control block that a publisher writes in the subscriber's memory. Each value is a {@link TornSafeLong}. The first
 * four are independent; a jump is announced by an immediate that equals the current position.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | heartbeat: changes while the process runs (16)           |
 *       16  | position: the end of the log (16)                        |
 *       32  | sequence: of the next message (16)                       |
 *       48  | sessions: of the stream, at this listener (16)           |
 *           +----------------------------------------------------------+
 *       64  | jump position: where the image continues (16)            |
 *       80  | jump sequence: of the frame there (16)                   |
 *           +----------------------------------------------------------+
 * </pre>
 */
public final class PublisherControlBlock {
    /** Length in bytes. */
    public static final int LENGTH = 96;

    static final int HEARTBEAT_OFFSET = 0;
    static final int POSITION_OFFSET = 16;
    static final int SEQUENCE_OFFSET = 32;
    static final int SESSIONS_OFFSET = 48;
    static final int JUMP_OFFSET = 64;
    static final int JUMP_POSITION_OFFSET = 64;
    static final int JUMP_SEQUENCE_OFFSET = 80;

    private PublisherControlBlock() {
    }
}
