package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusException;
import io.verbus.FailureCause;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.os.MappedFile;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk ends the recording with one message, and the recorded part can be read. */
class FullDiskTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;
    private int room = 3;

    @Test
    void recordedPartStaysAndRecordingContinuesWithRoom() {
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
    void noRoomForFirstSegmentLeavesNoFile() {
        room = 0;
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withFiles(this::create))) {
            assertThrows(BusException.class, () -> append(journal.session(SESSION), 0, 1));
        }
        assertEquals(0, SegmentList.of(directory).size());
    }

    /** The housekeeping may fail to allocate ahead; the error is thrown only when the segment is needed. */
    @Test
    void noRoomForSpareSegmentIsNoErrorYet() {
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

    /** Needs root, for a small file system. */
    @Test
    void fullFileSystemEndsRecordingWithMessage() throws IOException {
        final Path mount = Files.createDirectory(directory.resolve("small"));
        assumeTrue(succeeds("mount", "-t", "tmpfs", "-o", "size=200k,mode=700", "verbus-test", mount.toString()),
                "a file system can't be mounted here");
        try {
            final long recorded;
            try (JournalWriter journal = JournalWriter.open(mount, "md.test",
                    Recorded.settings(new Recorded.Time()).withSegmentLength(1 << 16))) {
                final SessionWriter session = journal.session(SESSION);
                final BusException full = assertThrows(BusException.class, () -> append(session, 0, 99_999));
                assertTrue(full.getMessage().startsWith("no room for " + mount
                        + "/.segment, which needs 65536 bytes: make "), full::getMessage);
                assertEquals(FailureCause.NO_ROOM, full.failure());
                recorded = session.next();
            }
            assertTrue(recorded > 500);
            assertEquals(messages(0, recorded), Recorded.all(mount));
        } finally {
            assertTrue(succeeds("umount", mount.toString()));
        }
    }

    private static boolean succeeds(final String... command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().onExit().join().exitValue() == 0;
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
