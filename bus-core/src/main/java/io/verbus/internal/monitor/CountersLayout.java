package io.verbus.internal.monitor;

/**
 * The counters file of a process. Little endian. n is the maximum number of counters.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | magic (8)                                                |
 *        8  | layout version (4)                                       |
 *       12  | number of counters n (4)                                 |
 *       16  | pid (8)                                                  |
 *           +----------------------------------------------------------+
 *     4096  | distinct error log, as Agrona lays it out (65536)        |
 *           +----------------------------------------------------------+
 *    69632  | values of the counters, as Agrona lays them out: n * 128 |
 *           +----------------------------------------------------------+
 *           | metadata of the counters, likewise: n * 512              |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Keys in the metadata: {@link CounterKeyLayout}.
 */
public final class CountersLayout {
    /** First bytes of the file: "VERBUSCN". */
    public static final long MAGIC = 0x4E43_5355_4252_4556L;
    /** Version of this layout and of {@link CounterKeyLayout}. */
    public static final int VERSION = 3;
    /** Fewest counters of a file. */
    public static final int MIN_COUNTERS = 64;
    /** Most counters of a file. */
    public static final int MAX_COUNTERS = 65_536;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int COUNTERS_OFFSET = 12;
    public static final int PID_OFFSET = 16;
    public static final int ERRORS_OFFSET = 4096;
    public static final int ERRORS_LENGTH = 64 * 1024;
    public static final int VALUES_OFFSET = 69_632;
    public static final int VALUE_LENGTH = 128;
    public static final int METADATA_LENGTH = 512;

    private CountersLayout() {
    }

    /** Offset of the metadata in a file for this number of counters. */
    public static int metadataOffset(final int counters) {
        return VALUES_OFFSET + counters * VALUE_LENGTH;
    }

    /**
     * Length of a file.
     *
     * @param counters maximum number of counters, {@link #MIN_COUNTERS} to {@link #MAX_COUNTERS}
     * @return bytes, about 64 KiB plus 640 per counter
     */
    public static int length(final int counters) {
        return metadataOffset(counters) + counters * METADATA_LENGTH;
    }
}
