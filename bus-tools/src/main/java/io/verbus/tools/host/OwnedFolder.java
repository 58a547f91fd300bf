package io.verbus.tools.host;

import io.verbus.BusException;
import io.verbus.internal.os.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * A temporary folder that belongs to one process. If the process is killed before it can remove the folder, the next
 * process that creates one removes it. The owner holds a lock file next to the folder from before its creation until
 * after its removal, so a folder with a free lock belongs to a dead process.
 */
public final class OwnedFolder implements AutoCloseable {
    private static final String PREFIX = "verbus-run-";
    private static final String LOCK = ".lock";

    private final Path path;
    private final ProcessLock lock;

    private OwnedFolder(final Path path, final ProcessLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Removes the folders of dead processes of this user from the parent folder, then creates a new one.
     *
     * @param parent parent folder
     * @return the folder, to be closed
     * @throws BusException if the folder cannot be created
     */
    public static OwnedFolder create(final Path parent) {
        final Path path = parent.resolve(PREFIX + Long.toHexString(ThreadLocalRandom.current().nextLong()));
        ProcessLock lock = null;
        try {
            sweep(parent);
            lock = ProcessLock.acquire(lockOf(path));
            Files.createDirectory(path,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new OwnedFolder(path, lock);
        } catch (final IOException | UncheckedIOException | BusException e) {
            if (lock != null) {
                lock.close();
            }
            throw new BusException("cannot create a folder for this run in " + parent + ": " + e.getMessage(), e);
        }
    }

    /** {@return the path of the folder} */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            delete(path);
        } catch (final IOException | UncheckedIOException e) {
            System.err.println("bus: cannot remove " + path + ": " + e.getMessage());
        }
        lock.close();
    }

    private static void sweep(final Path parent) throws IOException {
        final List<Path> found;
        try (Stream<Path> entries = Files.list(parent)) {
            found = entries.filter(entry -> entry.getFileName().toString().startsWith(PREFIX)).sorted().toList();
        }
        for (final Path entry : found) {
            final boolean isLock = entry.toString().endsWith(LOCK);
            if (isOurs(entry) && !ProcessLock.isHeld(isLock ? entry : lockOf(entry))) {
                try {
                    delete(entry);
                } catch (final IOException | UncheckedIOException e) {
                    // Another process may remove it at the same time; a leftover folder does not prevent this run.
                    continue;
                }
            }
        }
    }

    /** Whether this user owns the entry; false if it has just been removed. */
    private static boolean isOurs(final Path entry) throws IOException {
        try {
            return Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).getName().equals(System.getProperty("user.name"));
        } catch (final NoSuchFileException e) {
            return false;
        }
    }

    private static Path lockOf(final Path folder) {
        return folder.resolveSibling(folder.getFileName() + LOCK);
    }

    private static void delete(final Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
