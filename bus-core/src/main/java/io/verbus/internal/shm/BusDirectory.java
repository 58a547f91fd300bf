package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.os.PassingException;
import io.verbus.internal.os.ProcessLock;
import io.verbus.internal.os.TempFiles;
import io.verbus.spi.OsErrors;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.ErrorHandler;

/**
 * The directory shared by the processes of one user on one host.
 *
 * <pre>
 *   directory/                          mode 0700, on tmpfs or hugetlbfs
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
    private final Path processes;
    /** The lock file of this process; null until it exists. */
    private volatile Path own;
    private volatile DirectoryChanges changes = DirectoryChanges.unshared();

    private BusDirectory(final Path root) {
        this.root = root;
        this.processes = root.resolve(".processes");
    }

    /**
     * Opens a bus directory; creates it if it does not exist.
     *
     * @param root path of the directory
     * @return the directory
     * @throws BusException if it can't be created, is not in memory, or belongs to another user
     */
    public static BusDirectory open(final Path root) {
        final BusDirectory directory = new BusDirectory(root.toAbsolutePath().normalize());
        directory.checkInMemory(); // before it is created, so that nothing remains on failure
        makePrivate(directory.root);
        directory.checkOwn();
        makePrivate(directory.processes);
        return directory;
    }

    /**
     * The directory of a stream, which is created with its first file: {@link StreamDirectory#make}.
     *
     * @param name of the stream
     * @return its directory, which may not exist
     * @throws BusException if the name is not valid for a stream
     */
    public StreamDirectory stream(final String name) {
        return new StreamDirectory(name, root.resolve(StreamName.check(name)), changes);
    }

    /** {@return the streams that have a directory, ordered by name} */
    public List<StreamDirectory> streams() {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(Files::isDirectory).map(path -> path.getFileName().toString())
                    .filter(StreamName::isValid).sorted()
                    .map(name -> new StreamDirectory(name, root.resolve(name), changes)).toList();
        } catch (final IOException e) {
            throw new BusException("cannot list " + root + ": " + OsErrors.of(e), e);
        }
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
        changes = DirectoryChanges.open(changes(), process, errorHandler);
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
        final ProcessLock lock = ProcessLock.acquire(lock(process));
        own = lock(process);
        return lock;
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
        } catch (final IOException e) {
            throw new BusException("cannot list " + processes + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * Creates a directory if it does not exist; throws a {@link PassingException} if another process removes it
     * meanwhile.
     */
    static void makePrivate(final Path path) {
        try {
            Files.createDirectories(path.getParent());
            Files.createDirectory(path,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (final FileAlreadyExistsException e) {
            checkUsable(path);
        } catch (final AccessDeniedException e) {
            throw new BusException("no permission to create " + path + ": set VERBUS_DIR to a directory of your own",
                    e);
        } catch (final IOException e) {
            throw new BusException("cannot create " + path + ": " + OsErrors.of(e), e);
        }
    }

    private static void checkUsable(final Path path) {
        final Object found = key(path);
        if (!Files.isDirectory(path) && found.equals(key(path))) {
            throw new BusException(path + " is a file; the bus needs a directory there: move the file away");
        }
        if (!(Files.isWritable(path) && Files.isExecutable(path)) && found.equals(key(path))) {
            throw new BusException("no permission to write in " + path
                    + ": it belongs to another user or is read-only; set VERBUS_DIR to a directory of your own");
        }
    }

    /** Identifies a file, also if another one gets the same name. */
    private static Object key(final Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (final IOException e) {
            throw new PassingException(path + " does not exist (any more)", e);
        }
    }

    /** Every user can write in /dev/shm: a foreign directory would let its owner read and truncate the files. */
    private void checkOwn() {
        try {
            if (!Files.getAttribute(root, "unix:uid").equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
                throw new BusException(root + " belongs to user " + Files.getOwner(root).getName()
                        + ": set VERBUS_DIR to a directory of your own");
            }
            if (Files.getPosixFilePermissions(root).contains(PosixFilePermission.GROUP_WRITE)
                    || Files.getPosixFilePermissions(root).contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new BusException("other users may write in " + root + ": make it private (chmod 700) or set"
                        + " VERBUS_DIR to a directory of your own");
            }
        } catch (final IOException e) {
            throw new BusException("cannot determine the owner of " + root + ": " + OsErrors.of(e), e);
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
