package io.verbus.internal.os;

import io.verbus.BusException;
import java.nio.file.Path;

/**
 * An exclusive flock(2) lock on a permanent file. The lock belongs to this open file: unlike a lock of fcntl(2), it is
 * not lost if another part of the process opens and closes the same file. The kernel releases it when the process ends.
 */
public final class HeldFile implements AutoCloseable {
    private static final int CLOSED = -1;

    private int fd;

    private HeldFile(final int fd) {
        this.fd = fd;
    }

    /**
     * Locks a file, and creates it if it does not exist. Does not wait.
     *
     * @param path of the file
     * @return the lock, held until closed; null if another holder has it
     * @throws BusException if the file cannot be opened or is not a regular one, or its file system has no flock(2)
     */
    public static HeldFile tryHold(final Path path) {
        final int fd = RegularFile.open(path, Libc.O_RDWR | Libc.O_CREAT);
        if (fd < 0) {
            throw RegularFile.isForeign(-fd)
                    ? RegularFile.foreign(path)
                    : new BusException("cannot open " + path + ": " + OsErrors.of(-fd, "open(2)"));
        }
        final int status = Libc.flock(fd, Libc.LOCK_EX | Libc.LOCK_NB);
        if (status >= 0) {
            return new HeldFile(fd);
        }
        Libc.close(fd);
        if (-status == Libc.EWOULDBLOCK) {
            return null;
        }
        throw new BusException("cannot lock " + path + ": " + OsErrors.of(-status, "flock(2)"));
    }

    @Override
    public void close() {
        if (fd != CLOSED) {
            Libc.close(fd);
            fd = CLOSED;
        }
    }
}
