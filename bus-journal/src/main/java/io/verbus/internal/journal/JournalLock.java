package io.verbus.internal.journal;

import io.verbus.BusException;
import io.verbus.internal.os.HeldFile;
import io.verbus.internal.os.OsErrors;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Prevents a second recorder in the same directory; the kernel releases the lock when the process ends, in any way. */
public final class JournalLock {
    private JournalLock() {
    }

    /** Creates the directory, if it does not exist, and locks it. */
    public static HeldFile acquire(final Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new BusException("cannot record into " + directory
                    + ": it is a file; name a directory");
        }
        try {
            Files.createDirectories(directory);
        } catch (final AccessDeniedException e) {
            throw new BusException("no permission to record into " + directory + ": name a directory of your own", e);
        } catch (final NoSuchFileException e) {
            throw new BusException("cannot record into " + directory + ": cannot create a directory in "
                    + directory.getParent() + "; name another one", e);
        } catch (final IOException e) {
            throw new BusException("cannot record into " + directory + ": " + OsErrors.of(e), e);
        }
        if (!Files.isWritable(directory)) {
            throw new BusException("no permission to record into " + directory + ": name a directory of your own");
        }
        final HeldFile lock = HeldFile.tryHold(directory.resolve(".lock"));
        if (lock == null) {
            throw new BusException(
                    "another recorder writes into " + directory + ": name another directory, or end"
                            + " that recorder");
        }
        return lock;
    }
}
