package io.verbus.tools.export;

import io.verbus.BusException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A capture with one frame per message: pcap with nanoseconds, of the link type USER0. A message has its place in the
 * journal, the symbol and the exponents of its instrument before it, so each frame can be dissected alone. All fields
 * are little endian. {@link DissectorFile} writes the reader.
 */
final class MessageCapture implements MessageSink, AutoCloseable {
    /** Wireshark refuses a file with a longer frame. */
    private static final int MAX_FRAME = 262_144;
    private static final int BATCH = 1 << 16;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int NANOSECOND_MAGIC = 0xA1B23C4D;
    private static final short MAJOR = 2;
    private static final short MINOR = 4;
    private static final int USER0 = 147;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final byte FRAME_VERSION = 1;
    private static final int FRAME_HEADER = 32;
    private static final int MAX_SYMBOL = 255;

    private final Path file;
    private final OutputStream out;
    /** The symbols by their code. */
    private final List<byte[]> symbols;
    private final byte[] bytes = new byte[RECORD_HEADER + MAX_FRAME];
    private final UnsafeBuffer record = new UnsafeBuffer(bytes);

    /**
     * Creates a file.
     *
     * @param file to write
     * @param symbols of all instruments, by their code
     */
    MessageCapture(final Path file, final List<String> symbols) {
        this.file = file;
        this.symbols = symbols.stream().map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
                .map(symbol -> symbol.length > MAX_SYMBOL ? Arrays.copyOf(symbol, MAX_SYMBOL) : symbol).toList();
        try {
            out = new BufferedOutputStream(Files.newOutputStream(file), BATCH);
            record.putInt(0, NANOSECOND_MAGIC, ORDER);
            record.putShort(4, MAJOR, ORDER);
            record.putShort(6, MINOR, ORDER);
            record.putInt(16, MAX_FRAME, ORDER);
            record.putInt(20, USER0, ORDER);
            out.write(bytes, 0, FILE_HEADER);
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    @Override
    public String take(final DirectBuffer message, final int at, final int length, final int version,
            final BlockReader reader, final RowKey key) {
        final int symbolCode = key.instruments().symbol();
        final byte[] symbol = symbolCode < 0 ? new byte[0] : symbols.get(symbolCode);
        final int frame = RECORD_HEADER;
        final int before = FRAME_HEADER + symbol.length;
        final int captured = Math.min(before + message.capacity(), MAX_FRAME);
        record.putInt(0, (int) (key.receivedNs() / TimeUnit.SECONDS.toNanos(1)), ORDER);
        record.putInt(4, (int) (key.receivedNs() % TimeUnit.SECONDS.toNanos(1)), ORDER);
        record.putInt(8, captured, ORDER);
        record.putInt(12, before + message.capacity(), ORDER);
        record.putByte(frame, FRAME_VERSION);
        record.putByte(frame + 1, (byte) key.instruments().priceExponent());
        record.putByte(frame + 2, (byte) key.instruments().quantityExponent());
        record.putByte(frame + 3, (byte) symbol.length);
        record.putInt(frame + 4, key.message(), ORDER);
        record.putLong(frame + 8, key.sessionId(), ORDER);
        record.putLong(frame + 16, key.sequence(), ORDER);
        record.putLong(frame + 24, key.publishedNs(), ORDER);
        record.putBytes(frame + FRAME_HEADER, symbol);
        record.putBytes(frame + before, message, 0, captured - before);
        try {
            out.write(bytes, 0, RECORD_HEADER + captured);
        } catch (final IOException e) {
            throw failure(e);
        }
        return captured < before + message.capacity()
                ? "cut off: a frame has at most " + MAX_FRAME + " bytes for Wireshark"
                : null;
    }

    /** Closes the file, which is then complete. */
    @Override
    public void close() {
        try {
            out.close();
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    private BusException failure(final IOException e) {
        return new BusException("cannot write " + file + ": " + e.getMessage(), e);
    }
}
