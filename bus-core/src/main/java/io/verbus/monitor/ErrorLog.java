package io.verbus.monitor;

import static org.agrona.concurrent.errors.DistinctErrorLog.ENCODED_ERROR_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.FIRST_OBSERVATION_TIMESTAMP_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.LAST_OBSERVATION_TIMESTAMP_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.LENGTH_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.OBSERVATION_COUNT_OFFSET;
import static org.agrona.concurrent.errors.DistinctErrorLog.RECORD_ALIGNMENT;

import io.verbus.BusException;
import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.os.MappedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The distinct errors that a process has reported, in the order in which each was seen first. Errors of the same class,
 * message and stack trace are one entry. The log has room for 64 KiB of stack traces; a new error that does not fit is
 * counted, but has no entry.
 *
 * @param pid of the process
 * @param reported number of all errors, also of those without an entry
 * @param entries one per distinct error
 */
public record ErrorLog(long pid, long reported, List<Entry> entries) {
    /**
     * One distinct error.
     *
     * @param firstEpochMs time of its first occurrence, milliseconds since 1970
     * @param lastEpochMs time of its last occurrence, milliseconds since 1970
     * @param count number of its occurrences
     * @param trace class, message and stack trace, on several lines
     */
    public record Entry(long firstEpochMs, long lastEpochMs, int count, String trace) {}

    /** Copies the entries. */
    public ErrorLog {
        entries = List.copyOf(entries);
    }

    /**
     * Reads the errors in the counters file of a process, of this one or another, also while it reports further ones.
     *
     * @param path of the file
     * @return its errors
     * @throws BusException if it is not a counters file, or is corrupt
     */
    public static ErrorLog read(final Path path) {
        final long reported = BusCounters.read(path).stream() // first: each error is counted, then stored
                .filter(one -> one.kind() == CounterKind.ERRORS).mapToLong(CounterValue::value).sum();
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            BusCounters.checkedCapacity(file, path);
            return new ErrorLog(file.buffer(0, CountersLayout.ERRORS_OFFSET).getLong(CountersLayout.PID_OFFSET),
                    reported,
                    entries(file.buffer(CountersLayout.ERRORS_OFFSET, CountersLayout.ERRORS_LENGTH), path));
        }
    }

    /** Agrona's reader does not check the lengths of entries. */
    private static List<Entry> entries(final AtomicBuffer log, final Path path) {
        final List<Entry> entries = new ArrayList<>();
        int offset = 0;
        while (offset <= log.capacity() - ENCODED_ERROR_OFFSET) {
            final int length = log.getIntVolatile(offset + LENGTH_OFFSET); // the rest of an entry is written earlier
            if (length == 0) {
                break;
            }
            if (length < ENCODED_ERROR_OFFSET || length > log.capacity() - offset) {
                throw new BusException("the errors in " + path + " are corrupt (an entry of " + length
                        + " bytes); remove the file when its process has ended");
            }
            final int count = log.getIntVolatile(offset + OBSERVATION_COUNT_OFFSET);
            if (count > 0) { // else its first occurrence is being counted
                entries.add(new Entry(log.getLong(offset + FIRST_OBSERVATION_TIMESTAMP_OFFSET),
                        log.getLongVolatile(offset + LAST_OBSERVATION_TIMESTAMP_OFFSET), count,
                        text(log, offset + ENCODED_ERROR_OFFSET, length - ENCODED_ERROR_OFFSET)));
            }
            offset += BitUtil.align(length, RECORD_ALIGNMENT);
        }
        return entries;
    }

    private static String text(final AtomicBuffer log, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        log.getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
