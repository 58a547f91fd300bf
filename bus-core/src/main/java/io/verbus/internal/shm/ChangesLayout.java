package io.verbus.internal.shm;

/**
 * The changes of a bus directory: a word for each stream, which every process increments after it has added or removed
 * a file of the stream. Little endian.
 *
 * <pre>
 *           +--------------------------------------------------+
 *        0  | magic (8)                                        |
 *        8  | layout version (4)                               |
 *           +--------------------------------------------------+
 *       64  | counts of changes: 504 of 8 (4032)               |
 *           +--------------------------------------------------+
 *     4096  | end                                              |
 * </pre>
 *
 * <p>The word of a stream is number {@code h mod 504}; h is the unsigned CRC-32C of its name. Streams may share a word:
 * then a change of one makes processes list the directory of the other.
 */
public final class ChangesLayout {
    /** First bytes of the file: "VERBUSCH". */
    public static final long MAGIC = 0x4843_5355_4252_4556L;
    /** Version of this layout. */
    public static final int VERSION = 1;
    /** Number of words. */
    public static final int COUNTS = 504;
    /** Bytes of the file. */
    public static final int LENGTH = 4096;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int COUNTS_OFFSET = 64;

    private ChangesLayout() {
    }
}
