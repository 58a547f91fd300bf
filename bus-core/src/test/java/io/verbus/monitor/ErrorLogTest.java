package io.verbus.monitor;

import static io.verbus.internal.monitor.CountersLayout.ERRORS_LENGTH;
import static io.verbus.internal.monitor.CountersLayout.ERRORS_OFFSET;
import static io.verbus.internal.monitor.CountersLayout.MIN_COUNTERS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.internal.conductor.CountedErrors;
import io.verbus.internal.os.MappedFile;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors of a process, as read by another process. */
class ErrorLogTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private Path path;
    private long nowMs = 1_000;

    @BeforeEach
    void name() {
        path = directory.resolve("counters");
    }

    private BusCounters create() {
        return BusCounters.create(path, 7, 4_711, MIN_COUNTERS, () -> nowMs);
    }

    @Test
    void equalErrorsAreOneEntryWithFirstAndLastTime() {
        try (BusCounters counters = create()) {
            final CountedErrors errors = new CountedErrors(counters, ignored -> {});
            final List<BusException> seen = List.of(new BusException("no caf\u00e9"), new BusException("no tea"));
            for (int i = 0; i < 3; i++) {
                seen.forEach(errors::onError);
                nowMs += 500;
            }
            errors.onError(seen.getFirst());
            final ErrorLog log = ErrorLog.read(path);
            assertEquals(4_711, log.pid());
            assertEquals(7, log.reported());
            assertEquals(List.of(4, 3), log.entries().stream().map(ErrorLog.Entry::count).toList());
            assertEquals(List.of(1_000L, 1_000L), log.entries().stream().map(ErrorLog.Entry::firstEpochMs).toList());
            assertEquals(List.of(2_500L, 2_000L), log.entries().stream().map(ErrorLog.Entry::lastEpochMs).toList());
            final String trace = log.entries().getFirst().trace();
            assertTrue(trace.startsWith("io.verbus.BusException: no caf\u00e9\n\tat " + getClass().getName()), trace);
        }
    }

    @Test
    void processWithoutErrorsHasNoEntries() {
        try (BusCounters counters = create()) {
            counters.add(CounterKind.ERRORS, CounterKey.PROCESS);
            assertEquals(new ErrorLog(4_711, 0, List.of()), ErrorLog.read(path));
        }
    }

    @Test
    void errorsThatDoNotFitAreCounted() {
        try (BusCounters counters = create()) {
            final CountedErrors errors = new CountedErrors(counters, ignored -> {});
            for (int i = 0; i < 40; i++) {
                errors.onError(new BusException(i + "x".repeat(ERRORS_LENGTH / 20)));
            }
            final ErrorLog log = ErrorLog.read(path);
            assertEquals(40, log.reported());
            assertTrue(log.entries().size() > 1 && log.entries().size() < 20, log.entries().size() + " entries");
        }
    }

    /** Agrona's reader would read beyond the log. */
    @Test
    void entryOfInvalidLengthIsRejected() {
        try (BusCounters counters = create(); MappedFile written = MappedFile.openWritable(path)) {
            counters.errors().record(new BusException("first"));
            for (final int length : new int[]{-1, Integer.MIN_VALUE, 23, ERRORS_LENGTH + 1, Integer.MAX_VALUE}) {
                written.buffer(ERRORS_OFFSET, ERRORS_LENGTH).putInt(0, length);
                final BusException refusal = assertThrows(BusException.class, () -> ErrorLog.read(path));
                assertEquals("the errors in " + path + " are corrupt (an entry of " + length
                        + " bytes); remove the file when its process has ended", refusal.getMessage());
            }
        }
    }

    @Test
    void fileOfAnotherKindIsRejected() throws IOException {
        Files.writeString(path, "x".repeat(200_000));
        final BusException refusal = assertThrows(BusException.class, () -> ErrorLog.read(path));
        assertEquals(path + " is not a file of Verbus counters", refusal.getMessage());
    }
}
