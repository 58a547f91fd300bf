package io.verbus.counters;

/**
 * The counters file of a process. Little endian.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | magic (8)                                                |
 *        8  | layout version (4)                                       |
 *       16  | pid (8)                                                  |
 *           +----------------------------------------------------------+
 *     4096  | values of the counters, as Agrona lays them (65536)      |
 *           +----------------------------------------------------------+
 *    69632  | metadata of the counters, as Agrona lays it (262144)     |
 *           +----------------------------------------------------------+
 *   331776  | distinct error log, as Agrona lays it (65536)            |
 *           +----------------------------------------------------------+
 *   397312  | end                                                      |
 * </pre>
 */
public final class CountersLayout {
    /** First bytes of the file: "VERBUSCN". */
    public static final long MAGIC = 0x4E43_5355_4252_4556L;
    /** Version of this layout. */
    public static final int VERSION = 1;
    /** Bytes of the file. */
    public static final int LENGTH = 397_312;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int PID_OFFSET = 16;
    static final int VALUES_OFFSET = 4096;
    static final int VALUES_LENGTH = 64 * 1024;
    static final int METADATA_OFFSET = 69_632;
    static final int METADATA_LENGTH = 256 * 1024;
    static final int ERRORS_OFFSET = 331_776;
    static final int ERRORS_LENGTH = 64 * 1024;

    private CountersLayout() {
    }
}
