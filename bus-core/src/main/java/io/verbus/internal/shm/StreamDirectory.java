package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.os.ModificationTime;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.TempFiles;
import io.verbus.internal.os.TransientException;
import io.verbus.spi.SubscriptionIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The files of one stream. The directory is created with the first file and removed with the last: each range response
 * is a separate stream, and a remaining directory for each would slow every later start.
 *
 * <p>That needs no lock. The kernel removes a directory only if it is empty, and {@link #make} repeats a creation that
 * failed because another process removed the directory meanwhile. A process that watches a directory has a file in it.
 */
public final class StreamDirectory {
    private static final String LOG = ".log";
    private static final String POSITIONS = ".positions";
    /**
     * Each attempt fails only if another process adds and removes a file within the microseconds between two system
     * calls.
     */
    private static final int ATTEMPTS = 1_000;

    private final String name;
    private final Path path;
    private final DirectoryChanges changes;
    private final DirectoryOwnership ownership;
    /** Of the stream's count in the changes. */
    private final int countOffset;

    StreamDirectory(final String name, final Path path, final DirectoryChanges changes,
            final DirectoryOwnership ownership) {
        this.name = name;
        this.path = path;
        this.changes = changes;
        this.ownership = ownership;
        this.countOffset = DirectoryChanges.offset(name);
    }

    /**
     * Creates a file, and the directory if it does not exist.
     *
     * @param <T> result of the maker
     * @param maker of the file; repeated if the directory was removed before its file existed
     * @return the result of the maker
     * @throws BusException if the directory can't be created, or the exception of the maker
     */
    public <T> T make(final Supplier<T> maker) {
        for (int attempt = 1;; attempt++) {
            try {
                ownership.make(path);
                final T made = maker.get();
                changes.mark(countOffset);
                return made;
            } catch (final TransientException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (final RuntimeException e) {
                removeIfEmpty();
                throw e;
            }
        }
    }

    /** Called by a process that has removed a file: notifies the others, and removes the directory if it is empty. */
    public void fileRemoved() {
        changes.mark(countOffset);
        removeIfEmpty();
    }

    /** Removes the directory if it is empty; a link to a directory stays. */
    void removeIfEmpty() {
        try {
            if (!Files.isSymbolicLink(path)) {
                Files.deleteIfExists(path);
            }
        } catch (final IOException e) {
            return; // mostly not empty; else the next sweep tries again
        }
    }

    /** {@return path of the directory} */
    public Path path() {
        return path;
    }

    /** {@return name of the stream} */
    public String name() {
        return name;
    }

    /**
     * The log of a session.
     *
     * @param session its id
     * @return path of the file
     */
    public Path log(final long session) {
        return path.resolve(FileId.of(session) + LOG);
    }

    /**
     * The temporary name of the memory for a session on another host. It is not in the directory of the stream, which
     * such a subscription does not need.
     *
     * @param session its id
     * @return path of the file
     */
    public Path memory(final long session) {
        return path.resolveSibling(name + "." + FileId.of(session) + LOG);
    }

    /**
     * The positions file of a subscription.
     *
     * @param subscription its id
     * @return path of the file
     */
    public Path positions(final long subscription) {
        return path.resolve(FileId.of(subscription) + POSITIONS);
    }

    /**
     * Creates the file of a subscription.
     *
     * @param identity of the subscription
     * @param places maximum number of sessions that it reads at once
     * @return the positions
     * @throws io.verbus.BusException if the file can't be created
     */
    public Positions createPositions(final SubscriptionIdentity identity, final int places) {
        return make(() -> Positions.create(positions(identity.id()), identity, places, ownership.access()));
    }

    /** {@return the logs by session; a file *.log without an id in its name has id 0} */
    public Map<Long, Path> logs() {
        return list(LOG);
    }

    /** {@return the positions files by subscription} */
    public Map<Long, Path> positions() {
        return list(POSITIONS);
    }

    /** {@return the unfinished files, with the processes that create them} */
    public Map<Path, Long> unfinished() {
        return TempFiles.in(path);
    }

    /** {@return a watch on this directory, for one thread} */
    public Watch watch() {
        return new Watch();
    }

    private Map<Long, Path> list(final String suffix) {
        final Map<Long, Path> files = new HashMap<>();
        forEachFile(file -> {
            final String fileName = file.getFileName().toString();
            if (fileName.endsWith(suffix) && !fileName.startsWith(".")) {
                files.put(FileId.parse(fileName.substring(0, fileName.length() - suffix.length())), file);
            }
        });
        return files;
    }

    private void forEachFile(final Consumer<Path> action) {
        try (Stream<Path> entries = Files.list(path)) {
            entries.forEach(action);
        } catch (final NoSuchFileException e) {
            return; // it was removed with its last file
        } catch (final IOException e) {
            throw new BusException("cannot list " + path + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * Detects whether the directory must be listed again: by the count of changes, and once a second by a system call,
     * because not every change is counted. Another program may have removed the file, and a process may have died
     * before it counted its change. If the counts are not shared, each check makes the system call.
     */
    public final class Watch {
        /** Coarser than the file times of any kernel: a change this soon after a check may not change the time. */
        private static final long GRAIN_NS = 50_000_000;
        private static final long BACKSTOP_NS = 1_000_000_000;

        private final ModificationTime time = new ModificationTime(path);
        private long count = -1;
        /** Time of the last system call. */
        private long askedNs;
        private long modifiedNs = Long.MIN_VALUE;
        private boolean isChanged;
        private boolean isRemoved;
        private long settlingSinceNs;

        private Watch() {
        }

        /**
         * Whether files may have been added or removed since the last call that returned true.
         *
         * @param nowNs on any monotonic clock, read before this call: a change that was counted before that time is
         *     seen
         * @return true if so, and at the first call
         * @throws BusException once, if the directory was removed
         */
        public boolean changed(final long nowNs) {
            final long counted = changes.count(countOffset); // before the directory is listed
            final boolean isCounted = counted != count;
            if (!isCounted && changes.isShared() && nowNs - askedNs < BACKSTOP_NS) {
                return false;
            }
            count = counted;
            askedNs = nowNs;
            return isModified(nowNs) || isCounted;
        }

        private boolean isModified(final long nowNs) {
            final long modified = time.epochNs();
            if (modified < 0) {
                if (isRemoved) {
                    return false;
                }
                isRemoved = true;
                throw new BusException(
                        path + " does not exist any more: it was removed while in use; restart the processes"
                                + " that use it");
            }
            if (modified != modifiedNs) {
                modifiedNs = modified;
                isChanged = true;
                return true;
            }
            if (isChanged) { // only now: the caller may have read its clock long before that check
                isChanged = false;
                settlingSinceNs = nowNs;
            }
            return nowNs - settlingSinceNs <= GRAIN_NS;
        }
    }
}
