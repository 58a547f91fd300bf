package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second recorder out of a journal; the kernel lets go of it when the process ends, however it ends. */
final class JournalLock implements AutoCloseable {
    private final FileChannel file;

    private JournalLock(final FileChannel file) {
        this.file = file;
    }

    /** Makes the directory, if it is not there, and locks it. */
    static JournalLock acquire(final Path directory) {
        FileChannel file = null;
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new BusException("cannot record into " + directory
                    + ": there is a file of this name; name a directory");
        }
        try {
            Files.createDirectories(directory);
            file = FileChannel.open(directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            final FileLock lock = file.tryLock();
            if (lock == null) {
                throw recordedAlready(directory);
            }
            return new JournalLock(file);
        } catch (final OverlappingFileLockException e) {
            close(file);
            throw recordedAlready(directory);
        } catch (final AccessDeniedException e) {
            throw new BusException("no permission to record into " + directory + ": name a directory of your own", e);
        } catch (final IOException e) {
            close(file);
            throw new BusException("cannot record into " + directory + ": " + Reason.of(e), e);
        } catch (final BusException e) {
            close(file);
            throw e;
        }
    }

    private static BusException recordedAlready(final Path directory) {
        return new BusException("somebody records into " + directory + " already: name another directory, or end that"
                + " recorder");
    }

    private static void close(final FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (final IOException e) {
            assert e != null : "nothing was written";
        }
    }

    @Override
    public void close() {
        close(file);
    }
}
