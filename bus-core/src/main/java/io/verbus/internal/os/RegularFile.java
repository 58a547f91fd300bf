package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.verbus.BusException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * Opens files of the bus, and rejects everything but regular files: opening a FIFO would wait for a peer, and a
 * symbolic link leads out of the directory. Files are opened with O_NONBLOCK and O_NOFOLLOW, and their type is checked
 * before any other operation. Thread-safe.
 *
 * <pre>
 *   struct statx, the same on all architectures (statx(2)): 256 bytes
 *       28  stx_mode (2): the type of the file in its upper 4 bits
 * </pre>
 */
public final class RegularFile {
    private static final long STRUCT_LENGTH = 256;
    private static final long MODE_OFFSET = 28;
    private static final int TYPE_MASK = 0xF000;
    private static final int REGULAR = 0x8000;
    /** Error for a file of another type. */
    private static final int FOREIGN = -Libc.ENXIO;

    private RegularFile() {
    }

    /**
     * Opens a file.
     *
     * @param path of the file
     * @param access O_RDONLY or O_RDWR, with O_CREAT if it need not exist
     * @return a file descriptor, or the negative errno; see {@link #isForeign} for other file types
     */
    static int open(final Path path, final int access) {
        final int fd = Libc.open(path, access | Libc.O_NONBLOCK | Libc.O_NOFOLLOW, 0600);
        if (fd >= 0 && !isRegular(fd)) {
            Libc.close(fd);
            return FOREIGN;
        }
        return fd;
    }

    /** Whether an error of {@link #open} indicates a file of another type. */
    static boolean isForeign(final int error) {
        return error == Libc.ENXIO || error == Libc.EISDIR || error == Libc.ELOOP;
    }

    /** The exception for a file of another type. */
    static BusException foreign(final Path path) {
        return new BusException(path + " is " + type(path) + ", not a regular file: move it out of "
                + path.toAbsolutePath().getParent());
    }

    /**
     * Opens a file as {@link FileChannel#open} does, and rejects a foreign one without waiting. Closes a second file
     * descriptor of the file, so it must not be used on files with locks of fcntl(2), which would be released.
     *
     * @param path of the file
     * @param options of {@link FileChannel#open}
     * @return the channel
     * @throws BusException if the file is not a regular file
     * @throws IOException if it can't be opened
     */
    public static FileChannel channel(final Path path, final OpenOption... options) throws IOException {
        final int fd = open(path, Libc.O_RDONLY);
        if (fd >= 0) {
            try {
                return FileChannel.open(Path.of("/proc/self/fd", Integer.toString(fd)), options);
            } finally {
                Libc.close(fd);
            }
        }
        if (isForeign(-fd)) {
            throw foreign(path);
        }
        return FileChannel.open(path, options); // creates an absent file, or throws the reason
    }

    private static boolean isRegular(final int fd) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment struct = arena.allocate(STRUCT_LENGTH, Long.BYTES);
            return Libc.statx(fd, Libc.STATX_TYPE, struct) == 0
                    && (struct.get(JAVA_SHORT, MODE_OFFSET) & TYPE_MASK) == REGULAR;
        }
    }

    private static String type(final Path path) {
        if (Files.isSymbolicLink(path)) {
            return "a symbolic link";
        }
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? "a directory" : "a FIFO, a socket or a device";
    }
}
