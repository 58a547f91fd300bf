package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage loses only the damaged range, and stays visible. */
class DamageTest {
    private static final int MESSAGES = 3_000;
    private static final int RECORDS = 8192;
    private static final int HEADER_CHECKSUM = 448;
    private static final int SEAL = 512;
    private static final int SEAL_CHECKSUM = 536;
    private static final int INDEX = 4096;
    private static final int ENTRY = 24;
    private static final int PAGE = 4096;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private List<Path> segments;

    @BeforeEach
    void record() {
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withSegmentLength(1 << 16))) {
            append(journal.session(SESSION), 0, MESSAGES);
            journal.session(SESSION).end(MESSAGES, Recorded.receivedNs(MESSAGES));
        }
        segments = SegmentList.of(directory);
        assertTrue(segments.size() > 3, segments::toString);
    }

    @Test
    void oneFlippedBitCostsOneMessage() throws IOException {
        for (int message = 0; message < 100; message++) {
            final byte[] whole = flip(segments.getFirst(), offset(message) + 24);
            assertLost(message, message, "the checksum of a record is wrong");
            Files.write(segments.getFirst(), whole);
        }
    }

    @Test
    void damagedLengthCostsOneMessage() throws IOException {
        flip(segments.getFirst(), offset(50) + 2);
        assertLost(50, 50, "has the invalid length");
    }

    /** Also where the entries of the index are lost with it. */
    @Test
    void lostPageCostsTheMessagesThatItHas() throws IOException {
        for (final boolean withIndex : new boolean[]{false, true}) {
            for (final int page : new int[]{RECORDS, RECORDS + PAGE, RECORDS + 5 * PAGE}) {
                final byte[] whole = Files.readAllBytes(segments.getFirst());
                final byte[] damaged = whole.clone();
                Arrays.fill(damaged, page, page + PAGE, (byte) 0);
                if (withIndex) {
                    Arrays.fill(damaged, INDEX, RECORDS, (byte) 0);
                }
                Files.write(segments.getFirst(), damaged);
                assertLost(sequenceAt(0, page), sequenceAt(0, page + PAGE - 1), "");
                Files.write(segments.getFirst(), whole);
            }
        }
    }

    @Test
    void readerContinuesAtNextSegmentAfterDamagedEnd() throws IOException {
        final byte[] bytes = Files.readAllBytes(segments.get(1));
        final int first = first(segments.get(1));
        Arrays.fill(bytes, RECORDS + 40_000, bytes.length, (byte) 0);
        Files.write(segments.get(1), bytes);
        final int lost = lastLost(Recorded.all(directory));
        assertEquals(first(segments.get(2)) - 1, lost);
        assertLost(sequenceAt(first, RECORDS + 40_000), lost, " is damaged at offset ");
    }

    @Test
    void corruptHeaderCostsOneSegment() throws IOException {
        for (final int segment : new int[]{0, 2}) {
            final byte[] whole = flip(segments.get(segment), 30);
            final int first = first(segments.get(segment));
            final int last = first(segments.get(segment + 1)) - 1;
            assertLost(first, last, "the header of " + segments.get(segment) + " is corrupt");
            assertEquals(1, JournalReader.open(directory).sessions().size());
            Files.write(segments.get(segment), whole);
        }
    }

    @Test
    void missingSegmentCostsOneSegment() throws IOException {
        Files.delete(segments.get(1));
        assertLost(first(segments.get(1)), first(segments.get(2)) - 1, "has no segment");
    }

    /** A lost tail of an unsealed segment contains zeros, like free space. */
    @Test
    void unsealedSegmentWithoutItsTailIsNotAMissingSegment() throws IOException {
        final Path unsealed = segments.get(1);
        final int first = first(unsealed);
        final byte[] bytes = Files.readAllBytes(unsealed);
        Arrays.fill(bytes, SEAL, INDEX, (byte) 0);
        Arrays.fill(bytes, RECORDS + 40_000, bytes.length, (byte) 0);
        final int next = sequenceAt(first, RECORDS + 40_000);
        final int end = RECORDS + offset(first, next);
        Arrays.fill(bytes, end, bytes.length, (byte) 0);
        Files.write(unsealed, bytes);
        final String message = unsealed + " was not sealed and ends before sequence " + next
                + ", the next segment begins with " + first(segments.get(2))
                + ": the end of its records was not written to disk, or another segment is missing";
        assertLost(next, first(segments.get(2)) - 1, message);
        final JournalCheck.SessionReport report = new JournalCheck(directory).run().getFirst();
        assertEquals(List.of(message), report.damages());
        assertEquals(1, report.losses());
    }

    @Test
    void tornIndexDoesNotHideTheRecordsAfterDamage() throws IOException {
        flip(segments.getFirst(), INDEX + ENTRY + 3);
        flip(segments.getFirst(), offset(50) + 2);
        final int last = lastLost(Recorded.all(directory));
        assertTrue(last < first(segments.get(1)) - 1, () -> "lost up to " + last);
    }

    @Test
    void seekEndsAtTheDamageOrAfterIt() throws IOException {
        flip(segments.getFirst(), offset(50) + 33);
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            for (final int sequence : new int[]{49, 50, 51, 52, 1_000, 49, 50, 51, 52}) {
                reader.seek(sequence);
                assertEquals(sequence, reader.next());
                reader.seekTime(Recorded.receivedNs(sequence));
                assertEquals(sequence == 51 ? 50 : sequence, reader.next());
            }
            reader.seek(50);
            final List<String> rest = Recorded.rest(reader);
            assertTrue(rest.getFirst().startsWith("loss 50..50: "), rest::getFirst);
            assertEquals("message 51", rest.get(1));
        }
    }

    @Test
    void checkCountsDamagedRangeAsGapAndContinues() throws IOException {
        flip(segments.getFirst(), offset(50) + 33);
        flip(segments.get(2), 30);
        final int lost = first(segments.get(3)) - first(segments.get(2));
        final JournalCheck.SessionReport report = new JournalCheck(directory).run().getFirst();
        assertEquals(2, report.losses());
        assertEquals(1 + lost, report.lost());
        assertEquals(MESSAGES - 1 - lost, report.messages());
        assertEquals(MESSAGES, report.next());
        assertEquals("ended", report.end());
        assertEquals(2, report.damages().size(), report::toString);
    }

    @Test
    void damageInAnUnsealedSegmentIsPassedBeforeARecorderStartsAndAfterwards() throws IOException {
        flip(segments.getLast(), 520);
        final int first = first(segments.getLast());
        flip(segments.getLast(), RECORDS + 33);
        assertLost(first, first, "the checksum of a record is wrong");
        assertDamages(1, first, first);
        for (int start = 0; start < 3; start++) {
            Recorded.open(directory).close();
            assertLost(first, first, "the checksum of a record is wrong");
            assertDamages(1, first, first);
        }
    }

    /** A page that was never written looks like the end of the records. */
    @Test
    void lostPageOfAnUnsealedSegmentHidesNoRecordBehindIt() throws IOException {
        final Path unsealed = segments.getFirst();
        final byte[] bytes = Files.readAllBytes(unsealed);
        Arrays.fill(bytes, SEAL, INDEX, (byte) 0);
        final int from = offset(100);
        final int last = sequenceAt(0, from + PAGE - 1);
        Arrays.fill(bytes, from, from + PAGE, (byte) 0);
        for (final Path other : segments.subList(1, segments.size())) {
            Files.delete(other);
        }
        Files.write(unsealed, bytes);
        final int end = first(segments.get(1));
        final List<String> expected = messages(0, 100);
        expected.addAll(messages(last + 1, end));
        for (int start = 0; start < 3; start++) {
            final List<String> lines = Recorded.all(directory);
            final String loss = lines.remove(100);
            assertTrue(loss.startsWith("loss 100.." + last + ": "), loss);
            assertEquals(expected, lines);
            assertDamages(1, 100, last);
            try (JournalWriter journal = Recorded.open(directory)) {
                assertEquals(end, journal.session(SESSION).next());
            }
        }
    }

    @Test
    void segmentWithACorruptHeaderIsReadableAfterARestart() throws IOException {
        final List<String> before = Recorded.all(directory);
        for (final int segment : new int[]{0, 2, segments.size() - 1}) {
            final byte[] bytes = Files.readAllBytes(segments.get(segment));
            Arrays.fill(bytes, 0, INDEX, (byte) 0);
            Files.write(segments.get(segment), bytes);
            try (JournalWriter journal = Recorded.open(directory)) {
                assertEquals(1, journal.cuts().size(), () -> journal.cuts().toString());
            }
            assertEquals(before, Recorded.all(directory));
            assertEquals(SESSION, JournalReader.open(directory).sessions().getFirst().session());
            assertEquals(List.of(), new JournalCheck(directory).run().getFirst().damages());
        }
    }

    @Test
    void segmentWithoutAnyRecordIsSetAsideAndStaysReported() throws IOException {
        for (final Path segment : segments.subList(0, segments.size() - 1)) {
            Files.delete(segment);
        }
        final byte[] bytes = new byte[1 << 16];
        Arrays.fill(bytes, (byte) 7);
        Files.write(segments.getLast(), bytes);
        for (int start = 0; start < 3; start++) {
            try (JournalWriter journal = Recorded.open(directory)) {
                append(journal.session(Recorded.session(2)), start, start + 1);
            }
            final JournalCheck check = new JournalCheck(directory);
            assertEquals(1, check.run().size());
            assertEquals(1, check.unreadable().size());
            assertTrue(check.unreadable().getFirst().contains(segments.getLast() + ".damaged could not be read"),
                    () -> check.unreadable().toString());
            assertEquals(check.unreadable(), JournalReader.open(directory).damagedFiles());
            assertEquals(List.of(), JournalReader.open(directory).damagedFiles(2));
        }
    }

    /** Its recorder was killed inside its first record, which the log still has. */
    @Test
    void setAsideSegmentIsNotReportedIfTheJournalHasItsSequences() throws IOException {
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(Recorded.session(2)), 0, 5);
        }
        final byte[] bytes = Files.readAllBytes(SegmentName.of(directory, 2, 0));
        Arrays.fill(bytes, RECORDS, RECORDS + 8, (byte) 0);
        Arrays.fill(bytes, RECORDS + 100, bytes.length, (byte) 0);
        Arrays.fill(bytes, SEAL, RECORDS, (byte) 0);
        Files.write(SegmentName.of(directory, 2, 0), bytes);
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(1, JournalReader.open(directory).damagedFiles().size());
            append(journal.session(Recorded.session(2)), 0, 5);
        }
        assertEquals(0, JournalReader.open(directory).damagedFiles().size());
    }

    @Test
    void foreignFilesWithTheNameOfASegmentAreLeftAlone() throws IOException {
        final Path directoryFile = Files.createDirectory(SegmentName.of(directory, SESSION.id(), MESSAGES + 5));
        final Path link = Files.createSymbolicLink(SegmentName.of(directory, 7, 0), Path.of("nowhere"));
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(2, journal.cuts().size(), () -> journal.cuts().toString());
            append(journal.session(Recorded.session(2)), 0, 1);
            assertThrows(BusException.class, () -> append(journal.session(Recorded.session(7)), 0, 1));
        }
        assertTrue(Files.isDirectory(directoryFile) && Files.isSymbolicLink(link));
        final JournalCheck check = new JournalCheck(directory);
        final List<String> damages = new ArrayList<>(check.unreadable());
        check.run().forEach(report -> damages.addAll(report.damages()));
        damages.addAll(check.unreadable());
        assertEquals(2, damages.size(), damages::toString);
        assertTrue(damages.stream().allMatch(damage -> damage.contains("not a regular file")), damages::toString);
    }

    @Test
    void segmentOfAnotherLayoutStopsTheRecorderAndIsNotTouched() throws IOException {
        final byte[] bytes = Files.readAllBytes(segments.getLast());
        bytes[8] = 9;
        final CRC32C crc = new CRC32C();
        crc.update(bytes, 0, HEADER_CHECKSUM);
        new UnsafeBuffer(bytes).putInt(HEADER_CHECKSUM, (int) crc.getValue());
        Files.write(segments.getLast(), bytes);
        final BusException refusal = assertThrows(BusException.class, () -> Recorded.open(directory));
        assertTrue(refusal.getMessage().contains("has journal layout 9"), refusal::getMessage);
        assertEquals(-1, Arrays.mismatch(bytes, Files.readAllBytes(segments.getLast())));
    }

    @Test
    void damageAtTheEndOfAnUnsealedSegmentEndsTheReading() throws IOException {
        flip(segments.getLast(), 520);
        final byte[] cut = Files.readAllBytes(segments.getLast());
        final int first = first(segments.getLast());
        Arrays.fill(cut, RECORDS + 33, cut.length, (byte) 0);
        Files.write(segments.getLast(), cut);
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            final List<String> lines = new ArrayList<>();
            final JournalHandler handler = Recorded.handler(lines);
            assertThrows(BusException.class, () -> {
                while (reader.poll(handler, 100) > 0) {
                    assertTrue(lines.size() <= MESSAGES);
                }
            });
            assertEquals(messages(0, first), lines);
        }
    }

    @Test
    void nothingFollowsTheEndOfTheSession() throws IOException {
        final byte[] bytes = Files.readAllBytes(segments.getLast());
        final UnsafeBuffer segment = new UnsafeBuffer(bytes);
        segment.putLong(SEAL + Long.BYTES, MESSAGES + 7); // the seal claims seven more
        final CRC32C crc = new CRC32C();
        crc.update(bytes, SEAL, SEAL_CHECKSUM - SEAL);
        crc.update(bytes, HEADER_CHECKSUM, Integer.BYTES);
        segment.putInt(SEAL_CHECKSUM, (int) crc.getValue());
        Files.write(segments.getLast(), bytes);
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            final List<String> lines = new ArrayList<>();
            final JournalHandler handler = Recorded.handler(lines);
            final BusException refusal = assertThrows(BusException.class, () -> {
                while (reader.poll(handler, 100) > 0) {
                    assertTrue(lines.size() <= MESSAGES + 1);
                }
            });
            assertTrue(refusal.getMessage().contains("the session ended before it with 3000 messages"),
                    refusal::getMessage);
            final List<String> expected = messages(0, MESSAGES);
            expected.add("end " + MESSAGES);
            assertEquals(expected, lines);
        }
        final JournalCheck.SessionReport report = new JournalCheck(directory).run().getFirst();
        assertEquals(List.of(0L, (long) MESSAGES, "ended", 1), List.of(report.lost(), report.next(), report.end(),
                report.damages().size()), report::toString);
    }

    private void assertDamages(final int count, final int first, final int last) {
        final JournalCheck.SessionReport report = new JournalCheck(directory).run().getFirst();
        assertEquals(count, report.damages().size(), () -> report.damages().toString());
        assertTrue(report.damages().getFirst().endsWith(first == last
                ? "sequence " + first + " cannot be read"
                : "sequences " + first + " to " + last + " cannot be read"), () -> report.damages().toString());
        assertEquals(last - first + 1, report.lost());
    }

    private void assertLost(final int first, final int last, final String cause) {
        final List<String> lines = Recorded.all(directory);
        final List<String> expected = messages(0, first);
        final String loss = lines.get(first);
        assertTrue(loss.startsWith("loss " + first + ".." + last + ": ") && loss.contains(cause), loss);
        expected.add(loss);
        expected.addAll(messages(last + 1, MESSAGES));
        expected.add("end " + MESSAGES);
        assertEquals(expected, lines);
    }

    private static int lastLost(final List<String> lines) {
        final String loss = lines.stream().filter(line -> line.startsWith("loss")).findFirst().orElseThrow();
        return Integer.parseInt(loss.substring(loss.indexOf("..") + 2, loss.indexOf(": ")));
    }

    private static int first(final Path segment) {
        return (int) SegmentName.first(segment);
    }

    private static int offset(final int message) {
        int offset = RECORDS;
        for (int i = 0; i < message; i++) {
            offset += length(i);
        }
        return offset;
    }

    /** Bytes of the records from one message up to another. */
    private static int offset(final int from, final int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += length(i);
        }
        return bytes;
    }

    private static int length(final int message) {
        return (32 + Recorded.payload(message).capacity() + 7) / 8 * 8;
    }

    /** The message with the record at an offset, in a segment that begins with another message. */
    private static int sequenceAt(final int first, final int offset) {
        int sequence = first;
        for (int at = RECORDS; at + length(sequence) <= offset; sequence++) {
            at += length(sequence);
        }
        return sequence;
    }

    /** Returns the original bytes. */
    private static byte[] flip(final Path segment, final int at) throws IOException {
        final byte[] whole = Files.readAllBytes(segment);
        final byte[] damaged = whole.clone();
        damaged[at] ^= 1;
        Files.write(segment, damaged);
        return whole;
    }
}
