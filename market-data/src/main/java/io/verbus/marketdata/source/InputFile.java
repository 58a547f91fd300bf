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

/** The bytes of a regular file, raw or gzip, read once from the start. */
final class InputFile implements Closeable {
    private final FileChannel channel;
    private final long sizeBytes;
    private final InputStream in;

    private InputFile(final FileChannel channel) throws IOException {
        this.channel = channel;
        sizeBytes = channel.size();
        final InputStream raw = Channels.newInputStream(channel);
        final boolean gzip = GzipMembers.isMagic(raw.readNBytes(2));
        channel.position(0);
        in = gzip ? new GzipMembers(raw) : raw;
    }

    /** Opens a file, which may be empty. Throws a {@link BusException} if it does not exist or is unreadable. */
    static InputFile open(final Path path) {
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
            final InputFile file = new InputFile(channel);
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

    /**
     * Reads the next bytes; throws {@link EOFException} if gzip is cut off, and {@link java.util.zip.ZipException} if
     * it is damaged.
     */
    int read(final byte[] bytes, final int offset, final int length) throws IOException {
        return in.read(bytes, offset, length);
    }

    /** The size on disk. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** The number of bytes on disk that have been read. */
    long readBytes() {
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
