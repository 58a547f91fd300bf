package io.verbus.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A journal with a session for each trading day of a year: opening it reads a bounded part of each, whatever its
 * length. Read bytes are counted, because times depend on the machine.
 */
class YearOfSessionsTest {
    private static final Path COUNTS = Path.of("/proc/self/io");
    private static final int DAYS = 250;
    private static final int SHORT = 1 << 16;
    private static final int LONG = 1 << 18;
    private static final int MESSAGE = 1_000;
    /** The first page, the entries of the index, and the records of one entry. */
    private static final long MOST_PER_SESSION = 32 << 10;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @BeforeEach
    void requireCounts() {
        assumeTrue(Files.isReadable(COUNTS), COUNTS + " cannot be read");
    }

    @Test
    void openingReadsABoundedPartOfEachSession() throws IOException {
        record("short", SHORT);
        record("long", LONG);
        readByOpening("short"); // loads the classes
        final long ofShort = readByOpening("short");
        final long begunNs = System.nanoTime();
        final long ofLong = readByOpening("long");
        final long took = System.nanoTime() - begunNs;
        System.out.println("journal: " + DAYS + " sessions opened, " + ofLong / DAYS + " bytes read of each, "
                + took / 1_000_000 + " ms");
        assertTrue(ofLong <= DAYS * MOST_PER_SESSION, () -> ofLong / DAYS + " bytes of each session");
        assertTrue(ofLong < ofShort * 1.5, () -> ofLong + " bytes of long sessions, " + ofShort + " of short ones");
    }

    private void record(final String name, final int length) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE]);
        final int messages = (length - (16 << 10)) / (MESSAGE + 64);
        try (JournalWriter journal = JournalWriter.open(directory.resolve(name), "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(length))) {
            for (int day = 0; day < DAYS; day++) {
                final SessionWriter session = journal.session(Recorded.session(day + 1));
                for (int i = 0; i < messages; i++) {
                    session.append(message, 0, MESSAGE, Recorded.message(i), Recorded.receivedNs(i));
                }
                session.end(messages, Recorded.receivedNs(messages));
                journal.doWork();
            }
        }
    }

    private long readByOpening(final String name) throws IOException {
        final long before = bytesRead();
        try (JournalWriter journal = JournalWriter.open(directory.resolve(name), "md.test",
                Recorded.settings(new Recorded.Time()))) {
            assertEquals(Map.of(), journal.unfinished());
            assertEquals(0, journal.cuts().size());
        }
        return bytesRead() - before;
    }

    private static long bytesRead() throws IOException {
        return Files.readAllLines(COUNTS).stream().filter(line -> line.startsWith("rchar: "))
                .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length()))).sum();
    }
}
