package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LatencyLogTest {
    @TempDir
    private Path folder;

    private long nowMs = 1_000_000;

    @Test
    void standardReaderReadsOneIntervalPerSecond() throws IOException {
        final Path file = folder.resolve("a.hlog");
        try (LatencyLog log = new LatencyLog(file, "md.itch", () -> nowMs)) {
            log.add(latencies(100, 200));
            nowMs += 600;
            log.add(latencies(300));
            nowMs += 600;
            log.add(latencies(50));
            nowMs += 5_000;
            log.add(latencies());
            nowMs += 100;
            log.add(latencies(70));
            assertEquals(5, log.total().getTotalCount());
        }
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            final Histogram first = (Histogram) reader.nextIntervalHistogram();
            assertEquals("md.itch", first.getTag());
            assertEquals(4, first.getTotalCount());
            assertEquals(300, first.getMaxValue());
            assertEquals(1_000_000, first.getStartTimeStamp());
            assertEquals(1_001_200, first.getEndTimeStamp());
            final Histogram second = (Histogram) reader.nextIntervalHistogram();
            assertEquals("md.itch", second.getTag());
            assertEquals(1, second.getTotalCount());
            assertEquals(1_006_200, second.getStartTimeStamp());
            assertNull(reader.nextIntervalHistogram());
            assertEquals(1_000, reader.getStartTimeSec());
        }
        assertEquals(2, Files.readAllLines(file).stream().filter(line -> line.startsWith("Tag=md.itch,")).count());
    }

    @Test
    void unwritableFileIsReported() {
        final Path file = folder.resolve("none").resolve("a.hlog");
        final BusException e = assertThrows(BusException.class, () -> new LatencyLog(file, "s", () -> nowMs));
        assertEquals("cannot write the latency log " + file + ": " + file, e.getMessage());
    }

    @Test
    void intervalStartsWithItsFirstMessage() throws IOException {
        final Path file = folder.resolve("a.hlog");
        try (LatencyLog log = new LatencyLog(file, "md.itch", () -> nowMs)) {
            nowMs += 700;
            log.add(latencies());
            nowMs += 250;
            log.add(latencies(100));
        }
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            assertEquals(1_000_700, ((Histogram) reader.nextIntervalHistogram()).getStartTimeStamp());
        }
    }

    @Test
    void fullDiskIsReported() {
        final LatencyLog log = new LatencyLog(Path.of("/dev/full"), "s", () -> nowMs);
        log.add(latencies(100));
        assertEquals("the latency log /dev/full is incomplete, a write failed: check the free space",
                assertThrows(BusException.class, log::close).getMessage());
    }

    private static Histogram latencies(final long... values) {
        final Histogram histogram = LatencyMeter.newHistogram();
        for (final long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }
}
