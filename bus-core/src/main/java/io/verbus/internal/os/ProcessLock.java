package io.verbus.internal.os;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Distinguishes a dead process from a slow one: a process holds an exclusive lock on its own file as long as it lives,
 * and the kernel releases it when the process ends, in any way.
 *
 * <p>flock(2) locks belong to an open file. Unlike those of fcntl(2), they are not lost if another part of the same
 * process opens and closes the file.
 */
public final class ProcessLock implements AutoCloseable {
    /** Other processes may briefly lock a new file to check it, or remove it as left over, but not permanently. */
    private static final int MAX_ATTEMPTS = 1_000;
    private static final int RELEASED = -1;

    private final Path path;
    private int fd;

    private ProcessLock(final Path path, final int fd) {
        this.path = path;
        this.fd = fd;
    }

    /**
     * Creates and locks a file. It appears under its name only when it is locked, so no process takes it for a dead
     * one.
     *
     * @param path of the lock file, which must not exist
     * @return the lock, held until closed
     * @throws BusException if the file can't be created
     */
    public static ProcessLock acquire(final Path path) {
        return acquire(path, FileAccess.PRIVATE);
    }

    /**
     * The same, for a file that other users may examine.
     *
     * @param path of the lock file, which must not exist
     * @param access of other users to the file
     * @return the lock, held until closed
     * @throws BusException if the file can't be created
     */
    public static ProcessLock acquire(final Path path, final FileAccess access) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            final int fd = tryAcquire(path, access);
            if (fd >= 0) {
                return new ProcessLock(path, fd);
            }
            Thread.onSpinWait();
        }
        throw new BusException("cannot lock " + path + ": it is removed repeatedly by another process");
    }

    /** Returns a negative number if a sweep locked or removed the file before this process locked it. */
    private static int tryAcquire(final Path path, final FileAccess access) {
        final Path hidden = hidden(path);
        final int fd = Libc.open(hidden, Libc.O_RDWR | Libc.O_CREAT | Libc.O_EXCL, 0600);
        if (fd < 0) {
            throw new BusException("cannot create " + path + ": " + OsErrors.of(-fd, "open(2)"));
        }
        try {
            final int status = Libc.flock(fd, Libc.LOCK_EX | Libc.LOCK_NB);
            if (status < 0 && -status != Libc.EWOULDBLOCK) {
                throw new IOException("its file system has no flock(2)");
            }
            if (status >= 0) {
                access.grant(fd, path); // not before: another user must not lock it first
                Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
                return fd;
            }
        } catch (final NoSuchFileException swept) {
            assert !Files.exists(path) : "removed by a sweep, but exists";
        } catch (final IOException e) {
            discard(fd, hidden);
            throw new BusException("cannot lock " + path + ": " + OsErrors.of(e), e);
        } catch (final BusException e) {
            discard(fd, hidden);
            throw e;
        }
        discard(fd, hidden);
        return -1;
    }

    private static void discard(final int fd, final Path hidden) {
        Libc.close(fd);
        hidden.toFile().delete();
    }

    /**
     * The name of a lock file until it is locked.
     *
     * @param path of the lock file
     * @return path that begins with a dot
     */
    public static Path hidden(final Path path) {
        return path.resolveSibling("." + path.getFileName());
    }

    /**
     * Whether the process that created a lock file is alive. A shared lock is tried, so two concurrent checks do not
     * take each other for the owner. The file is opened for reading: that suffices for flock(2), and an observer may do
     * no more. Three system calls.
     *
     * @param path of its lock file
     * @return false if the lock is free or the file does not exist; true for a foreign file, which proves nothing
     */
    public static boolean isHeld(final Path path) {
        final int fd = RegularFile.open(path, Libc.O_RDONLY);
        if (fd < 0) {
            return -fd != Libc.ENOENT;
        }
        final int status = Libc.flock(fd, Libc.LOCK_SH | Libc.LOCK_NB);
        Libc.close(fd);
        return status < 0;
    }

    /** Removes the file and releases the lock, in this order: no process finds an unlocked file of a living process. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + path + ": " + OsErrors.of(e), e);
        } finally {
            release();
        }
    }

    /** Releases the lock and keeps the file, as the kernel does when the process ends. */
    public void release() {
        if (fd != RELEASED) {
            Libc.close(fd);
            fd = RELEASED;
        }
    }
}
