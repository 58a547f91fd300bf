package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.ProcessLock;
import io.verbus.internal.os.TempFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.ErrorHandler;

/**
 * The directory shared by the processes of one user on one host, and of others if their settings name a group.
 *
 * <pre>
 *   directory/                          on tmpfs or hugetlbfs; its mode is in {@link FileAccess}
 *     .processes/PROCESS.lock           held by a living process
 *     .processes/PROCESS.counters       its counters and errors
 *     .losses                           the loss report; outlives every process
 *     .changes                          counts of changes of each stream's files; outlives every process
 *     STREAM/SESSION.log                a publication's log
 *     STREAM/SUBSCRIPTION.positions     the positions of a subscription; STREAM is removed with its last file
 * </pre>
 *
 * <p>PROCESS, SESSION and SUBSCRIPTION are random ids of 16 hex digits. Names that begin with a dot are unfinished
 * files, and are ignored.
 */
public final class BusDirectory implements AutoCloseable {
    private static final Set<String> MEMORY_FILE_SYSTEMS = Set.of("tmpfs", "hugetlbfs", "ramfs");
    private static final String LOCK = ".lock";
    private static final String COUNTERS = ".counters";

    private final Path root;
    private final DirectoryOwnership ownership;
    private final Path processes;
    /** The lock file of this process; null until it exists. */
    private volatile Path own;
    private volatile long process;
    private volatile DirectoryChanges changes = DirectoryChanges.unshared();

    private BusDirectory(final Path root, final FileAccess access) {
        this.root = root.toAbsolutePath().normalize();
        this.ownership = new DirectoryOwnership(this.root, access);
        this.processes = this.root.resolve(".processes");
    }

    /**
     * Opens a bus directory; creates it if it does not exist.
     *
     * @param root path of the directory
     * @return the directory
     * @throws BusException if it can't be created, is not in memory, or belongs to another user
     */
    public static BusDirectory open(final Path root) {
        return open(root, FileAccess.PRIVATE);
    }

    /**
     * Opens a bus directory that other users may use; creates it if it does not exist.
     *
     * @param root path of the directory
     * @param access of other users; a private directory of this user gets it
     * @return the directory
     * @throws BusException if it can't be created, is not in memory, has another access, or belongs to another user and
     *     is not shared with the group of this access
     */
    public static BusDirectory open(final Path root, final FileAccess access) {
        final BusDirectory directory = new BusDirectory(root, access);
        directory.checkInMemory(); // before it is created, so that nothing remains on failure
        if (directory.ownership.prepare()) {
            access.toCommonFiles().grantFile(directory.losses());
            access.toCommonFiles().grantFile(directory.changes());
        }
        directory.ownership.make(directory.processes);
        return directory;
    }

    /**
     * Opens an existing bus directory of any user to look at it. Creates and changes nothing.
     *
     * @param root path of the directory
     * @return the directory, for reading
     * @throws BusException if it is not in memory, or this process may not read it
     */
    public static BusDirectory openReadOnly(final Path root) {
        final BusDirectory directory = new BusDirectory(root, FileAccess.PRIVATE);
        directory.checkInMemory();
        DirectoryOwnership.checkReadable(directory.root);
        return directory;
    }

    /** {@return the access of other users to the files of this process} */
    public FileAccess access() {
        return ownership.access();
    }

    /**
     * The directory of a stream, which is created with its first file: {@link StreamDirectory#make}.
     *
     * @param name of the stream
     * @return its directory, which may not exist
     * @throws BusException if the name is not valid for a stream
     */
    public StreamDirectory stream(final String name) {
        return streamIn(StreamName.check(name));
    }

    /** {@return the streams that have a directory, ordered by name} */
    public List<StreamDirectory> streams() {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> path.getFileName().toString())
                    .filter(StreamName::isValid).sorted().map(this::streamIn).toList();
        } catch (final IOException e) {
            throw new BusException("cannot list " + root + ": " + OsErrors.of(e), e);
        }
    }

    private StreamDirectory streamIn(final String name) {
        return new StreamDirectory(name, root.resolve(name), changes, ownership);
    }

    /** {@return the path of the loss report} */
    public Path losses() {
        return losses(root);
    }

    /**
     * The path of the loss report of a bus directory; the file may not exist.
     *
     * @param root of the bus directory
     * @return path of the file
     */
    public static Path losses(final Path root) {
        return root.resolve(".losses");
    }

    /** {@return the path of the counts of changes} */
    public Path changes() {
        return root.resolve(".changes");
    }

    /**
     * Shares the counts of changes with the other processes, for the stream directories that this returns from now on.
     *
     * @param process id of this process, which has entered
     * @param hasSwept whether this process has removed files before
     * @param errorHandler receives one message if that is not possible
     */
    public void shareChanges(final long process, final boolean hasSwept, final ErrorHandler errorHandler) {
        changes = DirectoryChanges.open(changes(), process, access(), errorHandler);
        if (hasSwept) {
            changes.markAll();
        }
    }

    /** Unmaps the counts of changes. No thread uses a {@link StreamDirectory.Watch} any more. */
    @Override
    public void close() {
        changes.close();
    }

    /** {@return the unfinished files, except those of streams, with the processes that create them} */
    public Map<Path, Long> unfinished() {
        final Map<Path, Long> files = new HashMap<>(TempFiles.in(root));
        files.putAll(TempFiles.in(processes));
        return files;
    }

    /**
     * The lock file of a process.
     *
     * @param process its id
     * @return path of the lock file
     */
    public Path lock(final long process) {
        return processes.resolve(FileId.of(process) + LOCK);
    }

    /**
     * The counters file of a process.
     *
     * @param process its id
     * @return path of the file
     */
    public Path counters(final long process) {
        return processes.resolve(FileId.of(process) + COUNTERS);
    }

    /**
     * Creates and locks the lock file of this process.
     *
     * @param process id of this process
     * @return the lock, held until closed
     * @throws BusException if the file can't be created
     */
    public ProcessLock enter(final long process) {
        final ProcessLock lock = ProcessLock.acquire(lock(process), access());
        own = lock(process);
        this.process = process;
        return lock;
    }

    /** {@return id of this process; 0 before it has entered} */
    long process() {
        return process;
    }

    /**
     * Whether a process is alive.
     *
     * @param process its id
     * @return false only if the kernel has released its lock; a lock file that is missing because another program has
     *     removed the bus directory proves nothing
     */
    public boolean isAlive(final long process) {
        final Path lock = lock(process);
        return ProcessLock.isHeld(lock) || !Files.exists(lock, LinkOption.NOFOLLOW_LINKS) && isRemoved();
    }

    /**
     * Whether another program has removed the files of the bus, as systemd does at logout (RemoveIPC): the lock file of
     * this process does not exist any more.
     *
     * @return true if so
     */
    public boolean isRemoved() {
        final Path lock = own;
        return !Files.exists(lock == null ? processes : lock, LinkOption.NOFOLLOW_LINKS);
    }

    /** {@return ids of the processes that have a file in the directory, dead or alive} */
    public List<Long> processes() {
        try (Stream<Path> entries = Files.list(processes)) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && (name.endsWith(LOCK) || name.endsWith(COUNTERS)))
                    .map(name -> FileId.parse(name.substring(0, name.indexOf('.')))).distinct().toList();
        } catch (final NoSuchFileException e) {
            return List.of(); // no bus has run there, or the directory was removed
        } catch (final IOException e) {
            throw new BusException("cannot list " + processes + ": " + OsErrors.of(e), e);
        }
    }

    private void checkInMemory() {
        Path existing = root;
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            final String type = Files.getFileStore(existing).type();
            if (!MEMORY_FILE_SYSTEMS.contains(type)) {
                throw new BusException(
                        root + " is on " + type + ", a log there would be written to disk: set VERBUS_DIR"
                                + " to a directory on tmpfs or hugetlbfs, such as /dev/shm/verbus");
            }
        } catch (final IOException e) {
            throw new BusException("cannot determine the file system of " + root + ": " + OsErrors.of(e), e);
        }
    }
}
