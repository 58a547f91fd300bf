package io.verbus.internal.shm;

/**
 * One session in the table of a host mirror. Little endian. The owner writes it, except that each member writes its own
 * place.
 *
 * <pre>
 *           +--------------------------------------------------------------------------+
 *        0  | session (8)                                                              |
 *        8  | state: 0 free, 1 open, 2 closed (8)                                      |
 *       16  | endpoint (8)                                                             |
 *       24  | cause of the loss plus 1 (8)                                             |
 *       32  | first wanted sequence (8)                                                |
 *       40  | publisher's address: length 4, UTF-8 up to 60 (64)                       |
 *      104  | start of the image: position 8, sequence 8 (16)                          |
 *           +--------------------------------------------------------------------------+
 *      128  | readable position (8)                                                    |
 *      136  | cuts (8)                                                                 |
 *      144  | jumps (8)                                                                |
 *      152  | last jumps: 2 of end before it 8, position 8, sequence 8, cause 8 (64)     |
 *           +--------------------------------------------------------------------------+
 *      256  | boundaries (8)                                                           |
 *      264  | last boundaries: 2 of position 8, sequence * 2 + message 8 (32)          |
 *           +--------------------------------------------------------------------------+
 *      512  | places: 64 of position + 1 (0: none) 8, joins 8, seen cuts 8, free (4096) |
 *           +--------------------------------------------------------------------------+
 * </pre>
 *
 * <p>Of the last jumps and the last boundaries, their number modulo 2 is the newest one. The message bit of a boundary
 * is set if a message begins there. A place is a cache line of its own.
 */
final class MirrorEntryLayout {
    static final int SESSION_OFFSET = 0;
    static final int STATE_OFFSET = 8;
    static final int ENDPOINT_OFFSET = 16;
    static final int CAUSE_OFFSET = 24;
    static final int WANTED_OFFSET = 32;
    static final int PEER_OFFSET = 40;
    static final int PEER_LENGTH = 60;
    static final int START_OFFSET = 104;
    static final int READABLE_OFFSET = 128;
    static final int CUTS_OFFSET = 136;
    static final int JUMPS_OFFSET = 144;
    static final int LAST_JUMPS_OFFSET = 152;
    static final int JUMP_LENGTH = 32;
    static final int JUMP_POSITION_OFFSET = 8;
    static final int JUMP_SEQUENCE_OFFSET = 16;
    static final int JUMP_CAUSE_OFFSET = 24;
    static final int BOUNDARIES_OFFSET = 256;
    static final int LAST_BOUNDARIES_OFFSET = 264;
    static final int BOUNDARY_LENGTH = 16;
    static final int PLACES_OFFSET = 512;
    static final int PLACE_LENGTH = 64;
    static final int JOINS_OFFSET = 8;
    static final int SEEN_OFFSET = 16;
    static final int LENGTH = PLACES_OFFSET + MirrorLayout.MAX_MEMBERS * PLACE_LENGTH;

    private MirrorEntryLayout() {
    }
}
