package io.verbus.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Corrects the checksums of a modified segment, like an attacker with knowledge of the layout. */
final class Forger {
    private static final int HEADER_CHECKSUM = 448;
    private static final int SEAL = 512;
    private static final int SEAL_CHECKSUM = 536;
    private static final int INDEX = 4096;
    private static final int ENTRY = 24;
    private static final int ENTRY_CHECKSUM = 20;
    private static final int RECORDS = 8192;
    private static final int RECORD_HEADER = 32;
    private static final int RECORD_CHECKED = 8;

    private Forger() {
    }

    static void correctChecksums(final ByteBuffer segment) {
        segment.order(ByteOrder.LITTLE_ENDIAN);
        if (segment.limit() < RECORDS) {
            return;
        }
        segment.putInt(HEADER_CHECKSUM, crc(segment, 0, HEADER_CHECKSUM));
        final ByteBuffer seal = ByteBuffer.allocate(SEAL_CHECKSUM - SEAL + Integer.BYTES);
        seal.put(segment.array(), SEAL, SEAL_CHECKSUM - SEAL).put(segment.array(), HEADER_CHECKSUM, Integer.BYTES);
        segment.putInt(SEAL_CHECKSUM, crc(seal, 0, seal.capacity()));
        segment.putInt(INDEX + ENTRY_CHECKSUM, crc(segment, INDEX, ENTRY_CHECKSUM));
        int at = RECORDS;
        while (at <= segment.limit() - RECORD_HEADER) {
            final int length = segment.getInt(at);
            if (length < RECORD_HEADER || length > segment.limit() - at) {
                break;
            }
            segment.putInt(at + Integer.BYTES, crc(segment, at + RECORD_CHECKED, length - RECORD_CHECKED));
            at += length + Long.BYTES - 1 & -Long.BYTES;
        }
        if (segment.getInt(INDEX + ENTRY) != 0) { // a second entry, if present
            segment.putInt(INDEX + ENTRY + ENTRY_CHECKSUM, crc(segment, INDEX + ENTRY, ENTRY_CHECKSUM));
        }
    }

    private static int crc(final ByteBuffer bytes, final int from, final int length) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes.array(), from, length);
        return (int) crc.getValue();
    }
}
