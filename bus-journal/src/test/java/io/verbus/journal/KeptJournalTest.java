package io.verbus.journal;

import static io.verbus.journal.Recorded.receivedNs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.journal.SegmentLayout;
import io.verbus.internal.os.HeaderFields;
import io.verbus.journal.JournalCheck.SessionReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A journal stays readable for ever: one of each layout is kept among the resources, as a zip of its segments, and
 * read. {@link #main} writes that of the present layout.
 */
class KeptJournalTest {
    private static final long FIRST_ID = 0xABCDEF;
    private static final long SECOND_ID = 0xFEDCBA;
    private static final int LARGE = 300;
    private static final int VERSION_OFFSET = 8;
    private static final int BUILD_OFFSET = 320;
    private static final int HEADER_CHECKSUM = 448;

    @TempDir
    private Path directory;

    /** Writes the journal of the present layout: {@code KeptJournalTest FOLDER}. */
    static void main(final String... arguments) throws IOException {
        final Path folder = Files.createTempDirectory(Path.of(arguments[0]), "journal");
        write(folder);
        try (ZipOutputStream zip = new ZipOutputStream(
                Files.newOutputStream(Path.of(arguments[0], "layout-" + SegmentLayout.VERSION + ".zip")))) {
            for (final Path segment : segments(folder)) {
                zip.putNextEntry(new ZipEntry(segment.getFileName().toString()));
                zip.write(Files.readAllBytes(segment));
            }
        }
    }

    private static List<Path> segments(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".segment")).sorted().toList();
        }
    }

    /** Two segments of a session with timestamps, a message of three frames and a loss; one that breaks off. */
    private static void write(final Path folder) {
        try (JournalWriter journal = JournalWriter.open(folder, "md.test", Recorded.settings(new Recorded.Time()))) {
            final SessionWriter first = journal.session(session(FIRST_ID));
            for (long sequence = 0; sequence < LARGE; sequence++) {
                if (sequence < 100 || sequence >= 110) {
                    append(first, sequence, sequence == 200 ? 3 : 1);
                    sequence += sequence == 200 ? 2 : 0;
                } else if (sequence == 100) {
                    first.lose(100, 109, "kept", receivedNs(100));
                }
            }
            first.end(LARGE, receivedNs(LARGE));
            final SessionWriter second = journal.session(session(SECOND_ID));
            append(second, 0, 1);
            second.breakOff(1, "kept", receivedNs(1));
        }
    }

    private static Session session(final long id) {
        return new Session("md.test", id, "feed", 4711, Recorded.START_NS + 5, "0.2.0 (kept)");
    }

    private static void append(final SessionWriter writer, final long sequence, final int frames) {
        final UnsafeBuffer payload = Recorded.payload(sequence);
        writer.append(payload, 0, payload.capacity(),
                Recorded.message(sequence, frames, receivedNs(sequence) - 250), receivedNs(sequence));
    }

    @Test
    void journalOfThePresentLayoutIsKept() throws IOException {
        write(directory);
        assertIsRead();
        assertNotNull(KeptJournalTest.class.getResource(resource(SegmentLayout.VERSION)),
                "run main, and add the journal of this layout");
    }

    static Stream<Integer> layouts() {
        return Stream.iterate(1, layout -> layout <= SegmentLayout.VERSION, layout -> layout + 1);
    }

    private static String resource(final int layout) {
        return "/journal/layout-" + layout + ".zip";
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void journalOfEveryLayoutIsRead(final int layout) throws IOException {
        unpack(layout);
        assertIsRead();
    }

    private void unpack(final int layout) throws IOException {
        try (InputStream resource = KeptJournalTest.class.getResourceAsStream(resource(layout));
                ZipInputStream zip = new ZipInputStream(resource)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, directory.resolve(Path.of(entry.getName()).getFileName()));
            }
        }
    }

    private void assertIsRead() {
        final List<SessionReport> reports = new JournalCheck(directory).run();
        assertEquals(2, reports.size());
        assertEquals(List.of(), reports.stream().flatMap(report -> report.damages().stream()).toList());
        final SessionReport report = reports.stream().filter(one -> one.session().id() == FIRST_ID).findFirst()
                .orElseThrow();
        assertEquals(session(FIRST_ID), report.session());
        assertEquals(List.of(0L, 300L, 288L, 1L, 10L),
                List.of(report.first(), report.next(), report.messages(), report.losses(), report.lost()));

        final List<String> lines = lines(FIRST_ID);
        assertEquals(290, lines.size());
        assertEquals(
                "message 99 of 1 at 1767225600000099000, published 1767225600000098750: 23 bytes, CRC-32C be7d087a",
                lines.get(99));
        assertEquals("loss 100..109: kept", lines.get(100));
        assertEquals("message 200 of 3 at 1767225600000200000, published 1767225600000199750: 29 bytes,"
                + " CRC-32C 6061b00b", lines.get(191));
        assertEquals("end 300", lines.getLast());
        assertEquals("2c47ce5a", checksum(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        assertEquals("end 1: kept", lines(SECOND_ID).getLast());
    }

    private List<String> lines(final long id) {
        final List<String> lines = new ArrayList<>();
        final JournalHandler ends = Recorded.handler(lines);
        try (SessionReader reader = JournalReader.open(directory).read(id)) {
            while (reader.poll(new JournalHandler() {
                @Override
                public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                        final RecordHeader header) {
                    final byte[] bytes = new byte[length];
                    buffer.getBytes(offset, bytes);
                    lines.add("message %d of %d at %d, published %d: %d bytes, CRC-32C %s".formatted(header.sequence(),
                            header.frames(), header.receivedNs(), header.publishedNs(), length, checksum(bytes)));
                    return Action.TAKEN;
                }

                @Override
                public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
                    ends.onLoss(first, last, receivedNs, cause);
                }

                @Override
                public void onEnd(final long messages, final long receivedNs, final String cause) {
                    ends.onEnd(messages, receivedNs, cause);
                }
            }, 100) > 0) {
                assert lines.size() < 1_000 : "it never ends";
            }
        }
        return lines;
    }

    private static String checksum(final byte... bytes) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return Integer.toHexString((int) crc.getValue());
    }

    @Test
    void journalOfALaterLayoutIsRefusedByBothVersions() throws IOException {
        unpack(SegmentLayout.VERSION);
        for (final Path segment : segments(directory)) {
            final byte[] bytes = Files.readAllBytes(segment);
            final UnsafeBuffer header = new UnsafeBuffer(bytes);
            header.putInt(VERSION_OFFSET, SegmentLayout.VERSION + 1);
            HeaderFields.putText(header, BUILD_OFFSET, "7.0.0 (later)", 124);
            header.putInt(HEADER_CHECKSUM, HeaderFields.checksum(header, HEADER_CHECKSUM));
            Files.write(segment, bytes);
        }
        final String sentence = segments(directory).getFirst() + " has journal layout 2, of a publisher with Verbus"
                + " 7.0.0 (later), and Verbus " + Build.description()
                + " reads layout 1: read it with the release that recorded it, or a later one";
        assertEquals(sentence + ", or record into another directory", assertThrows(BusException.class,
                () -> JournalWriter.open(directory, "md.test", Recorded.settings(new Recorded.Time()))).getMessage());
        final JournalCheck check = new JournalCheck(directory);
        assertEquals(List.of(), check.run());
        assertTrue(check.unreadable().getFirst().contains(sentence), () -> check.unreadable().toString());
    }
}
