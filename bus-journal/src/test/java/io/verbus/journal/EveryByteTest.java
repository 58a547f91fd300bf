package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.journal.SegmentList;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The recorder or the host is killed at every byte of a small journal, or a byte of it changes: the journal opens with
 * every whole record, reports damage and cut, and continues.
 */
class EveryByteTest {
    private static final int FOLLOWING = 560;
    private static final int FOLLOWING_LENGTH = 12;
    private static final int MESSAGES = 25;
    private static final int HEADER = 4096;
    private static final int RECORDS_OFFSET = 8192;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Path segment;
    private byte[] whole;
    private byte[] unsealed;
    /** Offset of each record, and the end of the last one. */
    private final int[] begins = new int[MESSAGES + 1];

    @BeforeEach
    void record() throws IOException {
        final JournalWriter journal = Recorded.open(directory);
        final SessionWriter session = journal.session(SESSION);
        begins[0] = RECORDS_OFFSET;
        for (int i = 0; i < MESSAGES; i++) {
            append(session, i, i + 1);
            begins[i + 1] = begins[i] + (32 + Recorded.payload(i).capacity() + 7) / 8 * 8;
        }
        segment = SegmentList.of(directory).getFirst();
        unsealed = Files.readAllBytes(segment);
        journal.close();
        whole = Files.readAllBytes(segment);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void truncatedAtEveryByte() throws IOException {
        for (int length = 0; length <= begins[MESSAGES] + 64; length++) {
            replace(Arrays.copyOf(unsealed, length));
            continueRecording(length < RECORDS_OFFSET ? 0 : wholeRecords(length), length);
            final byte[] sealed = Arrays.copyOf(whole, length);
            replace(sealed);
            if (length < HEADER) {
                continueRecording(0, length);
            } else {
                continueRecordingSealed(sealed, length < RECORDS_OFFSET ? 0 : wholeRecords(length), length);
            }
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void everyByteFlipped() throws IOException {
        for (int at = 0; at < begins[MESSAGES] + 64; at++) {
            final int good = at < RECORDS_OFFSET ? MESSAGES : recordOf(at); // header, seal and index are rebuilt
            final byte[] damaged = unsealed.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            replace(damaged);
            if (good < MESSAGES - 1) {
                continueAfterDamage(good, at);
            } else { // damage at the end is cut
                continueRecording(good, at);
            }
            final byte[] sealed = whole.clone();
            sealed[at] ^= (byte) (1 << at % 8);
            replace(sealed);
            if (at < RECORDS_OFFSET) {
                continueRecording(good, at);
            } else {
                continueRecordingSealed(sealed, good, at);
            }
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void zerosAfterEveryByte() throws IOException {
        for (int from = RECORDS_OFFSET; from <= begins[MESSAGES]; from++) {
            final byte[] damaged = unsealed.clone();
            Arrays.fill(damaged, from, damaged.length, (byte) 0);
            replace(damaged);
            continueRecording(sameRecords(damaged), from);
            final byte[] sealed = whole.clone();
            Arrays.fill(sealed, from, sealed.length, (byte) 0);
            replace(sealed);
            continueRecordingSealed(sealed, sameRecords(sealed), from);
        }
    }

    /** Damage is reported with file and offset in place of the message; later messages are delivered. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void readerReportsDamageAndContinues() throws IOException {
        for (int at = RECORDS_OFFSET; at < begins[MESSAGES]; at++) {
            final byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            replace(damaged);
            final int good = recordOf(at);
            if (good < MESSAGES) {
                final List<String> lines = Recorded.all(directory);
                assertEquals(messages(0, good), lines.subList(0, good));
                final String loss = lines.get(good);
                assertTrue(loss.startsWith("loss " + good + "..") && loss.contains(": " + segment
                        + " is damaged at offset " + begins[good] + ", expected sequence " + good + ": "),
                        loss);
                assertEquals(messages(good + 1, MESSAGES), lines.subList(good + 1, lines.size()), () -> loss);
            }
        }
    }

    private void continueRecording(final int good, final int at) throws IOException {
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(good == 0 ? Map.of() : Map.of(SESSION.id(), (long) good), journal.unfinished(),
                    () -> "at " + at);
            for (final TornTail cut : journal.cuts()) {
                assertEquals(cut.position() == 0 ? 0 : good, cut.sequence(), () -> cut + " at " + at);
                assertTrue(cut.position() == 0 || cut.position() == begins[good], cut::toString);
                assertTrue(cut.bytes() >= 0 && cut.bytes() <= whole.length, cut::toString);
            }
            append(journal.session(SESSION), good, good + 3);
        }
        assertEquals(messages(0, good + 3), Recorded.all(directory), () -> "at " + at);
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(List.of(), journal.cuts(), () -> "cut again, at " + at);
        }
    }

    /** A damaged record of an unsealed segment costs itself only, and stays visible however often recorders start. */
    private void continueAfterDamage(final int damaged, final int at) throws IOException {
        for (int start = 0; start < 3; start++) {
            try (JournalWriter journal = Recorded.open(directory)) {
                assertEquals(Map.of(SESSION.id(), (long) MESSAGES + start), journal.unfinished(), () -> "at " + at);
                assertEquals(start == 0 ? 1 : 0, journal.cuts().size(), () -> "at " + at + ": " + journal.cuts());
                append(journal.session(SESSION), MESSAGES + start, MESSAGES + start + 1);
            }
            final List<String> lines = Recorded.all(directory);
            assertTrue(lines.remove(damaged).startsWith("loss " + damaged + ".." + damaged + ": " + segment
                    + " is damaged at offset " + begins[damaged]), () -> "at " + at);
            final List<String> expected = messages(0, MESSAGES + start + 1);
            expected.remove(damaged);
            assertEquals(expected, lines, () -> "at " + at);
        }
    }

    /**
     * In a sealed segment only the note about a following one changes; the unreadable range is a loss, and further
     * messages are appended.
     */
    private void continueRecordingSealed(final byte[] file, final int good, final int at) throws IOException {
        try (JournalWriter journal = Recorded.open(directory)) {
            assertEquals(Map.of(SESSION.id(), (long) MESSAGES), journal.unfinished(), () -> "at " + at);
            assertEquals(List.of(), journal.cuts(), () -> "at " + at);
            append(journal.session(SESSION), MESSAGES, MESSAGES + 3);
        }
        final byte[] after = Files.readAllBytes(segment);
        System.arraycopy(file, FOLLOWING, after, FOLLOWING, FOLLOWING_LENGTH);
        assertEquals(-1, Arrays.mismatch(file, after), () -> "at " + at);
        final List<String> lines = Recorded.all(directory);
        assertEquals(messages(0, good), lines.subList(0, good), () -> "at " + at);
        assertEquals(messages(MESSAGES, MESSAGES + 3), lines.subList(lines.size() - 3, lines.size()));
        if (good < MESSAGES) {
            final String loss = lines.get(good);
            final int last = Integer.parseInt(loss.substring(loss.indexOf("..") + 2, loss.indexOf(": ")));
            assertTrue(loss.startsWith("loss " + good + ".."), loss);
            assertEquals(messages(last + 1, MESSAGES + 3), lines.subList(good + 1, lines.size()));
        }
    }

    /** Number of unchanged records: a byte that was already 0 does not count as changed. */
    private int sameRecords(final byte[] file) {
        int count = 0;
        while (count < MESSAGES
                && Arrays.equals(file, begins[count], begins[count + 1], whole, begins[count], begins[count + 1])) {
            count++;
        }
        return count;
    }

    /** Number of records that end at or before an offset. */
    private int wholeRecords(final int offset) {
        int count = 0;
        while (count < MESSAGES && begins[count] + 32 + Recorded.payload(count).capacity() <= offset) {
            count++;
        }
        return count;
    }

    /** The record that contains an offset; all records, if the offset is in alignment padding. */
    private int recordOf(final int offset) {
        for (int i = 0; i < MESSAGES; i++) {
            if (offset < begins[i + 1]) {
                return offset < begins[i] + 32 + Recorded.payload(i).capacity() ? i : MESSAGES;
            }
        }
        return MESSAGES;
    }

    private void replace(final byte[] bytes) throws IOException {
        try (var files = Files.list(directory)) {
            for (final Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.write(segment, bytes);
    }
}
