package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.internal.journal.SegmentIndex;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every sequence and every time is found, with and without the index. */
class IndexTest {
    private static final int MESSAGES = 6_000;
    private static final int INDEX = 4096;
    private static final int ENTRY = 24;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void everySequenceAndTimeIsFound() {
        record(1 << 17);
        findAll();
    }

    @Test
    void everySequenceAndTimeIsFoundWhileWritten() {
        final JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(1 << 20));
        append(journal.session(SESSION), 0, MESSAGES);
        findAll();
        journal.close();
    }

    @Test
    void missingIndexIsRebuilt() throws IOException {
        record(1 << 20);
        final Path segment = SegmentList.of(directory).getFirst();
        final byte[] bytes = Files.readAllBytes(segment);
        Arrays.fill(bytes, INDEX, INDEX + 64 * ENTRY, (byte) 0);
        Files.write(segment, bytes);
        assertTrue(isRebuilt(segment));
        findAll();
    }

    @Test
    void tornIndexIsRebuilt() throws IOException {
        record(1 << 20);
        final Path segment = SegmentList.of(directory).getFirst();
        final byte[] good = Files.readAllBytes(segment);
        assertFalse(isRebuilt(segment));
        final Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            final byte[] bytes = good.clone();
            bytes[INDEX + random.nextInt(10 * ENTRY)] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, bytes);
            assertTrue(isRebuilt(segment));
        }
        findAll();
    }

    @Test
    void nextRecorderRebuildsIndexInFile() throws IOException {
        record(1 << 17);
        final Path segment = SegmentList.of(directory).getFirst();
        final byte[] good = Files.readAllBytes(segment);
        final byte[] bytes = good.clone();
        bytes[INDEX + 2 * ENTRY] ^= 1;
        Files.write(segment, bytes);
        try (JournalWriter journal = Recorded.open(directory)) {
            while (journal.doWork() > 0) {
                assertEquals(List.of(), journal.cuts());
            }
        }
        assertFalse(isRebuilt(segment));
        assertEquals(-1, Arrays.mismatch(good, Files.readAllBytes(segment)));
    }

    @Test
    void longRecordsLeaveNoPartWithoutAnEntry() {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(1 << 20))) {
            final SessionWriter session = journal.session(SESSION);
            final var payload = new UnsafeBuffer(new byte[100_000]);
            for (int i = 0; i < 40; i++) {
                session.append(payload, 0, i % 3 == 0 ? payload.capacity() : 10, Recorded.message(i),
                        Recorded.receivedNs(i));
            }
        }
        SegmentList.of(directory).forEach(segment -> assertFalse(isRebuilt(segment)));
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            for (int i = 0; i < 40; i++) {
                reader.seek(i);
                assertEquals(i, reader.next());
            }
        }
    }

    private void record(final int segmentLength) {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(segmentLength))) {
            append(journal.session(SESSION), 0, MESSAGES);
        }
    }

    private void findAll() {
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            for (int i = 0; i < MESSAGES; i += 7) {
                reader.seek(i);
                assertNext(i, reader);
                reader.seekTime(Recorded.receivedNs(i));
                assertNext(i, reader);
                reader.seekTime(Recorded.receivedNs(i) - 1);
                assertNext(i, reader);
            }
            reader.seek(-1);
            assertNext(0, reader);
            reader.seekTime(Long.MIN_VALUE);
            assertNext(0, reader);
            reader.seek(Long.MAX_VALUE);
            assertEquals(MESSAGES, reader.next());
            reader.seekTime(Long.MAX_VALUE);
            assertEquals(MESSAGES, reader.next());
            assertEquals(0, reader.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
        }
    }

    /** The reader may be at the end of the preceding segment. */
    private static void assertNext(final long sequence, final SessionReader reader) {
        final long[] seen = {-1};
        assertEquals(1, reader.poll((buffer, offset, length, header) -> {
            seen[0] = header.sequence();
            return Action.TAKEN;
        }, 1));
        assertEquals(sequence, seen[0]);
    }

    private static boolean isRebuilt(final Path segment) {
        try (SegmentReader reader = SegmentReader.open(segment, new Window())) {
            return new SegmentIndex(reader).isRebuilt();
        }
    }
}
