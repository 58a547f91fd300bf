package io.verbus.monitor;

import static io.verbus.internal.monitor.CountersLayout.COUNTERS_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.ERRORS_LENGTH;
import static io.verbus.internal.monitor.CountersLayout.ERRORS_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.MAGIC_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.MAX_COUNTERS;
import static io.verbus.internal.monitor.CountersLayout.METADATA_LENGTH;
import static io.verbus.internal.monitor.CountersLayout.MIN_COUNTERS;
import static io.verbus.internal.monitor.CountersLayout.PID_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.VALUES_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.VALUE_LENGTH;
import static io.verbus.internal.monitor.CountersLayout.VERSION_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.metadataOffset;

import io.verbus.BusException;
import io.verbus.internal.monitor.CounterKeyLayout;
import io.verbus.internal.monitor.CounterLabel;
import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.os.MappedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * The counters and the error log of this process, in its own file. The file has room for the most counters, and is
 * allocated as their number grows.
 */
public final class BusCounters implements AutoCloseable {
    /** Counters that are allocated together: 640 KiB. */
    private static final int CHUNK = 1_024;

    private final MappedFile file;
    private final int capacity;
    private final CountersManager counters;
    private final DistinctErrorLog errors;
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[CounterKeyLayout.LENGTH]);
    private final CounterLabel label = new CounterLabel();
    /** The first counters have memory, at least one more than are in use: readers look at the first unused one. */
    private int allocated;
    private int highest = -1;

    private BusCounters(final MappedFile file, final int capacity, final EpochClock clock) {
        this.file = file;
        this.capacity = capacity;
        this.allocated = Math.min(CHUNK, capacity);
        this.counters = new CountersManager(
                file.buffer(metadataOffset(capacity), capacity * METADATA_LENGTH),
                file.buffer(VALUES_OFFSET, capacity * VALUE_LENGTH), StandardCharsets.UTF_8);
        this.errors = new DistinctErrorLog(file.buffer(ERRORS_OFFSET, ERRORS_LENGTH), clock);
    }

    /**
     * Creates the file. It appears under its name only when it is complete.
     *
     * @param path of the file
     * @param process id of this process, part of the file's temporary name
     * @param pid of this process
     * @param capacity maximum number of counters, {@link CountersLayout#MIN_COUNTERS} to
     *     {@link CountersLayout#MAX_COUNTERS}
     * @param clock for the times of errors, milliseconds since 1970
     * @return the counters, initially none
     */
    public static BusCounters create(final Path path, final long process, final long pid, final int capacity,
            final EpochClock clock) {
        return create(path, process, pid, capacity, FileAccess.PRIVATE, clock);
    }

    /**
     * Creates a file that other users may read.
     *
     * @param path of the file
     * @param process id of this process, part of the file's temporary name
     * @param pid of this process
     * @param capacity maximum number of counters, {@link CountersLayout#MIN_COUNTERS} to
     *     {@link CountersLayout#MAX_COUNTERS}
     * @param access of other users
     * @param clock for the times of errors, milliseconds since 1970
     * @return the counters, initially none
     */
    @SuppressWarnings("exports") // the bus alone creates its counters with an access
    public static BusCounters create(final Path path, final long process, final long pid, final int capacity,
            final FileAccess access, final EpochClock clock) {
        final int first = Math.min(CHUNK, capacity);
        return new BusCounters(MappedFile.create(path, process, CountersLayout.length(capacity),
                List.of(new MappedFile.Part(0, VALUES_OFFSET + first * VALUE_LENGTH),
                        new MappedFile.Part(metadataOffset(capacity), first * METADATA_LENGTH)),
                access,
                file -> {
                    final UnsafeBuffer header = file.buffer(0, ERRORS_OFFSET);
                    header.putLong(PID_OFFSET, pid);
                    header.putInt(VERSION_OFFSET, CountersLayout.VERSION);
                    header.putInt(COUNTERS_OFFSET, capacity);
                    header.putLong(MAGIC_OFFSET, CountersLayout.MAGIC);
                }), capacity, clock);
    }

    /**
     * Reads a file of counters, of this process or another.
     *
     * @param path of the file
     * @return the current counters, without those of kinds that this build does not know
     * @throws BusException if it is not a file of counters, or is corrupt
     */
    public static List<CounterValue> read(final Path path) {
        final List<CounterValue> values = new ArrayList<>();
        read(path, reader -> reader.forEach((id, type, key, label) -> {
            final CounterKind kind = CounterKind.of(type);
            if (kind != null) {
                values.add(new CounterValue(kind, CounterKey.decode(key, label), reader.getCounterValue(id)));
            }
        }));
        return values;
    }

    /**
     * Reads the pid in a file of counters.
     *
     * @param path of the file
     * @return pid of its process
     * @throws BusException if it is not a file of counters, or is corrupt
     */
    public static long pid(final Path path) {
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            checkedCapacity(file, path);
            return file.buffer(0, ERRORS_OFFSET).getLong(PID_OFFSET);
        }
    }

    /**
     * Reads a file of counters, of this process or another, through Agrona.
     *
     * @param path of the file
     * @param consumer receives a reader of a copy of the current counters
     * @throws BusException if it is not a file of counters, or is corrupt
     */
    public static void read(final Path path, final Consumer<CountersReader> consumer) {
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            final int capacity = checkedCapacity(file, path);
            final int used = used(file, capacity);
            final UnsafeBuffer metadata = copy(file, metadataOffset(capacity), used * METADATA_LENGTH);
            check(metadata, path);
            consumer.accept(new CountersReader(metadata, copy(file, VALUES_OFFSET, used * VALUE_LENGTH),
                    StandardCharsets.UTF_8));
        }
    }

    /** Counters before the first that was never used: those after it may have no memory. */
    private static int used(final MappedFile file, final int capacity) {
        final UnsafeBuffer metadata = file.buffer(metadataOffset(capacity), capacity * METADATA_LENGTH);
        int used = 0;
        while (used < capacity && metadata.getIntVolatile(used * METADATA_LENGTH) != CountersReader.RECORD_UNUSED) {
            used++;
        }
        return used;
    }

    /** Checks the header of a counters file and returns the number of counters for which it has room. */
    static int checkedCapacity(final MappedFile file, final Path path) {
        if (file.length() < CountersLayout.length(MIN_COUNTERS)
                || file.buffer(0, ERRORS_OFFSET).getLong(MAGIC_OFFSET) != CountersLayout.MAGIC) {
            throw new BusException(path + " is not a file of Verbus counters");
        }
        final int version = file.buffer(0, ERRORS_OFFSET).getInt(VERSION_OFFSET);
        if (version != CountersLayout.VERSION) {
            throw new BusException(HeaderFields.otherLayout(path, "counters", version, CountersLayout.VERSION, ""));
        }
        final int capacity = file.buffer(0, ERRORS_OFFSET).getInt(COUNTERS_OFFSET);
        if (capacity < MIN_COUNTERS || capacity > MAX_COUNTERS
                || file.length() < CountersLayout.length(capacity)) {
            throw new BusException("the counters in " + path + " are corrupt (room for " + capacity
                    + " counters in " + file.length() + " bytes); remove the file when its process has ended");
        }
        return capacity;
    }

    private static UnsafeBuffer copy(final MappedFile file, final int offset, final int length) {
        final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(length)); // aligned, like the file
        copy.putBytes(0, file.buffer(offset, length), 0, length);
        return copy;
    }

    /** Agrona's reader does not check the lengths of labels. */
    private static void check(final UnsafeBuffer metadata, final Path path) {
        for (int entry = 0; entry < metadata.capacity(); entry += METADATA_LENGTH) {
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
     * @param about subject of the counter
     * @return a counter, to be closed when its subject is closed; its slot is then reused at once
     * @throws BusException if there is no room for another counter
     */
    public AtomicCounter add(final CounterKind kind, final CounterKey about) {
        about.encode(kind, key, label);
        try {
            allocate(highest + 2);
            final AtomicCounter counter = counters.newCounter(kind.id(), key, 0, key.capacity(), label.text(), 0,
                    label.length());
            highest = Math.max(highest, counter.id());
            return counter;
        } catch (final IllegalStateException e) {
            throw new BusException("no room for another counter: this process has " + counters.capacity()
                    + ", and needs 4 for each publication, 5 for each subscription (20 with latencies), up to 8 for"
                    + " each reader of a publication and up to 7 for each session of another host; raise"
                    + " BusSettings.withCounters", e);
        }
    }

    /** Allocates the first counters and one more, as far as there are as many. */
    private void allocate(final int first) {
        while (allocated <= first && allocated < capacity) {
            final int chunk = Math.min(CHUNK, capacity - allocated);
            file.allocate(VALUES_OFFSET + (long) allocated * VALUE_LENGTH, (long) chunk * VALUE_LENGTH);
            file.allocate(metadataOffset(capacity) + (long) allocated * METADATA_LENGTH,
                    (long) chunk * METADATA_LENGTH);
            allocated += chunk;
        }
    }

    /**
     * New counters, all or none. Under the conductor's lock.
     *
     * @param about subject of the counters
     * @param kinds of counters
     * @return a counter per kind, in the same order
     * @throws BusException if there is no room for all of them
     */
    public AtomicCounter[] add(final CounterKey about, final CounterKind... kinds) {
        final AtomicCounter[] added = new AtomicCounter[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            try {
                added[i] = add(kinds[i], about);
            } catch (final BusException e) {
                for (int k = 0; k < i; k++) {
                    added[k].close();
                }
                throw e;
            }
        }
        return added;
    }

    /** {@return distinct errors, with their counts and times} */
    public DistinctErrorLog errors() {
        return errors;
    }

    /** Removes the name of the file; the counters remain usable. */
    public void unlink() {
        file.unlink();
    }

    /** Removes and unmaps the file. No counter may be used afterwards. */
    @Override
    public void close() {
        file.unlink();
        file.close();
    }
}
