package io.verbus.directory;

import io.verbus.BusException;
import io.verbus.os.ModificationTime;
import io.verbus.os.PassingException;
import io.verbus.os.Reason;
import io.verbus.os.Unfinished;
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
 * The files of one stream. The directory comes with the first of them and goes with the last: an answer to a request
 * for a range is a stream of its own, and a directory left for each would slow every later start.
 *
 * <p>No lock is needed for that. The kernel removes a directory only while it is empty, and {@link #make} repeats what
 * failed because another process removed the directory just before. A process that watches a directory has a file in
 * it.
 */
public final class StreamDirectory {
    private static final String LOG = ".log";
    private static final String POSITIONS = ".positions";
    /** Each needs another process that comes and goes within the microseconds between two system calls. */
    private static final int ATTEMPTS = 1_000;

    private final String name;
    private final Path path;

    StreamDirectory(final String name, final Path path) {
        this.name = name;
        this.path = path;
    }

    /**
     * Makes a file here, and the directory if it is absent.
     *
     * @param <T> what the maker gives
     * @param maker of the file; repeated when the directory vanished before its file was there
     * @return what the maker has given
     * @throws BusException if the directory can't be made, or what the maker throws
     */
    public <T> T make(final Supplier<T> maker) {
        for (int attempt = 1;; attempt++) {
            try {
                BusDirectory.makePrivate(path);
                return maker.get();
            } catch (final PassingException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (final RuntimeException e) {
                removeIfEmpty();
                throw e;
            }
        }
    }

    /** Removes the directory if no file is in it. By a process that has removed a file. */
    public void removeIfEmpty() {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            return; // not empty, mostly; else the next sweep tries again
        }
    }

    /** {@return name of the stream} */
    public String name() {
        return name;
    }

    /**
     * Where a session has its log.
     *
     * @param session its id
     * @return path of the file
     */
    public Path log(final long session) {
        return path.resolve(FileId.of(session) + LOG);
    }

    /**
     * What the memory for a session on another host is called until it has lost its name. It is not in the directory of
     * the stream, which such a subscription does not need.
     *
     * @param session its id
     * @return path of the file
     */
    public Path memory(final long session) {
        return path.resolveSibling(name + "." + FileId.of(session) + LOG);
    }

    /**
     * Where a subscription keeps its positions.
     *
     * @param subscription its id
     * @return path of the file
     */
    public Path positions(final long subscription) {
        return path.resolve(FileId.of(subscription) + POSITIONS);
    }

    /** {@return the logs that are here, by session; whatever is called *.log but has no id has id 0} */
    public Map<Long, Path> logs() {
        return list(LOG);
    }

    /** {@return the positions that are here, by subscription} */
    public Map<Long, Path> positions() {
        return list(POSITIONS);
    }

    /** {@return the files that are being made here, with the processes that make them} */
    public Map<Path, Long> unfinished() {
        return Unfinished.in(path);
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
            return; // it went with its last file
        } catch (final IOException e) {
            throw new BusException("cannot list " + path + ": " + Reason.of(e), e);
        }
    }

    /** Tells by one system call whether it is worth listing the directory again. */
    public final class Watch {
        /** Coarser than any kernel's file times: a change this soon after a look may leave the time as it was. */
        private static final long GRAIN_NS = 50_000_000;

        private final ModificationTime time = new ModificationTime(path);
        private long modifiedNs = Long.MIN_VALUE;
        private boolean isFresh;
        private boolean hasGone;
        private long settlingSinceNs;

        private Watch() {
        }

        /**
         * Whether files may have come or gone since the last call that said so.
         *
         * @param nowNs on any monotonic clock
         * @return true if so, and at the first call
         * @throws BusException once, if somebody has removed the directory
         */
        public boolean changed(final long nowNs) {
            final long modified = time.epochNs();
            if (modified < 0) {
                if (hasGone) {
                    return false;
                }
                hasGone = true;
                throw new BusException(path + " has gone: somebody removed it under a living bus; start again what"
                        + " uses it");
            }
            if (modified != modifiedNs) {
                modifiedNs = modified;
                isFresh = true;
                return true;
            }
            if (isFresh) { // only now: the caller's clock may have been read long before that look
                isFresh = false;
                settlingSinceNs = nowNs;
            }
            return nowNs - settlingSinceNs <= GRAIN_NS;
        }
    }
}
