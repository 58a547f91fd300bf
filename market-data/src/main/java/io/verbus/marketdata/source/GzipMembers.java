package io.verbus.marketdata.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Reads a gzip file of one or more members (RFC 1952). Used instead of {@link java.util.zip.GZIPInputStream}, which
 * treats any bytes after a member that are not another member as the end of the file.
 *
 * <pre>
 *   member: magic 1F 8B (2), method 8 (1), flags (1), time (4), extra flags (1), system (1),
 *           [length (2), extra field] [name, NUL] [comment, NUL] [CRC of the header (2)],
 *           deflated data, CRC-32 (4), length modulo 2^32 (4); little endian
 * </pre>
 *
 * <p>Throws {@link EOFException} if the file ends within a member, and {@link ZipException} if its bytes are not valid.
 */
final class GzipMembers extends InputStream {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int MAGIC = 0x8B1F;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;
    private static final int UNUSED_BYTES = 6;

    private final InputStream raw;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private int at;
    private int limit;
    private boolean ended;

    GzipMembers(final InputStream raw) throws IOException {
        this.raw = raw;
        beginMember();
    }

    static boolean isMagic(final byte[] bytes) {
        return bytes.length == 2 && ((bytes[0] & 0xFF) | (bytes[1] & 0xFF) << 8) == MAGIC;
    }

    @Override
    public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        while (!ended) {
            final int inflated = inflate(bytes, offset, length);
            if (inflated > 0 || length == 0) {
                crc.update(bytes, offset, inflated);
                return inflated;
            }
            if (inflater.finished()) {
                endMember();
                ended = at == limit && !fill();
                if (!ended) {
                    beginMember();
                }
            } else if (inflater.needsDictionary()) {
                throw new ZipException("a preset dictionary");
            } else {
                requireMore();
                inflater.setInput(buffer, at, limit - at);
                at = limit;
            }
        }
        return -1;
    }

    private int inflate(final byte[] bytes, final int offset, final int length) throws ZipException {
        try {
            return inflater.inflate(bytes, offset, length);
        } catch (final DataFormatException e) {
            final ZipException corrupt = new ZipException(e.getMessage() == null ? "no gzip data" : e.getMessage());
            corrupt.initCause(e);
            throw corrupt;
        }
    }

    private void beginMember() throws IOException {
        crc.reset();
        if (next(1) != (MAGIC & 0xFF) || next(1) != MAGIC >> 8 || next(1) != DEFLATE) {
            throw new ZipException("no gzip member starts here");
        }
        final int flags = next(1);
        if ((flags & RESERVED) != 0) {
            throw new ZipException("unknown flags in a gzip header");
        }
        next(UNUSED_BYTES);
        if ((flags & EXTRA) != 0) {
            next(next(2));
        }
        skipText((flags & NAME) != 0);
        skipText((flags & COMMENT) != 0);
        if ((flags & HEADER_CRC) != 0) {
            final int expected = (int) crc.getValue() & 0xFFFF;
            if (next(2) != expected) {
                throw new ZipException("wrong checksum of a gzip header");
            }
        }
        crc.reset();
        inflater.reset();
    }

    private void endMember() throws IOException {
        at = limit - inflater.getRemaining();
        final int expected = (int) crc.getValue();
        if (next(4) != expected || next(4) != (int) inflater.getBytesWritten()) {
            throw new ZipException("Corrupt GZIP trailer");
        }
    }

    private void skipText(final boolean isPresent) throws IOException {
        while (isPresent && next(1) != 0) {
            assert at <= limit;
        }
    }

    /** Reads the next bytes, little-endian; of more than four, the last ones. Updates the header checksum. */
    private int next(final int count) throws IOException {
        int value = 0;
        for (int i = 0; i < count; i++) {
            requireMore();
            crc.update(buffer[at]);
            value |= (buffer[at++] & 0xFF) << 8 * i;
        }
        return value;
    }

    private void requireMore() throws IOException {
        if (at == limit && !fill()) {
            throw new EOFException("within a gzip member");
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, raw.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        raw.close();
    }
}
