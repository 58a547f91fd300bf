package io.verbus.internal.shm;

/**
 * The table of a host mirror. Little endian. All members map it for writing: a member takes and frees its place among
 * the members, the owner writes the rest.
 *
 * <pre>
 *           +--------------------------------------------------------------------------+
 *        0  | magic (8)                                                                |
 *        8  | layout version (8)                                                       |
 *       16  | subscription id (8)                                                      |
 *           +--------------------------------------------------------------------------+
 *      128  | owner (8)                                                                |
 *      136  | owner's pid (8)                                                          |
 *      144  | owner's start in clock ticks (8)                                         |
 *      152  | first sessions known (8)                                                 |
 *           +--------------------------------------------------------------------------+
 *      512  | members: 64 of process 8 (0: free), subscription 8 (1024)                |
 *           +--------------------------------------------------------------------------+
 *     2048  | entries: 64 of 4608, see below (294912)                                  |
 *           +--------------------------------------------------------------------------+
 * </pre>
 *
 * <p>The publisher sees the subscription id, under all owners. The owner is the subscription that is connected; 0 after
 * it has handed the mirror over.
 */
public final class MirrorLayout {
    /** First bytes of the file: "VERBUSMI". */
    public static final long MAGIC = 0x494D_5355_4252_4556L;
    /** Version of this layout, and of {@link MirrorEntryLayout}. */
    public static final long VERSION = 1;
    /** Greatest number of members. */
    public static final int MAX_MEMBERS = 64;
    /** Number of entries. */
    public static final int MAX_ENTRIES = 64;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int ID_OFFSET = 16;
    static final int OWNER_OFFSET = 128;
    static final int OWNER_PID_OFFSET = 136;
    static final int OWNER_START_OFFSET = 144;
    static final int COMPLETE_OFFSET = 152;
    static final int MEMBERS_OFFSET = 512;
    static final int MEMBER_LENGTH = 16;
    static final int MEMBER_SUBSCRIPTION_OFFSET = 8;
    static final int ENTRIES_OFFSET = 2048;
    static final int LENGTH = ENTRIES_OFFSET + MAX_ENTRIES * MirrorEntryLayout.LENGTH;

    private MirrorLayout() {
    }
}
