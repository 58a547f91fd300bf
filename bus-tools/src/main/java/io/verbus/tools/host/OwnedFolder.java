package io.verbus.tools.host;

import io.verbus.BusException;
import io.verbus.os.ProcessLock;
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
 * A temporary folder that lasts no longer than its process: when that is killed before it can remove the folder, the
 * next one does. Beside each folder is a lock file, held by the process that made it. The lock is there before the
 * folder and until after it, so a folder whose lock nobody holds is a dead one's.
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
     * Removes what dead processes of this user left in the parent folder, then makes a folder there.
     *
     * @param parent where
     * @return the folder, to be closed
     * @throws BusException if none can be made there
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
            throw new BusException("can't make a folder for this run in " + parent + ": " + e.getMessage(), e);
        }
    }

    /** {@return where it is} */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            delete(path);
        } catch (final IOException | UncheckedIOException e) {
            System.err.println("bus: can't remove " + path + ": " + e.getMessage());
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
                    // Another run that starts now is quicker; what can't be removed is no reason not to run.
                    continue;
                }
            }
        }
    }

    /** What another user's run left is that user's to remove; what has just gone is nobody's. */
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
