package io.verbus.internal.monitor;

/**
 * The loss report of a bus directory: the newest losses of all its subscriptions, in a ring of entries. Little endian.
 * Written by any thread of any process of its user.
 *
 * <pre>
 *           +--------------------------------------------------------------------------+
 *        0  | magic (8)                                                                |
 *        8  | layout version (4)                                                       |
 *       12  | number of entries (4)                                                    |
 *           +--------------------------------------------------------------------------+
 *      128  | numbers handed out so far (8)                                            |
 *           +--------------------------------------------------------------------------+
 *     4096  | entries: 2048 of 512 (1048576)                                           |
 *           +--------------------------------------------------------------------------+
 *  1052672  | end                                                                      |
 *           +--------------------------------------------------------------------------+
 *
 *  an entry:
 *           +--------------------------------------------------------------------------+
 *        0  | state: 0 free, n + 1 holds loss n, -(n + 1) being written as loss n (8)  |
 *        8  | time, UTC ns (8)                                                         |
 *       16  | session (8)                                                              |
 *       24  | publisher pid (8)                                                        |
 *       32  | subscription (8)                                                         |
 *       40  | subscriber pid (8)                                                       |
 *       48  | first sequence (8)                                                       |
 *       56  | last sequence (8)                                                        |
 *       64  | revision: odd while the loss is replaced by a sum (8)                    |
 *       72  | messages that are missing (8)                                            |
 *       80  | gaps that they are in (8)                                                |
 *       88  | cause: ordinal of its GapCause (4)                                       |
 *      128  | stream: length 4, UTF-8 up to 124 (128)                                  |
 *      256  | subscription's name: length 4, UTF-8 up to 124 (128)                     |
 *      384  | description of the cause: length 4, UTF-8 up to 124 (128)                |
 *           +--------------------------------------------------------------------------+
 * </pre>
 */
public final class LossLayout {
    /** First bytes of the file: "VERBUSLS". */
    public static final long MAGIC = 0x534C_5355_4252_4556L;
    /** Version of this layout. */
    public static final int VERSION = 3;
    /** Capacity of the report in losses; older ones are overwritten. */
    public static final int ENTRIES = 2048;
    /** Bytes of the file. */
    public static final int LENGTH = 1_052_672;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int ENTRIES_OFFSET = 12;
    public static final int NEXT_OFFSET = 128;
    /** Upper bound of a valid count. A higher one was not written by Verbus, and n + 1 might overflow. */
    public static final long MAX_NEXT = 1L << 62;
    public static final int RING_OFFSET = 4096;

    public static final int ENTRY_LENGTH = 512;
    public static final int STATE_OFFSET = 0;
    static final int TIME_OFFSET = 8;
    static final int SESSION_OFFSET = 16;
    static final int PUBLISHER_PID_OFFSET = 24;
    static final int SUBSCRIPTION_OFFSET = 32;
    static final int SUBSCRIBER_PID_OFFSET = 40;
    static final int FIRST_OFFSET = 48;
    static final int LAST_OFFSET = 56;
    public static final int REVISION_OFFSET = 64;
    static final int MESSAGES_OFFSET = 72;
    static final int GAPS_OFFSET = 80;
    static final int CAUSE_OFFSET = 88;
    static final int STREAM_OFFSET = 128;
    static final int NAME_OFFSET = 256;
    static final int DESCRIPTION_OFFSET = 384;
    /** Longest text in bytes, without its length field. */
    public static final int TEXT_LENGTH = 124;

    private LossLayout() {
    }

    public static int entry(final long number) {
        return RING_OFFSET + (int) (number & ENTRIES - 1) * ENTRY_LENGTH;
    }
}
