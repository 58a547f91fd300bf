package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Header;
import io.verbus.internal.journal.SegmentList;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void recordedMessagesAreReadAcrossSegments() {
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(SESSION), 0, 5_000);
            journal.session(SESSION).end(5_000, Recorded.receivedNs(5_000));
        }
        final List<String> expected = messages(0, 5_000);
        expected.add("end 5000");
        assertEquals(expected, Recorded.all(directory));
        final RecordedSession described = JournalReader.open(directory).sessions().getFirst();
        assertEquals(SESSION, described.session());
        assertTrue(described.segments() > 10 && described.sealed(), described::toString);
    }

    @Test
    void unclosedJournalLosesNothing() {
        final JournalWriter journal = Recorded.open(directory);
        append(journal.session(SESSION), 3, 700);
        assertEquals(messages(3, 700), Recorded.all(directory)); // the messages are in the files at once
        journal.close();
    }

    @Test
    void reopenedJournalContinuesAfterLastRecord() {
        for (int part = 0; part < 5; part++) {
            try (JournalWriter journal = Recorded.open(directory)) {
                assertEquals(part == 0 ? Map.of() : Map.of(SESSION.id(), part * 100L), journal.unfinished());
                assertEquals(List.of(), journal.cuts());
                append(journal.session(SESSION), part * 90L, part * 100L + 100); // recorded messages are skipped
            }
        }
        assertEquals(messages(0, 500), Recorded.all(directory));
    }

    @Test
    void lossesAndEndAreRecorded() {
        try (JournalWriter journal = Recorded.open(directory)) {
            final SessionWriter session = journal.session(SESSION);
            append(session, 5, 7);
            session.lose(7, 9, "overwritten", Recorded.receivedNs(9));
            session.lose(2, 8, "repeated", Recorded.receivedNs(9));
            append(session, 10, 11);
            append(session, 20, 21);
            session.breakOff(30, "its publisher died", Recorded.receivedNs(30));
            append(session, 31, 32); // nothing can follow
            assertTrue(session.isOver());
        }
        final String unknown = ": they were not in the log any more";
        assertEquals(List.of("message 5", "message 6", "loss 7..9: overwritten", "message 10", "loss 11..19" + unknown,
                "message 20", "loss 21..29" + unknown, "end 30: its publisher died"), Recorded.all(directory));
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(Map.of(), journal.unfinished());
            append(journal.session(SESSION), 31, 32);
        }
        assertEquals(8, Recorded.all(directory).size());
    }

    @Test
    void sessionThatBeginsWithLossOrOnlyEndsIsRecorded() {
        try (JournalWriter journal = Recorded.open(directory)) {
            journal.session(SESSION).lose(0, 4, "too old", Recorded.START_NS);
            append(journal.session(SESSION), 5, 6);
            journal.session(Recorded.session(2)).end(0, Recorded.START_NS);
        }
        assertEquals(List.of("loss 0..4: too old", "message 5"), Recorded.all(directory));
        try (SessionReader reader = JournalReader.open(directory).read(2)) {
            assertEquals(List.of("end 0"), Recorded.rest(reader));
            assertTrue(reader.isOver());
        }
    }

    @Test
    void longMessagesAndTimestampsAreKept() {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[3 << 20]);
        payload.setMemory(0, payload.capacity(), (byte) 7);
        try (JournalWriter journal = Recorded.open(directory)) {
            final SessionWriter session = journal.session(SESSION);
            session.append(payload, 0, 10, Recorded.message(0, 1, -5), 1);
            session.append(payload, 1, payload.capacity() - 1, Recorded.message(1, 12, 99), 2);
            session.append(payload, 0, payload.capacity(), Recorded.message(13, 13, Header.NO_TIMESTAMP), 3);
            session.append(payload, 0, 0, Recorded.message(26), 4);
        }
        final List<String> seen = new ArrayList<>();
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            reader.poll((buffer, offset, length, header) -> {
                boolean same = true;
                for (int i = 0; i < length; i++) {
                    same &= buffer.getByte(offset + i) == 7;
                }
                seen.add(header.sequence() + " " + header.frames() + " " + header.publishedNs() + " "
                        + header.receivedNs() + " " + length + " " + same);
                return Action.TAKEN;
            }, 100);
            assertEquals(27, reader.next());
            reader.seek(13);
            assertEquals(13, reader.next());
            reader.seek(5); // inside a message: the reader moves to its beginning
            assertEquals(1, reader.next());
        }
        assertEquals(List.of("0 1 -5 1 10 true", "1 12 99 2 3145727 true",
                "13 13 " + Header.NO_TIMESTAMP + " 3 3145728 true", "26 1 " + Header.NO_TIMESTAMP + " 4 0 true"), seen);
    }

    @Test
    void sessionsAreRecordedSideBySide() {
        try (JournalWriter journal = Recorded.open(directory)) {
            for (long sequence = 0; sequence < 900; sequence++) {
                append(journal.session(Recorded.session(9)), sequence, sequence + 1);
                append(journal.session(Recorded.session(3)), sequence + 50, sequence + 51);
            }
        }
        final JournalReader reader = JournalReader.open(directory);
        assertEquals(List.of(3L, 9L), reader.sessions().stream().map(one -> one.session().id()).toList());
        for (final RecordedSession session : reader.sessions()) {
            try (SessionReader one = reader.read(session.session().id())) {
                assertEquals(messages(session.first(), session.first() + 900), Recorded.rest(one));
            }
        }
    }

    @Test
    void messageThatIsNotTakenIsDeliveredAgain() {
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(SESSION), 0, 3);
        }
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            assertEquals(0, reader.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 10));
            assertEquals(messages(0, 3), Recorded.rest(reader));
        }
    }

    @Test
    void clockSetBackDoesNotDecreaseReceiveTimes() {
        for (int part = 0; part < 2; part++) {
            try (JournalWriter journal = Recorded.open(directory)) {
                for (int i = 0; i < 1_000; i++) {
                    final long sequence = part * 1_000L + i;
                    journal.session(SESSION).append(new UnsafeBuffer(new byte[20]), 0, 20,
                            Recorded.message(sequence), 5_000_000 - sequence);
                }
            }
        }
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            assertEquals(2_000, reader.poll((buffer, offset, length, header) -> {
                assertEquals(5_000_000, header.receivedNs());
                return Action.TAKEN;
            }, 9_999));
        }
    }

    @Test
    void journalHasOneRecorderAndOneStream() {
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(SESSION), 0, 1);
            assertEquals("another recorder writes into " + directory
                    + ": name another directory, or end that recorder",
                    assertThrows(BusException.class, () -> Recorded.open(directory)).getMessage());
        }
        assertEquals(directory + " holds a journal of stream md.test: record stream other into another directory",
                assertThrows(BusException.class,
                        () -> JournalWriter.open(directory, "other", JournalSettings.defaults())).getMessage());
        Recorded.open(directory).close();
    }

    @Test
    void lockSurvivesARefusedSecondOpen() throws IOException {
        try (JournalWriter journal = Recorded.open(directory)) {
            assertThrows(BusException.class, () -> Recorded.open(directory));
            final String inode = ":" + Files.getAttribute(directory.resolve(".lock"), "unix:ino") + " ";
            final List<String> locks = Files.readAllLines(Path.of("/proc/locks"));
            assertEquals(1, locks.stream().filter(lock -> lock.contains(inode)).count(), locks::toString);
            assertEquals(List.of(), journal.cuts());
        }
    }

    @Test
    void lockThatIsNoRegularFileIsRefused() throws IOException, InterruptedException {
        final Path lock = directory.resolve(".lock");
        Files.createSymbolicLink(lock, directory.resolve("elsewhere"));
        assertRefused("a symbolic link");
        assertFalse(Files.exists(directory.resolve("elsewhere")));
        Files.delete(lock);
        Files.createDirectory(lock);
        assertRefused("a directory");
        Files.delete(lock);
        assertEquals(0, new ProcessBuilder("mkfifo", lock.toString()).start().waitFor());
        assertRefused("a FIFO, a socket or a device");
        Files.delete(lock);
        Recorded.open(directory).close();
    }

    private void assertRefused(final String type) {
        assertEquals(directory.resolve(".lock") + " is " + type + ", not a regular file: move it out of " + directory,
                assertThrows(BusException.class, () -> Recorded.open(directory)).getMessage());
    }

    @Test
    void missingJournalIsReported() throws IOException {
        assertEquals("there is no journal in " + directory + ": no segment found",
                assertThrows(BusException.class, () -> JournalReader.open(directory)).getMessage());
        final Path none = directory.resolve("none");
        assertEquals("there is no journal in " + none + ": no such directory",
                assertThrows(BusException.class, () -> JournalReader.open(none)).getMessage());
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(SESSION), 0, 1);
        }
        assertThrows(BusException.class, () -> JournalReader.open(directory).read(5));
        Files.writeString(directory.resolve("notes.txt"), "foreign");
        assertEquals(messages(0, 1), Recorded.all(directory));
    }

    @Test
    void sealedSegmentReleasesUnusedRoom() throws IOException {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(8 << 20))) {
            append(journal.session(SESSION), 0, 10);
        }
        final Path segment = SegmentList.of(directory).getFirst();
        assertEquals(8 << 20, Files.size(segment)); // mapped files keep their length
        final Process du = new ProcessBuilder("du", "-k", segment.toString()).start();
        final long usedKib = Long.parseLong(new String(du.getInputStream().readAllBytes()).split("\\s")[0]);
        assertTrue(usedKib < 1 << 10, () -> usedKib + " KiB");
        assertFalse(Recorded.all(directory).isEmpty());
    }
}
