package io.verbus.counters;

import static io.verbus.counters.CountersLayout.ERRORS_LENGTH;
import static io.verbus.counters.CountersLayout.ERRORS_OFFSET;
import static io.verbus.counters.CountersLayout.MAGIC_OFFSET;
import static io.verbus.counters.CountersLayout.METADATA_LENGTH;
import static io.verbus.counters.CountersLayout.METADATA_OFFSET;
import static io.verbus.counters.CountersLayout.PID_OFFSET;
import static io.verbus.counters.CountersLayout.VALUES_LENGTH;
import static io.verbus.counters.CountersLayout.VALUES_OFFSET;
import static io.verbus.counters.CountersLayout.VERSION_OFFSET;

import io.verbus.BusException;
import io.verbus.os.MappedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** The counters and the error log of this process, in a file of its own. */
public final class BusCounters implements AutoCloseable {
    private final MappedFile file;
    private final CountersManager counters;
    private final DistinctErrorLog errors;

    private BusCounters(final MappedFile file, final EpochClock clock) {
        this.file = file;
        this.counters = new CountersManager(file.buffer(METADATA_OFFSET, METADATA_LENGTH),
                file.buffer(VALUES_OFFSET, VALUES_LENGTH), StandardCharsets.UTF_8);
        this.errors = new DistinctErrorLog(file.buffer(ERRORS_OFFSET, ERRORS_LENGTH), clock);
    }

    /**
     * Makes the file. It appears under its name only when it is complete.
     *
     * @param path of it
     * @param process id of this process, in whose name it is made
     * @param pid of this process
     * @param clock for the times of errors, milliseconds since 1970
     * @return counters, none yet
     */
    public static BusCounters create(final Path path, final long process, final long pid, final EpochClock clock) {
        return new BusCounters(MappedFile.create(path, process, CountersLayout.LENGTH, file -> {
            final UnsafeBuffer header = file.buffer(0, VALUES_OFFSET);
            header.putLong(PID_OFFSET, pid);
            header.putInt(VERSION_OFFSET, CountersLayout.VERSION);
            header.putLong(MAGIC_OFFSET, CountersLayout.MAGIC);
        }), clock);
    }

    /**
     * Reads a file of counters, of this process or another.
     *
     * @param path of it
     * @param consumer gets a reader of the counters as they are now: of a copy, in which nothing changes any more
     * @throws BusException if that is no file of counters, or a corrupt one
     */
    public static void read(final Path path, final Consumer<CountersReader> consumer) {
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            if (file.length() < CountersLayout.LENGTH
                    || file.buffer(0, VALUES_OFFSET).getLong(MAGIC_OFFSET) != CountersLayout.MAGIC) {
                throw new BusException(path + " is not a file of Verbus counters");
            }
            final int version = file.buffer(0, VALUES_OFFSET).getInt(VERSION_OFFSET);
            if (version != CountersLayout.VERSION) {
                throw new BusException(path + " has counters layout " + version + ", this build reads layout "
                        + CountersLayout.VERSION + ": use the same Verbus version on both sides");
            }
            final UnsafeBuffer metadata = copy(file, METADATA_OFFSET, METADATA_LENGTH);
            check(metadata, path);
            consumer.accept(new CountersReader(metadata, copy(file, VALUES_OFFSET, VALUES_LENGTH),
                    StandardCharsets.UTF_8));
        }
    }

    private static UnsafeBuffer copy(final MappedFile file, final int offset, final int length) {
        final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(length)); // aligned, as the file is
        copy.putBytes(0, file.buffer(offset, length), 0, length);
        return copy;
    }

    /** Agrona's reader believes the lengths of labels. */
    private static void check(final UnsafeBuffer metadata, final Path path) {
        for (int entry = 0; entry < METADATA_LENGTH; entry += CountersReader.METADATA_LENGTH) {
            final int length = metadata.getInt(entry + CountersReader.LABEL_OFFSET);
            if (length < 0 || length > CountersReader.MAX_LABEL_LENGTH) {
                throw new BusException("the counters in " + path + " are corrupt (a label of " + length
                        + " bytes); remove the file when its process has ended");
            }
        }
    }

    /**
     * A new counter. Under the conductor's lock.
     *
     * @param kind of counter
     * @param about what it counts for, such as a stream
     * @return a counter, to be closed when what it is about has gone; its place is used again at once
     * @throws BusException if there is no place for another
     */
    public AtomicCounter add(final CounterKind kind, final String about) {
        try {
            return counters.newCounter(about.isEmpty() ? kind.label() : kind.label() + ": " + about, kind.id());
        } catch (final IllegalStateException e) {
            throw new BusException("this process has " + counters.capacity()
                    + " counters already, 4 for each publication, 4 for each subscription and 2 for each that holds a"
                    + " publication up: close some of them", e);
        }
    }

    /** {@return errors by kind, with how often and when} */
    public DistinctErrorLog errors() {
        return errors;
    }

    /** Removes and unmaps the file. No counter may be used after that. */
    @Override
    public void close() {
        file.unlink();
        file.close();
    }
}
