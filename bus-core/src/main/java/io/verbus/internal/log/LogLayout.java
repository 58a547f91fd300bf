package io.verbus.internal.log;

import io.verbus.spi.LogIdentity;

/**
 * A log file: a header of one page, and a ring after it. Little endian. Only the publisher's process writes it.
 *
 * <pre>
 *           +------------------------------------------------------------------+
 *        0  | magic (8)                                                        |
 *        8  | layout version (4)                                               |
 *       12  | flags (4)                                                        |
 *       16  | capacity (8)                                                     |
 *       24  | session (8)                                                      |
 *       32  | process (8)                                                      |
 *       40  | pid (8)                                                          |
 *       48  | started, UTC ns (8)                                              |
 *       56  | UTC minus monotonic ns (8)                                       |
 *       64  | stream: length 4, UTF-8 up to 124 (128)                          |
 *      192  | build: length 4, UTF-8 up to 124 (128)                           |
 *      320  | publisher: length 4, UTF-8 up to 124 (128)                       |
 *      448  | CRC-32C of the bytes before it (4)                               |
 *           +------------------------------------------------------------------+
 *      512  | horizon (8)                                                      |
 *           +------------------------------------------------------------------+
 *      640  | heartbeat ns (8)                                                 |
 *      648  | heartbeat position (8)                                           |
 *      656  | heartbeat sequence (8)                                           |
 *      664  | publishing thread ran ns (8)                                     |
 *           +------------------------------------------------------------------+
 *      768  | refused claims: 4 of position 8, from ns 8, to ns 8, 8 free (128)|
 *           +------------------------------------------------------------------+
 *     1024  | chunk table: 16 of position 8, sequence 8 (256)                  |
 *           +------------------------------------------------------------------+
 *     1280  | refused subscriptions: 64 of 8 (512)                             |
 *     1792  | refusal causes: 64 of 4 (256)                                    |
 *           +------------------------------------------------------------------+
 *     2048  | acknowledgements: 64 of subscription 8, join 8, 16 free (2048)   |
 *           +------------------------------------------------------------------+
 *     4096  | free: 64 times the low 6 bits of the session (0 to 4032)         |
 *           | ring: frames (capacity)                                          |
 *           | free: up to a length of capacity + 8192 (64 to 4096)             |
 *           +------------------------------------------------------------------+
 * </pre>
 *
 * <p>Horizon and heartbeat are 128 bytes away from other words, so that their readers do not share cache lines with
 * other stores.
 *
 * <p>The start of the ring differs between sessions: the next commit words of sessions that have published the same
 * amount, such as nothing, would otherwise compete for the same lines of the first-level cache, which chooses a line by
 * its offset in the page (docs/decisions/0035-poll.md).
 */
public final class LogLayout {
    /** First bytes of a log file: "VERBUSLG". */
    public static final long MAGIC = 0x474C_5355_4252_4556L;
    /** Version of this layout and of {@link FrameLayout}. */
    public static final int VERSION = 4;
    /** Bytes of the header. */
    public static final int HEADER_LENGTH = 4096;
    /** Parts of a ring; slow work is done at their borders. */
    public static final int CHUNKS = 16;
    /** The smallest capacity in bytes. */
    public static final int MIN_CAPACITY = LogIdentity.MIN_CAPACITY;
    /** The largest capacity in bytes. */
    public static final int MAX_CAPACITY = LogIdentity.MAX_CAPACITY;
    /** Number of local subscriptions that a log can serve. */
    public static final int MAX_READERS = 64;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int FLAGS_OFFSET = 12;
    public static final int CAPACITY_OFFSET = 16;
    public static final int SESSION_OFFSET = 24;
    public static final int PROCESS_OFFSET = 32;
    public static final int PID_OFFSET = 40;
    public static final int STARTED_OFFSET = 48;
    public static final int CLOCK_OFFSET = 56;
    public static final int STREAM_OFFSET = 64;
    public static final int BUILD_OFFSET = 192;
    public static final int PUBLISHER_OFFSET = 320;
    /** Longest stream name, build or publisher in bytes, after its length. */
    public static final int TEXT_LENGTH = 124;
    public static final int CHECKSUM_OFFSET = 448;

    static final int HORIZON_OFFSET = 512;

    static final int HEARTBEAT_OFFSET = 640;
    static final int HEARTBEAT_POSITION_OFFSET = 648;
    static final int HEARTBEAT_SEQUENCE_OFFSET = 656;

    static final int PUBLISHING_OFFSET = 664;

    static final int REFUSED_CLAIMS_OFFSET = 768;
    static final int REFUSED_CLAIM_LENGTH = 32;
    static final int REFUSED_CLAIMS = 4;

    static final int CHUNK_TABLE_OFFSET = 1024;
    static final int CHUNK_ENTRY_LENGTH = 16;
    static final int CHUNK_POSITION_OFFSET = 0;
    static final int CHUNK_SEQUENCE_OFFSET = 8;

    static final int REFUSED_SUBSCRIPTIONS_OFFSET = 1280;
    static final int REFUSAL_CAUSES_OFFSET = 1792;
    static final int MAX_REFUSALS = 64;

    static final int ACKNOWLEDGEMENTS_OFFSET = 2048;
    static final int ACKNOWLEDGEMENT_LENGTH = 32;
    static final int ACKNOWLEDGED_SUBSCRIPTION_OFFSET = 0;
    static final int ACKNOWLEDGED_JOIN_OFFSET = 8;

    /** Flag of a log with a publication timestamp in each frame. */
    public static final int TIMESTAMPS = 1;
    /** The number of relays in the flags: a byte. */
    static final int HOPS_SHIFT = 8;

    /** The ring begins at one of so many cache lines after the header. */
    private static final int RING_STARTS = 64;
    private static final int CACHE_LINE_LENGTH = 64;

    private LogLayout() {
    }

    /**
     * The start of the ring in the file.
     *
     * @param session of the log
     * @return its offset in bytes, a multiple of the length of a cache line
     */
    public static int ringOffset(final long session) {
        return HEADER_LENGTH + CACHE_LINE_LENGTH * (int) (session & RING_STARTS - 1);
    }

    /**
     * The length of a log file, whatever the session.
     *
     * @param capacity of the ring in bytes
     * @return the length in bytes; files on hugetlbfs are rounded up to whole huge pages
     */
    public static int length(final int capacity) {
        return HEADER_LENGTH + CACHE_LINE_LENGTH * RING_STARTS + capacity;
    }
}
