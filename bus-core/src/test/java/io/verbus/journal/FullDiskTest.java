package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import io.verbus.journal.segment.SegmentList;
import io.verbus.os.MappedFile;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full ends the recording with one sentence, and what is recorded can be read. */
class FullDiskTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;
    private int room = 3;

    @Test
    void whatIsRecordedStaysAndTheRestGoesOnWhenThereIsRoom() {
        final JournalSettings settings = Recorded.settings(new Recorded.Time()).withFiles(this::create);
        long next;
        try (JournalWriter journal = JournalWriter.open(directory, "md.test", settings)) {
            final SessionWriter session = journal.session(SESSION);
            assertEquals("no room", assertThrows(BusException.class, () -> append(session, 0, 9_999)).getMessage());
            next = session.next();
            assertEquals(messages(0, next), Recorded.all(directory));
            assertThrows(BusException.class, () -> append(session, next(session), 9_999)); // again, until there is room
            assertEquals(next, session.next());
            room++;
            append(session, next, next + 5);
        }
        assertEquals(messages(0, next + 5), Recorded.all(directory));
        assertEquals(3 + 1, SegmentList.of(directory).size());
    }

    @Test
    void whoHasNoRoomForTheFirstSegmentLeavesNothing() {
        room = 0;
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withFiles(this::create))) {
            assertThrows(BusException.class, () -> append(journal.session(SESSION), 0, 1));
        }
        assertEquals(0, SegmentList.of(directory).size());
    }

    /** The housekeeping may fail to allocate ahead; only who needs the room is told. */
    @Test
    void aSpareSegmentThatHasNoRoomHurtsNobodyYet() {
        room = 1;
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withFiles(this::create))) {
            append(journal.session(SESSION), 0, 5);
            journal.doWork();
            append(journal.session(SESSION), 5, 10);
            journal.endBatch();
        }
        assertEquals(messages(0, 10), Recorded.all(directory));
    }

    private static long next(final SessionWriter session) {
        return session.next();
    }

    private MappedFile create(final Path path, final long length) {
        if (room == 0) {
            throw new BusException("no room");
        }
        room--;
        return MappedFile.create(path, length);
    }
}
