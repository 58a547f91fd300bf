package io.verbus.marketdata.source;

import io.verbus.BusException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * A file of messages, each preceded by a 2-byte big-endian length (NASDAQ BinaryFILE), raw or gzip, read once from the
 * start.
 *
 * <p>{@link #tail()} reports the bytes after the last complete message. A gzip stream may have several members. The
 * file ends where a member is cut off. A corrupt member, or bytes after a member that are not another one, cause an
 * error after everything before the damage has been read; gzip may detect damage late, so that a few damaged bytes are
 * read before.
 */
public final class FramedFile implements Closeable {
    private final Path path;
    private final FileChannel channel;
    private final long sizeBytes;
    private final InputStream in;
    private final byte[] rest = new byte[Block.CAPACITY];
    private int restLength;
    private long restOffset;
    private boolean ended;
    private boolean gzipCut;
    private BusException failure;

    private FramedFile(final Path path, final FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        sizeBytes = channel.size();
        final InputStream raw = Channels.newInputStream(channel);
        final boolean gzip = isGzip(raw);
        channel.position(0);
        in = gzip ? new GzipMembers(raw) : raw;
        restLength = fill(rest, 0);
    }

    /**
     * Opens a file.
     *
     * @param path path of the file
     * @return the open file
     * @throws BusException if there is no such file, it cannot be read, or it is empty
     */
    public static FramedFile open(final Path path) {
        if (Files.isDirectory(path)) {
            throw new BusException(path + " is a directory: name one file of it");
        }
        if (!Files.exists(path)) {
            throw new BusException("there is no file " + path);
        }
        if (!Files.isRegularFile(path)) {
            throw new BusException(path + " is a pipe or a device: copy its bytes to a file, and name that");
        }
        if (!Files.isReadable(path)) {
            throw new BusException(path + " is not readable by this user");
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path);
            final FramedFile file = new FramedFile(path, channel);
            if (file.restLength == 0) {
                throw file.failure != null
                        ? file.failure
                        : new BusException(path + " is empty: there is nothing to play");
            }
            channel = null;
            return file;
        } catch (final EOFException e) {
            throw new BusException(path + " is cut off within its gzip header: there is nothing to play", e);
        } catch (final IOException e) {
            throw new BusException(path + " cannot be read: " + e.getMessage(), e);
        } finally {
            closeQuietly(channel);
        }
    }

    private static boolean isGzip(final InputStream raw) throws IOException {
        return GzipMembers.isMagic(raw.readNBytes(2));
    }

    /**
     * Reads the next complete messages.
     *
     * @param block receives the messages
     * @return false at the end of the file, see {@link #tail()}
     * @throws BusException if the file cannot be read further, after everything before the damage has been read
     */
    public boolean read(final Block block) {
        if (restLength > 0) {
            System.arraycopy(rest, 0, block.bytes, 0, restLength);
        }
        final int filled = fill(block.bytes, restLength);
        final int whole = wholeMessages(block.bytes, filled);
        block.set(restOffset, whole);
        restLength = filled - whole;
        restOffset += whole;
        System.arraycopy(block.bytes, whole, rest, 0, restLength);
        if (whole == 0 && failure != null) {
            throw failure;
        }
        assert whole > 0 || ended : "the longest message fits into a block";
        return whole > 0;
    }

    /** Reads until the array is full or the file ends; returns the number of filled bytes. */
    private int fill(final byte[] bytes, final int from) {
        int filled = from;
        try {
            while (!ended && filled < bytes.length) {
                final int n = in.read(bytes, filled, bytes.length - filled);
                ended = n < 0;
                filled += Math.max(n, 0);
            }
        } catch (final EOFException e) {
            ended = true;
            gzipCut = true;
        } catch (final ZipException e) {
            fail("is corrupt: its gzip data is damaged at or before byte " + (restOffset + filled), e);
        } catch (final IOException e) {
            fail("cannot be read beyond byte " + (restOffset + filled), e);
        }
        return filled;
    }

    private void fail(final String what, final IOException cause) {
        ended = true;
        failure = new BusException(path + " " + what + " (" + cause.getMessage() + ")", cause);
    }

    private static int wholeMessages(final byte[] bytes, final int filled) {
        int end = 0;
        while (end + Block.FRAMING <= filled) {
            final int next = end + Block.FRAMING + ((bytes[end] & 0xFF) << 8 | bytes[end + 1] & 0xFF);
            if (next > filled) {
                break;
            }
            end = next;
        }
        return end;
    }

    /** {@return the end of the file, after {@link #read(Block)} has returned false} */
    public Tail tail() {
        return new Tail(restOffset, restLength, gzipCut);
    }

    /**
     * Returns the first bytes of the file. Call before the first read.
     *
     * @return up to four bytes: the length of the first message, and its first two bytes
     */
    public byte[] head() {
        assert restOffset == 0 : "called after the first read";
        return Arrays.copyOf(rest, Math.min(restLength, Block.FRAMING + 2));
    }

    /** {@return the size of the file on disk in bytes} */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** {@return the number of bytes on disk that have been read} */
    public long readBytes() {
        try {
            return channel.position();
        } catch (final IOException e) {
            return 0; // used for progress only; the file may be closed
        }
    }

    @Override
    public void close() {
        closeQuietly(in);
    }

    private static void closeQuietly(final Closeable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (final IOException e) {
            // The file was only read: nothing is lost.
        }
    }
}
