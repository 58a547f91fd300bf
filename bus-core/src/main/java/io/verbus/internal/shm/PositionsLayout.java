package io.verbus.internal.shm;

/**
 * A subscription's file: its identity, and its position in each session. Little endian. Only the subscription's process
 * writes it; publishers on this host map it read-only. n is the maximum number of sessions that are read at once.
 *
 * <pre>
 *           +--------------------------------------------------------------------------+
 *        0  | magic (8)                                                                |
 *        8  | layout version (4)                                                       |
 *       12  | policy (4)                                                               |
 *       16  | subscription (8)                                                         |
 *       24  | process (8)                                                              |
 *       32  | pid (8)                                                                  |
 *       40  | name: length 4, UTF-8 up to 124 (128)                                    |
 *      168  | number of places n (4)                                                   |
 *      172  | CRC-32C of the bytes before it (4)                                       |
 *           +--------------------------------------------------------------------------+
 *      512  | heartbeat ns (8)                                                         |
 *      520  | looked for sessions ns (8)                                               |
 *           +--------------------------------------------------------------------------+
 *      640  | places: session 8 (0: free), join 8, position 8, lost 8; each 128: n * 128 |
 * </pre>
 *
 * <p>The subscription's conductor stores the heartbeat in each duty cycle, and with it the time at which it last looked
 * for sessions: every session that existed before has been joined. Both are on the monotonic clock of the host.
 *
 * <p>A subscription chooses its start in a session before it stores the session's id in a slot. So a publisher that
 * finds its session in a slot knows that the start is chosen.
 *
 * <p>If a publisher laps the reader and the reader loses the session, the subscription stores its id in the word
 * {@code lost} of the slot before it frees the slot. The word remains until another session is lost there.
 *
 * <p>A slot is 128 bytes long, so that the store of one position does not disturb readers of another.
 */
public final class PositionsLayout {
    /** First bytes of the file: "VERBUSPS". */
    public static final long MAGIC = 0x5350_5355_4252_4556L;
    /** Version of this layout. */
    public static final int VERSION = 4;
    /** Greatest number of places. */
    public static final int MAX_PLACES = 1024;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int POLICY_OFFSET = 12;
    public static final int SUBSCRIPTION_OFFSET = 16;
    public static final int PROCESS_OFFSET = 24;
    public static final int PID_OFFSET = 32;
    public static final int NAME_OFFSET = 40;
    public static final int NAME_LENGTH = 124;
    public static final int COUNT_OFFSET = 168;
    public static final int CHECKSUM_OFFSET = 172;

    static final int HEARTBEAT_OFFSET = 512;
    static final int LOOKED_OFFSET = 520;

    public static final int PLACES_OFFSET = 640;
    static final int PLACE_LENGTH = 128;
    static final int SESSION_OFFSET = 0;
    static final int JOIN_OFFSET = 8;
    static final int POSITION_OFFSET = 16;
    static final int LOST_OFFSET = 24;

    private PositionsLayout() {
    }

    /**
     * Length of a file.
     *
     * @param places maximum number of sessions, 1 to {@link #MAX_PLACES}
     * @return bytes, 640 plus 128 per place
     */
    public static int length(final int places) {
        return slot(places);
    }

    static int slot(final int index) {
        return PLACES_OFFSET + index * PLACE_LENGTH;
    }
}
