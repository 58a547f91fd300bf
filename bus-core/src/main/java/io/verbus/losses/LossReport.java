package io.verbus.losses;

import static io.verbus.losses.LossLayout.ENTRIES;
import static io.verbus.losses.LossLayout.ENTRIES_OFFSET;
import static io.verbus.losses.LossLayout.ENTRY_LENGTH;
import static io.verbus.losses.LossLayout.MAGIC_OFFSET;
import static io.verbus.losses.LossLayout.MAX_NEXT;
import static io.verbus.losses.LossLayout.NEXT_OFFSET;
import static io.verbus.losses.LossLayout.REVISION_OFFSET;
import static io.verbus.losses.LossLayout.STATE_OFFSET;
import static io.verbus.losses.LossLayout.VERSION_OFFSET;
import static io.verbus.losses.LossLayout.entry;

import io.verbus.BusException;
import io.verbus.os.MappedFile;
import io.verbus.os.NoRoomException;
import io.verbus.os.PassingException;
import io.verbus.os.Reason;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The loss report of a bus directory. It is made by the first bus there and stays when all have gone, however they
 * went. Any thread of any process may append and read at any time; nobody waits for anybody.
 *
 * <pre>
 * who appends                                      who reads
 * 1  take the next number n                        1  the entry's state says n + 1?  else pass it over
 * 2  swap the entry's state to -(n + 1);           2  copy the entry
 *    it is taken or newer? back to 1               3  load fence
 * 3  fence, then write the entry                   4  the state is the same?  else pass it over
 * 4  store the state n + 1 with release
 * </pre>
 *
 * <p>A writer may replace its own loss by a sum that this is part of: it swaps the state to -(n + 1) as above, makes
 * the revision odd, and makes it even again before it stores n + 1. So a reader that sees the same state twice, and the
 * same even revision, has a copy of one loss.
 *
 * <p>An entry that is taken belongs to its writer for ever, so two never mix, not even when one was stopped half way
 * for a whole round of the ring. Who is killed between 2 and 4 leaves an entry that everybody passes over.
 */
public final class LossReport implements AutoCloseable {
    private final MappedFile file;
    private final UnsafeBuffer report;

    /**
     * Of a mapped file, or of memory of this process alone.
     *
     * @param file that is unmapped at the end; null for none
     */
    private LossReport(final MappedFile file, final UnsafeBuffer report) {
        this.file = file;
        this.report = report;
    }

    /**
     * Opens the report of a bus directory for appending. A bus starts whatever its loss report is: a file that
     * is not a loss report of this build is set aside under another name; where that is not possible, the losses of
     * this process are kept in its own memory, so that only its listeners and its counters have them.
     *
     * @param path of the file
     * @param process id of this process
     * @param errorHandler gets one sentence if the file was set aside, or can't be used
     * @return the report
     * @throws NoRoomException if the file system is full
     */
    public static LossReport openOrSetAside(final Path path, final long process, final ErrorHandler errorHandler) {
        try {
            try {
                return open(path, process);
            } catch (final NoRoomException | PassingException e) {
                throw e;
            } catch (final BusException e) {
                setAside(path, process, e, errorHandler);
                return open(path, process);
            }
        } catch (final NoRoomException e) {
            throw e;
        } catch (final BusException e) {
            errorHandler
                    .onError(new BusException("losses of this process are not in the report: " + e.getMessage(), e));
            return new LossReport(null, new UnsafeBuffer(
                    BufferUtil.allocateDirectAligned(LossLayout.LENGTH, Long.BYTES)));
        }
    }

    private static void setAside(final Path path, final long process, final BusException why,
            final ErrorHandler errorHandler) {
        final Path aside = path.resolveSibling(path.getFileName() + ".damaged-" + Long.toHexString(process));
        try {
            Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (final NoSuchFileException e) {
            return; // another process was quicker
        } catch (final IOException e) {
            throw new BusException(why.getMessage() + "; it cannot be renamed: " + Reason.of(e), e);
        }
        errorHandler.onError(new BusException("the loss report was set aside as " + aside + ", and a new one begun: "
                + why.getMessage(), why));
    }

    /**
     * Opens the report of a bus directory for appending; makes it if it is absent.
     *
     * @param path of the file
     * @param process id of this process
     * @return the report
     * @throws BusException if it can't be made, or is not one that this build can write
     */
    public static LossReport open(final Path path, final long process) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            MappedFile.createOnce(path, process, LossLayout.LENGTH, file -> {
                final UnsafeBuffer header = file.buffer(0, NEXT_OFFSET);
                header.putLong(MAGIC_OFFSET, LossLayout.MAGIC);
                header.putInt(VERSION_OFFSET, LossLayout.VERSION);
                header.putInt(ENTRIES_OFFSET, ENTRIES);
            });
        }
        return checked(MappedFile.openWritable(path));
    }

    /**
     * Opens the report of a bus directory for reading. Whether any bus runs makes no difference.
     *
     * @param path of the file, which exists
     * @return the report; it must not be appended to
     * @throws BusException if it is not one that this build can read
     */
    public static LossReport openReadOnly(final Path path) {
        return checked(MappedFile.openReadOnly(path));
    }

    /**
     * Appends a loss. Locks nothing and makes no system call.
     *
     * @param loss to be written down
     * @return false if every entry is being written by somebody who does not go on; the loss is not in the report then
     */
    public boolean append(final Loss loss) {
        return add(loss) >= 0;
    }

    /** Appends a loss, and gives its number; -1 if that was not possible. */
    long add(final Loss loss) {
        for (int attempt = 0; attempt < ENTRIES; attempt++) {
            final long number = report.getAndAddLong(NEXT_OFFSET, 1);
            final int entry = entry(number);
            final long state = report.getLongVolatile(entry + STATE_OFFSET);
            if (state >= 0 && state <= number && report.compareAndSetLong(entry + STATE_OFFSET, state, -(number + 1))) {
                VarHandle.fullFence(); // SYNC loss: no byte of the entry changes before its state says so
                LossEntry.encode(loss, report, entry);
                report.putLongRelease(entry + STATE_OFFSET, number + 1); // SYNC loss
                return number;
            }
        }
        return -1;
    }

    /**
     * Replaces a loss that this process has appended by a sum that it is part of.
     *
     * @param number that {@link #add} gave
     * @param sum to stand in its place
     * @return false if a newer loss of any subscription has its place
     */
    boolean replace(final long number, final Loss sum) {
        final int entry = entry(number);
        if (!report.compareAndSetLong(entry + STATE_OFFSET, number + 1, -(number + 1))) {
            return false;
        }
        final long revision = report.getLong(entry + REVISION_OFFSET) | 1;
        report.putLongOpaque(entry + REVISION_OFFSET, revision);
        VarHandle.fullFence(); // SYNC loss: no byte of the entry changes before its state and revision say so
        LossEntry.encode(sum, report, entry);
        report.putLongRelease(entry + REVISION_OFFSET, revision + 1); // SYNC loss
        report.putLongRelease(entry + STATE_OFFSET, number + 1); // SYNC loss
        return true;
    }

    /** {@return the losses that the report holds, oldest first; those being written at the moment may be absent} */
    public List<Loss> losses() {
        final List<Loss> losses = new ArrayList<>();
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[ENTRY_LENGTH]);
        final long next = report.getLongVolatile(NEXT_OFFSET);
        for (long number = Math.max(0, next - ENTRIES); number < next; number++) {
            final int entry = entry(number);
            final long state = report.getLongAcquire(entry + STATE_OFFSET); // SYNC loss
            final long revision = report.getLongAcquire(entry + REVISION_OFFSET); // SYNC loss
            if (state == number + 1 && (revision & 1) == 0) {
                report.getBytes(entry, copy, 0, ENTRY_LENGTH);
                VarHandle.acquireFence(); // SYNC loss: the copy is done before the state is looked at again
                if (report.getLongOpaque(entry + STATE_OFFSET) == state
                        && report.getLongOpaque(entry + REVISION_OFFSET) == revision) {
                    losses.add(LossEntry.decode(copy));
                }
            }
        }
        return losses;
    }

    /** {@return how many older losses were overwritten, a writer's that was killed half way counted too} */
    public long overwritten() {
        return Math.max(0, report.getLongVolatile(NEXT_OFFSET) - ENTRIES);
    }

    /** Unmaps it. The file stays: nobody ever removes it but a person. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    private static LossReport checked(final MappedFile file) {
        try {
            check(file);
            return new LossReport(file, file.buffer(0, LossLayout.LENGTH));
        } catch (final BusException e) {
            file.close();
            throw e;
        }
    }

    private static void check(final MappedFile file) {
        final Path path = file.path();
        if (file.length() < LossLayout.LENGTH) {
            throw new BusException("the loss report " + path + " has " + file.length() + " bytes, not "
                    + LossLayout.LENGTH + ": it was truncated; the next bus that starts sets it aside");
        }
        final UnsafeBuffer header = file.buffer(0, LossLayout.RING_OFFSET);
        if (header.getLong(MAGIC_OFFSET) != LossLayout.MAGIC) {
            throw new BusException(path + " is not a Verbus loss report; the next bus that starts sets it aside");
        }
        if (header.getInt(VERSION_OFFSET) != LossLayout.VERSION) {
            throw new BusException("the loss report " + path + " has layout " + header.getInt(VERSION_OFFSET)
                    + ", this build knows layout " + LossLayout.VERSION + ": read it with the version that wrote it"
                    + " (./bus loss)");
        }
        final long next = header.getLongVolatile(NEXT_OFFSET);
        if (header.getInt(ENTRIES_OFFSET) != ENTRIES || next < 0 || next > MAX_NEXT) {
            throw new BusException("the header of the loss report " + path
                    + " is corrupt; the next bus that starts sets it aside");
        }
    }
}
