package io.verbus.marketdata.source;

import io.verbus.BusException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
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
    private final InputFile in;
    private final byte[] rest = new byte[Block.CAPACITY];
    private int restLength;
    private long restOffset;
    /** Number of the next message, from 1. */
    private long nextNumber = 1;
    private boolean ended;
    private boolean gzipCut;
    private BusException failure;

    private FramedFile(final Path path) {
        this.path = path;
        in = InputFile.open(path);
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
        final FramedFile file = new FramedFile(path);
        if (file.restLength == 0) {
            file.close();
            throw file.failure != null
                    ? file.failure
                    : new BusException(path + " is empty: there is nothing to play");
        }
        return file;
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
        final long firstNumber = nextNumber;
        final int whole = wholeMessages(block.bytes, filled);
        block.set(restOffset, whole, firstNumber);
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

    /** Counts the complete messages; returns their length. */
    private int wholeMessages(final byte[] bytes, final int filled) {
        int end = 0;
        while (end + Block.FRAMING <= filled) {
            final int next = end + Block.FRAMING + ((bytes[end] & 0xFF) << 8 | bytes[end + 1] & 0xFF);
            if (next > filled) {
                break;
            }
            end = next;
            nextNumber++;
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
        return in.sizeBytes();
    }

    /** {@return the number of bytes on disk that have been read} */
    public long readBytes() {
        return in.readBytes();
    }

    @Override
    public void close() {
        in.close();
    }
}
