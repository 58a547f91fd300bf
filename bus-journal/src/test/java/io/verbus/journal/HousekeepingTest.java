package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.internal.journal.JournalMaintenance;
import io.verbus.internal.journal.SegmentFiles;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.os.MappedFile;
import io.verbus.support.ShmDir;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The housekeeping of a journal. */
class HousekeepingTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final Recorded.Time time = new Recorded.Time();
    private final List<Path> created = new ArrayList<>();

    @Test
    void nextSegmentIsAllocatedAhead() {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(time).withFiles(this::create))) {
            for (int i = 0; i < 1_000; i++) {
                append(journal.session(SESSION), i, i + 1);
                journal.doWork();
            }
            assertEquals(1, created.stream().filter(path -> !path.endsWith(".spare")).count());
            assertTrue(created.size() > 5, created::toString);
        }
        assertFalse(Files.exists(directory.resolve(".spare")));
        assertEquals(messages(0, 1_000), Recorded.all(directory));
    }

    @Test
    void failureWithoutMemoryForItsTextEndsTheRecordingToo() {
        final JournalMaintenance maintenance = new JournalMaintenance(directory, Recorded.settings(time), List.of());
        maintenance.failed(new OutOfMemoryError() {
            private static final long serialVersionUID = 1;

            @Override
            public String toString() {
                throw this;
            }
        });
        assertThrows(BusException.class, maintenance::check);
    }

    @Test
    void byteLimitRemovesOldestSegments() {
        final long most = 5 << 14;
        try (JournalWriter journal = JournalWriter.open(directory, "md.test", Recorded.settings(time)
                .withRetention(new Retention(most, Retention.ALL.age())))) {
            for (int i = 0; i < 3_000; i++) {
                append(journal.session(SESSION), i, i + 1);
                journal.doWork();
            }
        }
        final RecordedSession kept = JournalReader.open(directory).sessions().getFirst();
        assertTrue(kept.bytes() <= most && kept.bytes() > most / 2, kept::toString);
        assertEquals(messages(kept.first(), 3_000), Recorded.all(directory));
    }

    @Test
    void ageLimitRemovesOldestSegments() {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test", Recorded.settings(time)
                .withRetention(new Retention(Long.MAX_VALUE, Duration.ofSeconds(60))))) {
            append(journal.session(SESSION), 0, 1_000);
            journal.session(SESSION).end(1_000, Recorded.START_NS);
            time.nowNs.addAndGet(Duration.ofSeconds(40).toNanos());
            for (int i = 0; i < 10; i++) {
                journal.session(Recorded.session(2)).append(Recorded.payload(1), 0, 1, Recorded.message(i),
                        time.nowNs.get());
            }
            journal.doWork();
            assertEquals(2, JournalReader.open(directory).sessions().size());
            time.nowNs.addAndGet(Duration.ofSeconds(40).toNanos());
            for (int sweep = 0; sweep < 3; sweep++) { // one sweep is bounded
                journal.doWork();
                time.nowNs.addAndGet(Duration.ofSeconds(1).toNanos());
            }
            assertEquals(List.of(2L),
                    JournalReader.open(directory).sessions().stream().map(one -> one.session().id()).toList());
            time.nowNs.addAndGet(Duration.ofSeconds(400).toNanos());
            journal.doWork();
            assertEquals(1, SegmentList.of(directory).size()); // the segment that is being written stays
        }
    }

    @Test
    void everyDurabilityRecordsTheSame() {
        for (final Durability durability : List.of(Durability.none(), Durability.every(Duration.ofMillis(5)),
                Durability.everyBatch())) {
            final Path one = directory.resolve(durability.getClass().getSimpleName());
            try (JournalWriter journal = JournalWriter.open(one, "md.test",
                    Recorded.settings(time).withDurability(durability))) {
                for (int i = 0; i < 1_000; i++) {
                    append(journal.session(SESSION), i, i + 1);
                    journal.endBatch();
                    time.nowNs.addAndGet(1_000_000);
                    journal.doWork();
                }
            }
            assertEquals(messages(0, 1_000), Recorded.all(one));
        }
    }

    /** An unmapped file can't be synced, so a reported sync has taken place. */
    @Test
    void failedSyncIsReportedToRecorder() {
        final List<MappedFile> files = new ArrayList<>();
        final JournalWriter journal = JournalWriter.open(directory, "md.test", Recorded.settings(time)
                .withDurability(Durability.everyBatch()).withFiles((path, length) -> {
                    files.add(MappedFile.create(path, length));
                    return files.getLast();
                }));
        append(journal.session(SESSION), 0, 5);
        files.getFirst().close();
        assertThrows(BusException.class, journal::endBatch);
        assertThrows(BusException.class, journal::endBatch);
    }

    /** Also with durability none: the last segment is synced when the journal is closed. */
    @Test
    void failedSyncIsReportedAtCloseAtTheLatest() {
        for (final Durability durability : List.of(Durability.none(), Durability.every(Duration.ofMillis(5)))) {
            final JournalWriter journal = JournalWriter.open(directory.resolve(durability.getClass().getSimpleName()),
                    "md.test", Recorded.settings(time).withDurability(durability).withFiles(new Refusing()));
            append(journal.session(SESSION), 0, 5);
            journal.endBatch();
            assertEquals("error 5", assertThrows(BusException.class, journal::close).getMessage());
        }
    }

    @Test
    void failedSyncIsReportedWhenSegmentIsSealed() {
        final JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(time).withFiles(new Refusing()));
        append(journal.session(SESSION), 0, 1_000);
        journal.doWork();
        assertEquals("error 5", assertThrows(BusException.class, journal::endBatch).getMessage());
        journal.close(); // it was reported
    }

    /** A disk that allocates, but fails to sync. */
    private static final class Refusing implements SegmentFiles {
        @Override
        public MappedFile create(final Path path, final long length) {
            return MappedFile.create(path, length);
        }

        @Override
        public void sync(final MappedFile file, final long offset, final long length) {
            throw new BusException("error 5");
        }
    }

    @Test
    void ownThreadDoesTheSame() {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test", JournalSettings.defaults()
                .withSegmentLength(1 << 16).withDurability(Durability.every(Duration.ofMillis(1))))) {
            for (int i = 0; i < 50_000; i += 100) {
                append(journal.session(SESSION), i, i + 100);
                journal.endBatch();
            }
        }
        assertEquals(messages(0, 50_000), Recorded.all(directory));
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(List.of(), journal.cuts());
        }
    }

    private MappedFile create(final Path path, final long length) {
        created.add(path);
        return MappedFile.create(path, length);
    }
}
