package io.verbus.marketdata.generator;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.agrona.DirectBuffer;

/**
 * Writes messages to a file in NASDAQ's BinaryFILE framing: a 2-byte big-endian length before each message. The file
 * is compressed if its name ends in {@code .gz}. Not thread-safe.
 */
public final class BinaryFileSink implements ItchGenerator.Sink, AutoCloseable {
    private static final int BLOCK_LENGTH = 64 * 1024;
    private static final int LENGTH_FIELD = Short.BYTES;

    private final OutputStream out;
    private final byte[] block = new byte[BLOCK_LENGTH];
    private int filled;

    /**
     * Creates the file, or truncates it.
     *
     * @param file path of the file
     * @throws IOException if the file cannot be created
     */
    public BinaryFileSink(final Path file) throws IOException {
        final OutputStream plain = Files.newOutputStream(file);
        out = file.toString().endsWith(".gz") ? new GZIPOutputStream(plain, BLOCK_LENGTH) : plain;
    }

    /** Throws UncheckedIOException if the file cannot be written. */
    @Override
    public void onMessage(final DirectBuffer buffer, final int offset, final int length) {
        if (filled + LENGTH_FIELD + length > BLOCK_LENGTH) {
            writeBlock();
        }
        block[filled] = (byte) (length >>> Byte.SIZE);
        block[filled + 1] = (byte) length;
        buffer.getBytes(offset, block, filled + LENGTH_FIELD, length);
        filled += LENGTH_FIELD + length;
    }

    /** Writes the remaining bytes and closes the file; throws UncheckedIOException if it cannot be written. */
    @Override
    public void close() {
        try (out) {
            writeBlock();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeBlock() {
        try {
            out.write(block, 0, filled);
            filled = 0;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
