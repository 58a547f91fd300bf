package io.verbus.latency.frame;

/**
 * The frame under test; {@code frame.h} holds the same parameters for C.
 *
 * <pre>
 *   0               4               8              16             HEADER
 *   +---------------+---------------+---------------+- - - - - - - -+----------- - - -+
 *   | commit word   | type          | sequence      | time stamp    | payload         | to ALIGNMENT
 *   +---------------+---------------+---------------+- - - - - - - -+----------- - - -+
 * </pre>
 *
 * Commit word: bits 0-27 length of header and payload in bytes, 28 padding, 29 parity of the lap (only without
 * {@link #CLEAR}). Values come from system properties, once, so that the compiler folds them.
 */
final class FrameLayout {
    /** Bytes before the payload; 24 and 32 have room for a time stamp. */
    static final int HEADER = Integer.getInteger("frame.HEADER", 16);
    /** Bytes, a power of two. */
    static final int ALIGNMENT = Integer.getInteger("frame.ALIGNMENT", 32);
    /** Bytes, a multiple of 8. */
    static final int PAYLOAD = Integer.getInteger("frame.PAYLOAD", 32);
    /** Bytes of the ring, a power of two. */
    static final int CAPACITY = Integer.getInteger("frame.CAPACITY", 4 << 20);
    /** Whether commit word and type are stored as one 8-byte word. */
    static final boolean WIDE_COMMIT_WORD = Integer.getInteger("frame.COMMIT_WORD", 4) == 8;
    /** Without it a lap bit tells new from old, which is sound for one frame size only: a yardstick. */
    static final boolean CLEAR = flag("frame.CLEAR", true);
    /** Bytes; after each commit every commit word up to so far ahead is cleared. 0: only the next, before it. */
    static final int CLEAR_AHEAD = Integer.getInteger("frame.CLEAR_AHEAD", 512);
    /** Bytes that are cleared together, then. */
    static final int CLEAR_BLOCK = 256;
    /** Bytes that a claim needs behind its frame. */
    static final int RESERVE = CLEAR_AHEAD > 0 ? CLEAR_AHEAD + CLEAR_BLOCK : 0;
    /** Without it the limit is the reader's position plus capacity, read again when reached; no horizon. */
    static final boolean CHUNKED = flag("frame.CHUNKED", true);
    static final boolean CHECK_SEQUENCE = flag("frame.CHECK_SEQUENCE", true);
    /** After each frame, as for a reader in place. */
    static final boolean CHECK_HORIZON = flag("frame.CHECK_HORIZON", true);
    /** Read the clock for each frame; needs a header of 24 bytes or more. */
    static final boolean TIME_STAMP = flag("frame.TIME_STAMP", false);
    /** Commit with a volatile store (a full fence on x86) in place of a release store. */
    static final boolean VOLATILE_COMMIT = flag("frame.VOLATILE_COMMIT", false);
    /** {@link Thread#onSpinWait} between empty polls and failed claims. */
    static final boolean ON_SPIN_WAIT = flag("frame.ON_SPIN_WAIT", false);
    /** Most frames in one poll. */
    static final int BATCH = Integer.getInteger("frame.BATCH", 64);
    /** Bytes of an Aeron term buffer. */
    static final int TERM = Integer.getInteger("frame.TERM", 64 << 20);

    static final int TYPE_OFFSET = 4;
    static final int SEQUENCE_OFFSET = 8;
    static final int TIME_STAMP_OFFSET = 16;
    static final int LENGTH_MASK = (1 << 28) - 1;
    static final int PADDING = 1 << 28;
    static final int LAP_PARITY = 1 << 29;

    /** Bytes of the log's own header, before the ring. */
    static final int LOG_HEADER = 4096;
    static final int HORIZON_OFFSET = 0;
    /** Sixteen pairs of position and sequence: the first frame that begins in each chunk. */
    static final int CHUNK_TABLE_OFFSET = 64;
    static final int CHUNKS = 16;
    static final int CHUNK = CAPACITY / CHUNKS;

    private FrameLayout() {
    }

    private static boolean flag(final String name, final boolean otherwise) {
        return Integer.getInteger(name, otherwise ? 1 : 0) != 0;
    }

    static int aligned(final int bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    static int offset(final long position) {
        return (int) position & (CAPACITY - 1);
    }

    static int lapFlag(final long position) {
        return CLEAR || ((position / CAPACITY) & 1) != 0 ? 0 : LAP_PARITY;
    }

    /** Between two tries of a poll or a claim. */
    static void idle() {
        if (ON_SPIN_WAIT) {
            Thread.onSpinWait();
        }
    }
}
