package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentRepair;
import io.verbus.internal.journal.Window;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is missing at the beginning or at the end of a session is reported, unless retention has removed it. */
class MissingSegmentTest {
    private static final int MESSAGES = 2_000;
    private static final int SEAL = 512;
    private static final int NOTES = 544;
    private static final int NOTES_END = 572;
    private static final int INDEX = 4096;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private List<Path> segments;

    @BeforeEach
    void record() {
        try (JournalWriter journal = Recorded.open(directory)) {
            append(journal.session(SESSION), 0, MESSAGES);
            journal.session(SESSION).end(MESSAGES, Recorded.receivedNs(MESSAGES));
        }
        segments = SegmentList.of(directory);
        assertTrue(segments.size() > 5, segments::toString);
        assertEquals(List.of(), damages());
    }

    @Test
    void missingFirstFileIsReportedAsLossOfItsRange() throws IOException {
        for (int missing = 1; missing < 4; missing++) {
            Files.delete(segments.get(missing - 1));
            final int from = first(missing - 1);
            final int next = first(missing);
            assertEquals(beginningMissing(from, next), lines());
            final JournalCheck.SessionReport report = new JournalCheck(directory).run().getFirst();
            assertEquals(List.of(absent(from) + "; sequences " + from + " to " + (next - 1) + " cannot be read"),
                    report.damages());
            assertEquals(1, report.losses());
            assertEquals(next - from, report.lost());
            assertEquals(MESSAGES - next, report.messages());
        }
    }

    @Test
    void seekBeforeTheFirstFileLeadsToTheMissingRange() throws IOException {
        Files.delete(segments.getFirst());
        final int next = first(1);
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            assertEquals(0, reader.next());
            for (final int sequence : new int[]{next + 5, 3, next, next - 1}) {
                reader.seek(sequence);
                assertEquals(sequence < next ? 0 : sequence, reader.next());
                reader.seekTime(Recorded.receivedNs(sequence) + 1);
                assertEquals(sequence < next ? 0 : sequence + 1, reader.next());
            }
            final List<String> rest = new ArrayList<>();
            reader.seek(3);
            reader.poll(handler(rest), 1);
            assertEquals(List.of(damage(0, next - 1, absent(0))), rest);
        }
    }

    @Test
    void missingLastFileIsReported() throws IOException {
        Files.delete(segments.getLast());
        final int end = first(segments.size() - 1);
        final List<String> expected = messages(0, end);
        expected.add(damage(end, end - 1, absent(end)));
        assertEquals(expected, lines());
        final JournalCheck.SessionReport report = new JournalCheck(directory).run().getFirst();
        assertEquals(List.of(absent(end)), report.damages());
        assertEquals(1, report.losses());
        assertEquals("", report.end());
    }

    @Test
    void missingFilesStayReportedWhenRecordersStart() throws IOException {
        Files.delete(segments.getFirst());
        Files.delete(segments.getLast());
        final int next = first(1);
        final int end = first(segments.size() - 1);
        for (int start = 0; start < 3; start++) {
            try (JournalWriter journal = Recorded.open(directory)) {
                assertEquals(end, journal.unfinished().get(SESSION.id()));
            }
            assertEquals(List.of(absent(0) + "; sequences 0 to " + (next - 1) + " cannot be read", absent(end)),
                    damages());
        }
        try (JournalWriter journal = Recorded.open(directory)) { // the log still has the messages
            append(journal.session(SESSION), end, MESSAGES);
        }
        assertEquals(List.of(absent(0) + "; sequences 0 to " + (next - 1) + " cannot be read"), damages());
    }

    /** A segment is noted before it has a record, so at each moment that a recorder may be killed. */
    @Test
    void filesOfKilledRecordersAreKnown() throws IOException {
        final long other = 77;
        for (int from = 0; from < 400; from += 100) { // at most two segments each, without a seal
            final JournalWriter journal = Recorded.open(directory);
            append(journal.session(Recorded.session(other)), from, from + 100);
            SimulatedDeath.of(journal);
            final List<Path> files = SegmentList.of(directory, other);
            assertEquals(List.of(), damages());
            if (files.size() > 1) {
                final int next = (int) SegmentName.first(files.get(1));
                assertEquals(List.of(absent(0) + "; sequences 0 to " + (next - 1) + " cannot be read"),
                        damagesWithout(files.getFirst()));
                assertEquals(List.of(absent((int) SegmentName.first(files.getLast()))),
                        damagesWithout(files.getLast()));
            }
        }
    }

    private List<String> damagesWithout(final Path segment) throws IOException {
        final byte[] bytes = Files.readAllBytes(segment);
        Files.delete(segment);
        final List<String> damages = damages();
        Files.write(segment, bytes);
        return damages;
    }

    @Test
    void filesOfSeveralRecordersAreKnown() throws IOException {
        final long other = 77;
        for (int from = 0; from < 30; from += 10) {
            try (JournalWriter journal = Recorded.open(directory)) {
                append(journal.session(Recorded.session(other)), from, from + 10);
            }
        }
        final List<Path> files = SegmentList.of(directory, other);
        assertEquals(3, files.size());
        assertEquals(List.of(), damages());
        assertEquals(List.of(absent(20)), damagesWithout(files.getLast()));
        assertEquals(List.of(absent(0) + "; sequences 0 to 9 cannot be read"), damagesWithout(files.getFirst()));
    }

    @Test
    void filesThatRetentionHasRemovedAreNotMissing() throws IOException {
        final Retention retention = new Retention(6 << 14, Retention.ALL.age());
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(new Recorded.Time()).withRetention(retention))) {
            append(journal.session(Recorded.session(7)), 0, 10);
            journal.doWork();
        }
        final List<Path> kept = SegmentList.of(directory, SESSION.id());
        assertTrue(kept.size() > 3 && kept.size() < segments.size(), kept::toString);
        final int first = (int) SegmentName.first(kept.getFirst());
        assertEquals(List.of(), damages());
        assertEquals("message " + first, lines().getFirst());
    }

    /** Found by the simulator: the session continued after retention had removed all of it. */
    @Test
    void sessionThatContinuesAfterItsRemovalIsNotDamaged() {
        final Recorded.Time time = new Recorded.Time();
        final long session = 9;
        for (int from = 0; from < 40; from += 20) {
            try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                    Recorded.settings(time).withRetention(new Retention(Long.MAX_VALUE, Duration.ofSeconds(10))))) {
                time.nowNs.addAndGet(Duration.ofSeconds(20).toNanos());
                for (int i = 0; i < 3; i++) {
                    journal.doWork();
                    time.nowNs.addAndGet(Duration.ofSeconds(2).toNanos());
                }
                append(journal.session(Recorded.session(session)), from, from + 20);
            }
        }
        assertEquals(List.of(20L), SegmentList.of(directory, session).stream().map(SegmentName::first).toList());
        assertEquals(List.of(), damages());
    }

    @Test
    void fileAfterTheRemovedOnesIsMissingWithItsOwnRangeOnly() {
        final Recorded.Time time = new Recorded.Time();
        final long session = 9;
        try (JournalWriter journal = JournalWriter.open(directory, "md.test",
                Recorded.settings(time).withRetention(new Retention(8 << 14, Retention.ALL.age())))) {
            for (int i = 0; i < 3_000; i++) {
                append(journal.session(Recorded.session(session)), i, i + 1);
                journal.doWork();
            }
        }
        final List<Path> kept = SegmentList.of(directory, session);
        final long first = SegmentName.first(kept.getFirst());
        assertTrue(first > 0 && kept.size() > 3, kept::toString);
        assertEquals(List.of(), damages());
        for (final Path path : kept.subList(0, 2)) {
            assertTrue(path.toFile().delete());
        }
        final long missing = SegmentName.first(kept.get(1));
        assertEquals(List.of(absent((int) missing) + "; sequences " + missing + " to "
                + (SegmentName.first(kept.get(2)) - 1) + " cannot be read"), damages());
    }

    /** As those of earlier builds. */
    @Test
    void segmentsWithoutNotesAreReadableAndSayNothingAboutOthers() throws IOException {
        for (final Path segment : segments) {
            final byte[] bytes = Files.readAllBytes(segment);
            Arrays.fill(bytes, NOTES, NOTES_END, (byte) 0);
            Files.write(segment, bytes);
        }
        final List<String> expected = messages(0, MESSAGES);
        expected.add("end " + MESSAGES);
        assertEquals(expected, lines());
        Files.delete(segments.getFirst());
        Files.delete(segments.getLast());
        assertEquals(messages(first(1), first(segments.size() - 1)), lines());
        assertEquals(List.of(), damages());
    }

    /** Its recorder was killed after creating it. */
    @Test
    void emptyFileThatTheNextRecorderRemovesIsNotMissing() throws IOException {
        empty(segments.getLast());
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(List.of(), causes(journal));
        }
        assertEquals(segments.size() - 1, SegmentList.of(directory).size());
        assertEquals(List.of(), damages());
        assertEquals(messages(0, first(segments.size() - 1)), lines());
    }

    /** A recorder was killed after sealing it, and before removing it. */
    @Test
    void emptySealedFileIsRemovedToo() throws IOException {
        final int end = first(segments.size() - 1);
        empty(segments.getLast());
        SegmentRepair.repair(segments.getLast(), new Window());
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(List.of(), causes(journal));
            assertEquals(segments.size() - 1, SegmentList.of(directory).size());
            assertEquals(List.of(), damages());
            append(journal.session(SESSION), end, MESSAGES);
        }
        assertEquals(List.of(), damages());
        assertEquals(messages(0, MESSAGES), lines());
    }

    /** None of its pages was on the disk when the host died, unlike those of the next one. */
    @Test
    void emptiedFirstFileIsRecordedAsLoss() throws IOException {
        empty(segments.getFirst());
        final int next = first(1);
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(List.of("sequences 0 to " + (next - 1) + " are missing in the journal, but later ones are not;"
                    + " recorded as lost"), causes(journal));
        }
        final List<String> expected = messages(next, MESSAGES);
        expected.addFirst("loss 0.." + (next - 1) + ": they were not on the disk when the recorder started again");
        expected.add("end " + MESSAGES);
        assertEquals(expected, Recorded.all(directory));
        assertEquals(List.of(), damages());
        Files.delete(segments.getFirst());
        assertEquals(beginningMissing(0, next), lines());
    }

    private static void empty(final Path segment) throws IOException {
        final byte[] bytes = Files.readAllBytes(segment);
        Arrays.fill(bytes, SEAL, NOTES, (byte) 0);
        Arrays.fill(bytes, INDEX, bytes.length, (byte) 0);
        Files.write(segment, bytes);
    }

    private List<String> beginningMissing(final int from, final int next) {
        final List<String> expected = new ArrayList<>();
        expected.add(damage(from, next - 1, absent(from)));
        expected.addAll(messages(next, MESSAGES));
        expected.add("end " + MESSAGES);
        return expected;
    }

    private String absent(final int sequence) {
        return "the journal in " + directory + " has no segment with sequence " + sequence
                + ", and retention has not removed it: restore the file from a copy";
    }

    private static String damage(final long first, final long last, final String damage) {
        return "damage " + first + ".." + last + ": " + damage;
    }

    private int first(final int segment) {
        return (int) SegmentName.first(segments.get(segment));
    }

    private static List<String> causes(final JournalWriter journal) {
        return journal.cuts().stream().map(TornTail::cause).toList();
    }

    private List<String> damages() {
        return new JournalCheck(directory).run().stream().flatMap(report -> report.damages().stream()).toList();
    }

    private List<String> lines() {
        final List<String> lines = new ArrayList<>();
        try (SessionReader reader = JournalReader.open(directory).read(SESSION.id())) {
            final JournalHandler handler = handler(lines);
            while (reader.poll(handler, 7) > 0) {
                assertTrue(lines.size() <= MESSAGES + 2);
            }
        }
        return lines;
    }

    private static JournalHandler handler(final List<String> lines) {
        final JournalHandler records = Recorded.handler(lines);
        return new JournalHandler() {
            @Override
            public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                    final RecordHeader header) {
                return records.onMessage(buffer, offset, length, header);
            }

            @Override
            public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
                lines.add(damage(first, last, damage));
            }

            @Override
            public void onEnd(final long messages, final long receivedNs, final String cause) {
                records.onEnd(messages, receivedNs, cause);
            }
        };
    }
}
