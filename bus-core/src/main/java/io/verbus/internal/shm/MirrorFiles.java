package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.HeldFile;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.TempFiles;
import io.verbus.internal.os.TransientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * The files of the host mirrors in a bus directory: of each mirror a table, and the images of its sessions.
 *
 * <pre>
 *   .mirrors/MIRROR.table            its members and sessions
 *   .mirrors/MIRROR.SESSION.image    registered memory of the owner, read in place by all members
 * </pre>
 *
 * <p>The last member removes the files of its mirror, and the directory with the last mirror. Members enter and leave
 * under a lock of the directory, so none enters a table that is being removed.
 */
public final class MirrorFiles {
    private static final String TABLE = ".table";
    private static final String IMAGE = ".image";
    /** Holders of the lock of the directory need microseconds. */
    private static final int ATTEMPTS = 100_000;

    private final Path path;
    private final Runnable maker;
    private final LongPredicate isAlive;

    /** @param maker creates the directory */
    MirrorFiles(final Path path, final Runnable maker, final LongPredicate isAlive) {
        this.path = path;
        this.maker = maker;
        this.isAlive = isAlive;
    }

    /**
     * Enters a mirror, which is created if it does not exist.
     *
     * @param key of the mirror
     * @param process id of this process
     * @param subscription id of this member; a new mirror gets it as its own
     * @return the table; null if the attempt must be repeated
     * @throws BusException if the mirror has no free place, or its table cannot be used
     */
    public MirrorTable enter(final String key, final long process, final long subscription) {
        maker.run();
        try (HeldFile held = tryHold()) {
            if (held == null) {
                return null;
            }
            return enterHeld(path.resolve(key + TABLE), key, process, subscription);
        } catch (final TransientException e) {
            return null; // another program has removed the directory
        }
    }

    private MirrorTable enterHeld(final Path file, final String key, final long process, final long subscription) {
        MirrorTable table = Files.exists(file) ? MirrorTable.attach(file, key) : null;
        if (table != null && !table.isUsed(isAlive)) { // left by dead processes
            remove(key);
            table.unmap();
            table = null;
        }
        if (table == null) {
            MappedFile.createOnce(file, process, MirrorLayout.LENGTH, FileAccess.PRIVATE,
                    mapped -> MirrorTable.initialize(mapped, subscription));
            table = MirrorTable.attach(file, key);
        }
        if (!table.enter(process, subscription, isAlive)) {
            table.unmap();
            throw new BusException("the host mirror has " + MirrorLayout.MAX_MEMBERS
                    + " members, which is the limit: this subscription connects on its own");
        }
        return table;
    }

    /**
     * Leaves a mirror and unmaps its table. The last member removes the files.
     *
     * @param table of the mirror
     */
    public void leave(final MirrorTable table) {
        try (HeldFile held = hold()) {
            table.leave();
            if (held != null && !table.isUsed(isAlive)) { // else the next sweep removes them
                remove(table.key());
                removeDirectory();
            }
        } finally {
            table.unmap();
        }
    }

    /**
     * The image of a session.
     *
     * @param table of the mirror
     * @param session its id
     * @return path of the file
     */
    public Path image(final MirrorTable table, final long session) {
        return path.resolve(table.key() + "." + FileId.of(session) + IMAGE);
    }

    /**
     * Removes the closed sessions that no member reads any more. By the owner.
     *
     * @param table of the mirror
     */
    public void removeClosed(final MirrorTable table) {
        for (final MirrorEntry entry : table.entries()) {
            if (entry.isClosed() && entry.isUnused()) {
                delete(image(table, entry.session()));
                entry.free();
            }
        }
    }

    /** Removes the files of mirrors without a living member; returns their number. */
    int sweep() {
        if (!Files.exists(path)) {
            return 0;
        }
        int removed = 0;
        try (HeldFile held = tryHold()) {
            for (final Path file : held == null ? List.<Path>of() : list()) {
                final String name = file.getFileName().toString();
                final long maker = TempFiles.maker(file);
                if (maker != 0 ? !isAlive.test(maker) : !isUsed(name.substring(0, name.indexOf('.')))) {
                    delete(file);
                    removed++;
                }
            }
            removeDirectory();
        }
        return removed;
    }

    private boolean isUsed(final String key) {
        final Path file = path.resolve(key + TABLE);
        if (!Files.exists(file)) {
            return false;
        }
        try {
            final MirrorTable table = MirrorTable.attach(file, key);
            try {
                return table.isUsed(isAlive);
            } finally {
                table.unmap();
            }
        } catch (final BusException e) {
            return true; // of another user, or not a file of this build
        }
    }

    /** Null if other processes hold it all the time. */
    private HeldFile hold() {
        for (int i = 0; i < ATTEMPTS; i++) {
            final HeldFile held = tryHold();
            if (held != null || !Files.exists(path)) {
                return held;
            }
            Thread.onSpinWait();
        }
        return null;
    }

    private HeldFile tryHold() {
        try {
            return HeldFile.tryHoldExisting(path);
        } catch (final BusException e) {
            if (!Files.exists(path)) {
                return null;
            }
            throw e;
        }
    }

    private void remove(final String key) {
        list().stream().filter(file -> file.getFileName().toString().startsWith(key + "."))
                .forEach(MirrorFiles::delete);
    }

    /** If it is empty. */
    private void removeDirectory() {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            return; // there are other mirrors
        }
    }

    private List<Path> list() {
        try (Stream<Path> files = Files.list(path)) {
            return files.toList();
        } catch (final NoSuchFileException e) {
            return List.of();
        } catch (final IOException e) {
            throw new BusException("cannot list " + path + ": " + OsErrors.of(e), e);
        }
    }

    private static void delete(final Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + file + ": " + OsErrors.of(e), e);
        }
    }
}
