package io.verbus.internal.journal;

/**
 * A segment of a journal: a header of one page, an index, then records. Little endian. One recorder writes it,
 * memory-mapped; readers copy it.
 *
 * <pre>
 *           +------------------------------------------------------------------+
 *        0  | magic (8)                                                        |
 *        8  | layout version (4)                                               |
 *       12  | entries of the index (4)                                         |
 *       16  | length of the file (8)                                           |
 *       24  | session (8)                                                      |
 *       32  | first sequence (8)                                               |
 *       40  | created, UTC ns (8)                                              |
 *       48  | session started, UTC ns (8)                                      |
 *       56  | publisher pid (8)                                                |
 *       64  | stream: length 4, UTF-8 up to 124 (128)                          |
 *      192  | publisher: length 4, UTF-8 up to 124 (128)                       |
 *      320  | build: length 4, UTF-8 up to 124 (128)                           |
 *      448  | CRC-32C of the bytes before it (4)                               |
 *           +------------------------------------------------------------------+
 *      512  | sealed end of the records (8)                                    |
 *      520  | sealed next sequence (8)                                         |
 *      528  | sealed newest receive time, UTC ns (8)                           |
 *      536  | CRC-32C of the seal and of the header's checksum (4)             |
 *           +------------------------------------------------------------------+
 *      544  | first sequence of the preceding segment, or -1 (8)               |
 *      552  | CRC-32C of it and of the header's checksum (4)                   |
 *      560  | first sequence of the following segment (8)                      |
 *      568  | CRC-32C of that and of the header's checksum (4)                 |
 *           +------------------------------------------------------------------+
 *     4096  | index: an entry for each 16384 bytes of records                  |
 *           +------------------------------------------------------------------+
 *
 *  an entry of the index, of the first record that begins in its part:
 *           +------------------------------------------------------------------+
 *        0  | record's sequence (8)                                            |
 *        8  | record's receive time, UTC ns (8)                                |
 *       16  | record's offset in the file (4)                                  |
 *       20  | CRC-32C of the entry (4)                                         |
 *           +------------------------------------------------------------------+
 * </pre>
 *
 * <p>The records begin at the next multiple of 4096 bytes after the index, see {@link RecordLayout}. Unwritten bytes
 * are zeros. A seal means that nothing more will be written, and contains the end of the records; bytes after that end
 * are not part of the journal. A segment without a seal is being written, or its recorder died. The last two sequences
 * are notes ({@link SegmentNote}).
 */
public final class SegmentLayout {
    /** First bytes of a segment: "VERBUSJN". */
    public static final long MAGIC = 0x4E4A_5355_4252_4556L;
    /** Version of this layout and of {@link RecordLayout}. */
    public static final int VERSION = 1;
    /** Bytes of the header, and offset of the index. */
    public static final int HEADER_LENGTH = 4096;
    /** The shortest segment in bytes. */
    public static final int MIN_LENGTH = 1 << 14;
    /** The longest segment in bytes. */
    public static final int MAX_LENGTH = 1 << 30;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int ENTRIES_OFFSET = 12;
    static final int LENGTH_OFFSET = 16;
    static final int SESSION_OFFSET = 24;
    static final int FIRST_SEQUENCE_OFFSET = 32;
    static final int CREATED_OFFSET = 40;
    static final int STARTED_OFFSET = 48;
    static final int PID_OFFSET = 56;
    static final int STREAM_OFFSET = 64;
    static final int PUBLISHER_OFFSET = 192;
    static final int BUILD_OFFSET = 320;
    /** Longest text in bytes, without its length field. */
    static final int TEXT_LENGTH = 124;
    static final int CHECKSUM_OFFSET = 448;

    static final int SEAL_OFFSET = 512;
    static final int SEAL_END_OFFSET = 512;
    static final int SEAL_NEXT_OFFSET = 520;
    static final int SEAL_RECEIVED_OFFSET = 528;
    static final int SEAL_CHECKSUM_OFFSET = 536;
    static final int SEAL_LENGTH = 28;
    static final int PRECEDING_OFFSET = 544;
    static final int PRECEDING_CHECKSUM_OFFSET = 552;
    static final int FOLLOWING_OFFSET = 560;
    static final int FOLLOWING_CHECKSUM_OFFSET = 568;

    static final int INDEX_OFFSET = HEADER_LENGTH;
    /** Bytes of records per index entry: a lookup skips at most so many, apart from long records. */
    static final int INDEXED_LENGTH = 1 << 14;
    static final int ENTRY_LENGTH = 24;
    static final int ENTRY_SEQUENCE_OFFSET = 0;
    static final int ENTRY_RECEIVED_OFFSET = 8;
    static final int ENTRY_RECORD_OFFSET = 16;
    static final int ENTRY_CHECKSUM_OFFSET = 20;

    private SegmentLayout() {
    }

    /** Number of index entries for a file length, including the bytes that the index itself occupies. */
    static int entries(final int length) {
        return (length - HEADER_LENGTH + INDEXED_LENGTH - 1) / INDEXED_LENGTH;
    }

    /** Offset of the first record. */
    static int recordsOffset(final int entries) {
        return (INDEX_OFFSET + entries * ENTRY_LENGTH + HEADER_LENGTH - 1) & -HEADER_LENGTH;
    }

    /** The length of a segment that has room for a record, at least the requested length. */
    static int lengthFor(final int requested, final int recordLength) {
        int length = requested;
        while (recordsOffset(entries(length)) + recordLength > length) {
            length += INDEXED_LENGTH;
        }
        return length;
    }
}
