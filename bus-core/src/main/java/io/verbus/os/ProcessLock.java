package io.verbus.os;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Tells the dead from the slow: a process holds an exclusive lock on a file of its own for as long as it lives, and the
 * kernel releases it when the process ends, however it ends.
 *
 * <p>flock(2) locks belong to an open file, so unlike those of fcntl(2) they do not vanish when another part of the
 * same process looks at the file and closes it again.
 */
public final class ProcessLock implements AutoCloseable {
    /** Others look at a new file, or take it for one that was left behind, for a moment; they can't do so for ever. */
    private static final int MAX_ATTEMPTS = 1_000;
    private static final int RELEASED = -1;

    private final Path path;
    private int fd;

    private ProcessLock(final Path path, final int fd) {
        this.path = path;
        this.fd = fd;
    }

    /**
     * Creates and locks a file. It appears under its name only when it is locked, so nobody takes it for a dead one.
     *
     * @param path of the lock file, which must not exist
     * @return the lock, held until closed
     * @throws BusException if the file can't be made
     */
    public static ProcessLock acquire(final Path path) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            final int fd = tryAcquire(path);
            if (fd >= 0) {
                return new ProcessLock(path, fd);
            }
            Thread.onSpinWait();
        }
        throw new BusException("cannot lock " + path + ": somebody removes it again and again");
    }

    /** Gives a negative number if somebody who cleans up came between our opening of the file and our lock. */
    private static int tryAcquire(final Path path) {
        final Path hidden = hidden(path);
        final int fd = Libc.open(hidden, Libc.O_RDWR | Libc.O_CREAT | Libc.O_EXCL, 0600);
        if (fd < 0) {
            throw new BusException("cannot create " + path + ": " + Reason.of(-fd, "open(2)"));
        }
        try {
            final int status = Libc.flock(fd, Libc.LOCK_EX | Libc.LOCK_NB);
            if (status < 0 && -status != Libc.EWOULDBLOCK) {
                throw new IOException("its file system has no flock(2)");
            }
            if (status >= 0) {
                Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
                return fd;
            }
        } catch (final NoSuchFileException swept) {
            assert !Files.exists(path) : "swept, and yet there";
        } catch (final IOException e) {
            discard(fd, hidden);
            throw new BusException("cannot lock " + path + ": " + Reason.of(e), e);
        }
        discard(fd, hidden);
        return -1;
    }

    private static void discard(final int fd, final Path hidden) {
        Libc.close(fd);
        hidden.toFile().delete();
    }

    /**
     * The name that a lock file has until it is locked.
     *
     * @param path of the lock file
     * @return path that begins with a dot
     */
    public static Path hidden(final Path path) {
        return path.resolveSibling("." + path.getFileName());
    }

    /**
     * Whether the process that made a lock file is alive. A shared lock is tried, so two that look at once do not take
     * each other for the owner. Three system calls.
     *
     * @param path of its lock file
     * @return false if the lock is free or the file is gone; true for a foreign file, which tells nothing
     */
    public static boolean isHeld(final Path path) {
        final int fd = RegularFile.open(path, Libc.O_RDWR);
        if (fd < 0) {
            return -fd != Libc.ENOENT;
        }
        final int status = Libc.flock(fd, Libc.LOCK_SH | Libc.LOCK_NB);
        Libc.close(fd);
        return status < 0;
    }

    /** Removes the file and releases the lock, in this order: nobody sees an unlocked file of a living process. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + path + ": " + Reason.of(e), e);
        } finally {
            release();
        }
    }

    /** Releases the lock and leaves the file, as the kernel does when the process ends by itself. */
    public void release() {
        if (fd != RELEASED) {
            Libc.close(fd);
            fd = RELEASED;
        }
    }
}
