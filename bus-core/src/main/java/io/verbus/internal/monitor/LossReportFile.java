package io.verbus.internal.monitor;

import static io.verbus.internal.monitor.LossLayout.ENTRIES;
import static io.verbus.internal.monitor.LossLayout.ENTRIES_OFFSET;
import static io.verbus.internal.monitor.LossLayout.ENTRY_LENGTH;
import static io.verbus.internal.monitor.LossLayout.MAGIC_OFFSET;
import static io.verbus.internal.monitor.LossLayout.MAX_NEXT;
import static io.verbus.internal.monitor.LossLayout.NEXT_OFFSET;
import static io.verbus.internal.monitor.LossLayout.REVISION_OFFSET;
import static io.verbus.internal.monitor.LossLayout.STATE_OFFSET;
import static io.verbus.internal.monitor.LossLayout.VERSION_OFFSET;
import static io.verbus.internal.monitor.LossLayout.entry;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.NoRoomException;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.TransientException;
import io.verbus.monitor.Loss;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.agrona.BufferUtil;
import org.agrona.ErrorHandler;
import org.agrona.LangUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The loss report of a bus directory. The first bus creates it, and it outlives every process. Any thread of any
 * process may append and read at any time, without waiting.
 *
 * <pre>
 * writer                                           reader
 * 1  take the next number n                        1  the entry's state is n + 1?  else skip it
 * 2  swap the entry's state to -(n + 1);           2  copy the entry
 *    if it is in use or newer, back to 1           3  load fence
 * 3  fence, then write the entry                   4  the state is the same?  else skip it
 * 4  store the state n + 1 with release
 * </pre>
 *
 * <p>A writer may replace its own loss by a sum that contains it: it swaps the state to -(n + 1) as above, makes the
 * revision odd, and makes it even again before it stores n + 1. So a reader that loads the same state twice, and the
 * same even revision, has a copy of one loss.
 *
 * <p>An entry in use belongs to its writer permanently, so two writers never mix, even if one was stopped between two
 * steps for a whole round of the ring. A writer that is killed between 2 and 4 leaves an entry that every writer and
 * reader skips.
 *
 * <p>A process that truncates the file does no more harm than one that writes false losses: the others keep theirs in
 * private memory from then on.
 */
public final class LossReportFile implements AutoCloseable {
    private final MappedFile file;
    private final ErrorHandler errorHandler;
    private volatile UnsafeBuffer report;
    private boolean isTruncated;

    /**
     * A report in a mapped file, or in private memory.
     *
     * @param file to be unmapped on close; null for private memory
     * @param errorHandler receives one message if the file is truncated
     */
    private LossReportFile(final MappedFile file, final UnsafeBuffer report, final ErrorHandler errorHandler) {
        this.file = file;
        this.report = report;
        this.errorHandler = errorHandler;
    }

    /**
     * Opens the report of a bus directory for appending. A bus starts whatever the state of the file: a file that is
     * not a loss report of this build is renamed. If that is not possible, the losses of this process are kept in
     * private memory, so that only its listeners and counters report them.
     *
     * @param path of the file
     * @param process id of this process
     * @param access of other users to a new file
     * @param errorHandler receives one message if the file was renamed, or can't be used
     * @return the report
     * @throws NoRoomException if the file system is full
     */
    public static LossReportFile openOrSetAside(final Path path, final long process, final FileAccess access,
            final ErrorHandler errorHandler) {
        try {
            try {
                return open(path, process, access, errorHandler);
            } catch (final NoRoomException | TransientException e) {
                throw e;
            } catch (final BusException e) {
                setAside(path, process, e, errorHandler);
                return open(path, process, access, errorHandler);
            }
        } catch (final NoRoomException e) {
            throw e;
        } catch (final BusException e) {
            report(e.getMessage(), e, errorHandler);
            return new LossReportFile(null, privateMemory(), errorHandler);
        }
    }

    private static UnsafeBuffer privateMemory() {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(LossLayout.LENGTH, Long.BYTES));
    }

    private static void report(final String why, final Throwable cause, final ErrorHandler errorHandler) {
        errorHandler.onError(new BusException("cannot write losses of this process to the report: " + why, cause));
    }

    private static void setAside(final Path path, final long process, final BusException why,
            final ErrorHandler errorHandler) {
        final Path aside = path.resolveSibling(path.getFileName() + ".damaged-" + Long.toHexString(process));
        try {
            Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (final NoSuchFileException e) {
            return; // another process has renamed it first
        } catch (final IOException e) {
            throw new BusException(why.getMessage() + "; it cannot be renamed: " + OsErrors.of(e), e);
        }
        errorHandler
                .onError(new BusException("the loss report was renamed to " + aside + ", and a new one was created: "
                        + why.getMessage(), why));
    }

    /**
     * Opens the report of a bus directory for appending; creates it if it does not exist.
     *
     * @param path of the file
     * @param process id of this process
     * @return the report
     * @throws BusException if it can't be created, or this build can't write it
     */
    public static LossReportFile open(final Path path, final long process) {
        return open(path, process, FileAccess.PRIVATE, LangUtil::rethrowUnchecked);
    }

    private static LossReportFile open(final Path path, final long process, final FileAccess access,
            final ErrorHandler errorHandler) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            MappedFile.createOnce(path, process, LossLayout.LENGTH, access.toCommonFiles(), file -> {
                final UnsafeBuffer header = file.buffer(0, NEXT_OFFSET);
                header.putLong(MAGIC_OFFSET, LossLayout.MAGIC);
                header.putInt(VERSION_OFFSET, LossLayout.VERSION);
                header.putInt(ENTRIES_OFFSET, ENTRIES);
            });
        }
        return checked(MappedFile.openWritable(path), errorHandler);
    }

    /**
     * Opens the report of a bus directory for reading, also if no bus is running.
     *
     * @param path of the file, which exists
     * @return the report; it must not be appended to
     * @throws BusException if this build can't read it
     */
    public static LossReportFile openReadOnly(final Path path) {
        return checked(MappedFile.openReadOnly(path), LangUtil::rethrowUnchecked);
    }

    /**
     * Appends a loss. Locks nothing and makes no system call.
     *
     * @param loss to append
     * @return its number; -1 if every entry is in use by a stopped writer: the loss is not in the report then
     */
    public long append(final Loss loss) {
        try {
            final long number = appendTo(report, loss);
            MappedFile.checkAccess();
            return number;
        } catch (final InternalError e) {
            truncated(e);
            return appendTo(report, loss);
        }
    }

    private static long appendTo(final UnsafeBuffer report, final Loss loss) {
        for (int attempt = 0; attempt < ENTRIES; attempt++) {
            final long number = report.getAndAddLong(NEXT_OFFSET, 1);
            final int entry = entry(number);
            final long state = report.getLongVolatile(entry + STATE_OFFSET);
            if (state >= 0 && state <= number && report.compareAndSetLong(entry + STATE_OFFSET, state, -(number + 1))) {
                VarHandle.fullFence(); // SYNC loss with LossReportFile: no byte of the entry changes before its state
                LossEntry.encode(loss, report, entry);
                report.putLongRelease(entry + STATE_OFFSET, number + 1); // SYNC loss with LossReportFile
                return number;
            }
        }
        return -1;
    }

    /**
     * Replaces a loss of this process by a sum that contains it.
     *
     * @param number returned by {@link #append}
     * @param sum that replaces it
     * @return false if a newer loss of any subscription occupies its entry
     */
    boolean replace(final long number, final Loss sum) {
        try {
            final boolean isReplaced = replaceIn(report, number, sum);
            MappedFile.checkAccess();
            return isReplaced;
        } catch (final InternalError e) {
            truncated(e);
            return false;
        }
    }

    private static boolean replaceIn(final UnsafeBuffer report, final long number, final Loss sum) {
        final int entry = entry(number);
        if (!report.compareAndSetLong(entry + STATE_OFFSET, number + 1, -(number + 1))) {
            return false;
        }
        final long revision = report.getLong(entry + REVISION_OFFSET) | 1;
        report.putLongOpaque(entry + REVISION_OFFSET, revision);
        // SYNC loss with LossReportFile: no byte of the entry changes before its state and revision
        VarHandle.fullFence();
        LossEntry.encode(sum, report, entry);
        report.putLongRelease(entry + REVISION_OFFSET, revision + 1); // SYNC loss with LossReportFile
        report.putLongRelease(entry + STATE_OFFSET, number + 1); // SYNC loss with LossReportFile
        return true;
    }

    private synchronized void truncated(final InternalError error) {
        if (!isTruncated) {
            isTruncated = true;
            report = privateMemory();
            report(file.path() + " was truncated by another program; the next bus that starts renames it", error,
                    errorHandler);
        }
    }

    /**
     * The losses in the report.
     *
     * @return the losses, oldest first; those that are being written may be absent
     * @throws BusException if another program has truncated the file
     */
    public List<Loss> losses() {
        return read(LossReportFile::lossesIn);
    }

    private <T> T read(final Function<UnsafeBuffer, T> reader) {
        try {
            final T result = reader.apply(report);
            MappedFile.checkAccess();
            return result;
        } catch (final InternalError e) {
            throw new BusException("the loss report " + file.path() + " was truncated while it was read", e);
        }
    }

    private static List<Loss> lossesIn(final UnsafeBuffer report) {
        final List<Loss> losses = new ArrayList<>();
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[ENTRY_LENGTH]);
        final long next = report.getLongVolatile(NEXT_OFFSET);
        for (long number = Math.max(0, next - ENTRIES); number < next; number++) {
            final int entry = entry(number);
            final long state = report.getLongAcquire(entry + STATE_OFFSET); // SYNC loss with LossReportFile
            final long revision = report.getLongAcquire(entry + REVISION_OFFSET); // SYNC loss with LossReportFile
            if (state == number + 1 && (revision & 1) == 0) {
                report.getBytes(entry, copy, 0, ENTRY_LENGTH);
                // SYNC loss with LossReportFile: the copy is complete before the state is loaded again
                VarHandle.acquireFence();
                if (report.getLongOpaque(entry + STATE_OFFSET) == state
                        && report.getLongOpaque(entry + REVISION_OFFSET) == revision && LossEntry.isKnown(copy)) {
                    losses.add(LossEntry.decode(copy));
                }
            }
        }
        return losses;
    }

    /**
     * The number of overwritten losses, including those of killed writers.
     *
     * @return number of losses that are not in the report any more
     * @throws BusException if another program has truncated the file
     */
    public long overwritten() {
        return read(from -> Math.max(0, from.getLongVolatile(NEXT_OFFSET) - ENTRIES));
    }

    /** Unmaps the report. Verbus never removes the file. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    Path path() {
        return file.path();
    }

    private static LossReportFile checked(final MappedFile file, final ErrorHandler errorHandler) {
        try {
            check(file);
            MappedFile.checkAccess();
            return new LossReportFile(file, file.buffer(0, LossLayout.LENGTH), errorHandler);
        } catch (final BusException e) {
            file.close();
            throw e;
        } catch (final InternalError e) {
            file.close();
            throw new BusException("the loss report " + file.path() + " was truncated while it was opened", e);
        }
    }

    private static void check(final MappedFile file) {
        final Path path = file.path();
        if (file.length() < LossLayout.LENGTH) {
            throw new BusException("the loss report " + path + " has " + file.length() + " bytes, not "
                    + LossLayout.LENGTH + ": it was truncated; the next bus that starts renames it");
        }
        final UnsafeBuffer header = file.buffer(0, LossLayout.RING_OFFSET);
        if (header.getLong(MAGIC_OFFSET) != LossLayout.MAGIC) {
            throw new BusException(path + " is not a Verbus loss report; the next bus that starts renames it");
        }
        if (header.getInt(VERSION_OFFSET) != LossLayout.VERSION) {
            throw new BusException(HeaderFields.otherLayout(path, "loss report", header.getInt(VERSION_OFFSET),
                    LossLayout.VERSION, "", "read it with the release that wrote it (./bus loss)"));
        }
        final long next = header.getLongVolatile(NEXT_OFFSET);
        if (header.getInt(ENTRIES_OFFSET) != ENTRIES || next < 0 || next > MAX_NEXT) {
            throw new BusException("the header of the loss report " + path
                    + " is corrupt; the next bus that starts renames it");
        }
    }
}
