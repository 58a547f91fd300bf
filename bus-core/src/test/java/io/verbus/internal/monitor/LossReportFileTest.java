package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.FailureCause;
import io.verbus.GapCause;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.MappedFile;
import io.verbus.monitor.Loss;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossReportFileTest {
    private static final long PROCESS = 7;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve(".losses");
    }

    /** A loss with all fields derived from one number. */
    static Loss loss(final long n) {
        return new Loss(n * 31, new Loss.Publisher("s" + n, n * 37, n * 41),
                new Loss.Reporter("reader " + n, n * 43, n * 47), n, n * 2,
                GapCause.values()[(int) (n % GapCause.values().length)], "cause " + "c".repeat((int) (n % 100)));
    }

    @Test
    void lossesAreReadOldestFirstAlsoAfterReopening() {
        try (LossReportFile report = LossReportFile.open(path, PROCESS)) {
            assertEquals(List.of(), report.losses());
            assertEquals(0, report.append(loss(1)));
            assertEquals(1, report.append(loss(2)));
        }
        try (LossReportFile report = LossReportFile.open(path, PROCESS + 1)) {
            assertEquals(2, report.append(loss(3)));
        }
        try (LossReportFile report = LossReportFile.openReadOnly(path)) {
            assertEquals(List.of(loss(1), loss(2), loss(3)), report.losses());
            assertEquals(0, report.overwritten());
        }
    }

    @Test
    void newestLossesStayAndOverwrittenOnesAreCounted() {
        try (LossReportFile report = LossReportFile.open(path, PROCESS)) {
            LongStream.range(0, LossLayout.ENTRIES + 5).forEach(n -> report.append(loss(n)));
            assertEquals(losses(5, LossLayout.ENTRIES + 5), report.losses());
            assertEquals(5, report.overwritten());
        }
    }

    @Test
    void longTextsAreCut() {
        final Loss loss = new Loss(1, new Loss.Publisher("s", 2, 3), new Loss.Reporter("r", 4, 5), 6, 7,
                GapCause.LAPPED, "c".repeat(1_000));
        try (LossReportFile report = LossReportFile.open(path, PROCESS)) {
            report.append(loss);
            assertEquals("c".repeat(LossLayout.TEXT_LENGTH), report.losses().getFirst().description());
        }
    }

    @Test
    void entryOfKilledWriterIsSkippedAndNeverReused() throws IOException {
        try (LossReportFile report = LossReportFile.open(path, PROCESS)) {
            report.append(loss(0));
            report.append(loss(1));
            overwrite(LossLayout.entry(1), -2); // as if its writer had been killed while it wrote number 1
            report.append(loss(2));
            assertEquals(List.of(loss(0), loss(2)), report.losses());
            LongStream.range(3, 3 + LossLayout.ENTRIES).forEach(n -> report.append(loss(n)));
            assertEquals(losses(4, 3 + LossLayout.ENTRIES), report.losses());
        }
        assertEquals(-2, read(LossLayout.entry(1)));
    }

    @Test
    void lateWriterDoesNotOverwriteNewerLoss() throws IOException {
        try (LossReportFile report = LossReportFile.open(path, PROCESS)) {
            report.append(loss(0));
            overwrite(LossLayout.entry(1), 1 + LossLayout.ENTRIES + 1); // number 1 was overtaken by one lap
            report.append(loss(2));
            assertEquals(List.of(loss(0), loss(2)), report.losses());
        }
        assertEquals(1 + LossLayout.ENTRIES + 1, read(LossLayout.entry(1)));
    }

    @Test
    void appendFailsIfEveryEntryIsInUse() throws IOException {
        try (LossReportFile report = LossReportFile.open(path, PROCESS)) {
            for (int n = 0; n < LossLayout.ENTRIES; n++) {
                overwrite(LossLayout.entry(n), -1);
            }
            assertEquals(-1, report.append(loss(1)));
            assertEquals(List.of(), report.losses());
        }
    }

    @Test
    void secondProcessUsesReportOfFirst() throws IOException {
        try (LossReportFile first = LossReportFile.open(path, PROCESS)) {
            first.append(loss(1));
            MappedFile.createOnce(path, PROCESS + 1, LossLayout.LENGTH, FileAccess.PRIVATE,
                    file -> file.buffer(0, 8).putLong(0, 1));
            try (LossReportFile second = LossReportFile.open(path, PROCESS + 1);
                    Stream<Path> files = Files.list(directory)) {
                assertEquals(List.of(loss(1)), second.losses());
                assertEquals(List.of(path), files.toList());
            }
        }
    }

    @Test
    void absentReportMayAppear() {
        assertEquals(FailureCause.TEMPORARY,
                assertThrows(BusException.class, () -> LossReportFile.openReadOnly(path)).failure());
    }

    @Test
    void invalidReportIsRejected() throws IOException {
        assertRefused("FILE has loss report layout 9, and Verbus " + Build.description()
                + " reads layout 3: read it with the release that wrote it (./bus loss)", LossLayout.VERSION_OFFSET,
                9 | 2048L << 32);
        assertRefused("FILE is not a Verbus loss report; the next bus that starts renames it",
                LossLayout.MAGIC_OFFSET, 9);
        assertRefused("the header of the loss report FILE is corrupt; the next bus that starts renames it",
                LossLayout.VERSION_OFFSET, LossLayout.VERSION | 9L << 32);
        assertRefused("the header of the loss report FILE is corrupt; the next bus that starts renames it",
                LossLayout.NEXT_OFFSET, -1);
        assertRefused("the header of the loss report FILE is corrupt; the next bus that starts renames it",
                LossLayout.NEXT_OFFSET, Long.MAX_VALUE);
    }

    @Test
    void truncatedReportIsRejectedBeforeRead() throws IOException {
        LossReportFile.open(path, PROCESS).close();
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(LossLayout.LENGTH - 1);
        }
        assertMessage(
                "the loss report FILE has 1052671 bytes, not 1052672: it was truncated; the next bus that starts"
                        + " renames it");
        Files.write(path, new byte[0]);
        assertMessage("FILE is empty; remove it");
    }

    private void assertRefused(final String message, final int offset, final long value) throws IOException {
        LossReportFile.open(path, PROCESS).close();
        overwrite(offset, value);
        assertMessage(message);
        Files.delete(path);
    }

    private void assertMessage(final String message) {
        final String expected = message.replace("FILE", path.toString());
        assertEquals(expected, assertThrows(BusException.class, () -> LossReportFile.open(path, PROCESS)).getMessage());
        assertEquals(expected, assertThrows(BusException.class, () -> LossReportFile.openReadOnly(path)).getMessage());
    }

    private static List<Loss> losses(final long from, final long to) {
        return LongStream.range(from, to).mapToObj(LossReportFileTest::loss).toList();
    }

    private long read(final int offset) throws IOException {
        final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel file = FileChannel.open(path)) {
            file.read(word, offset);
        }
        return word.getLong(0);
    }

    private void overwrite(final int offset, final long value) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value), offset);
        }
    }
}
