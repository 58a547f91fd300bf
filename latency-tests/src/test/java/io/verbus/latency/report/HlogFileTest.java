package io.verbus.latency.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HlogFileTest {
    @TempDir
    private Path folder;
    private Path file;
    private HistogramLogWriter log;

    @BeforeEach
    void openLog() throws IOException {
        file = folder.resolve("latency.hlog");
        log = new HistogramLogWriter(file.toFile());
        log.outputLogFormatVersion();
        log.outputStartTime(1_000_000);
        log.outputLegend();
    }

    @Test
    void intervalsAreMergedAndKeepTheirTimes() {
        write(null, 0, 100, 200, 300);
        write(null, 1, 400);
        write(null, 2);
        log.close();
        final LatencySeries series = HlogFile.read(file, "demo", 0).getFirst();
        assertEquals("demo", series.name());
        assertEquals(4, series.total().getTotalCount());
        assertEquals(List.of(new LatencySeries.Interval(0, 1, 200, 300, 300),
                new LatencySeries.Interval(1, 2, 400, 400, 400)), series.intervals());
    }

    @Test
    void eachTagIsASeries() {
        write("paced", 0, 100);
        write("max", 0, 900);
        write("paced", 1, 120);
        log.close();
        final List<LatencySeries> series = HlogFile.read(file, "untagged", 0);
        assertEquals(List.of("paced", "max"), series.stream().map(LatencySeries::name).toList());
        assertEquals(List.of(2L, 1L), series.stream().map(run -> run.total().getTotalCount()).toList());
    }

    @Test
    void warmUpIsShownButNotCounted() {
        for (int second = 0; second < 30; second++) {
            write(null, second, second < 10 ? 1_000 : 500);
        }
        log.close();
        final LatencySeries series = HlogFile.read(file, "demo", 10).getFirst();
        assertEquals(List.of(20L, 500L, 10.0, 30),
                List.of(series.total().getTotalCount(), series.total().getMaxValue(), series.warmUpSeconds(),
                        series.intervals().size()));
        assertEquals("after 10 s of warm-up", series.warmUp().orElseThrow());
        assertEquals(30, HlogFile.read(file, "demo", 0).getFirst().total().getTotalCount());
    }

    @Test
    void warmUpAndMeasuredIntervalsAreNotMerged() {
        for (int second = 0; second < 301; second++) {
            write(null, second, second < 10 ? 1_000 : 500);
        }
        log.close();
        final LatencySeries series = HlogFile.read(file, "long", 10).getFirst();
        assertEquals(291, series.total().getTotalCount());
        assertEquals(new LatencySeries.Interval(9, 10, 1_000, 1_000, 1_000), series.intervals().get(3));
        assertEquals(new LatencySeries.Interval(10, 13, 500, 500, 500), series.intervals().get(4));
    }

    @Test
    void warmUpIsAtMostAThirdOfAShortRun() {
        for (int second = 0; second < 6; second++) {
            write("six", second, 100);
        }
        write("one", 0, 100);
        log.close();
        assertEquals(List.of(2.0, 0.0),
                HlogFile.read(file, "x", 10).stream().map(LatencySeries::warmUpSeconds).toList());
        assertEquals(List.of(4L, 1L),
                HlogFile.read(file, "x", 10).stream().map(run -> run.total().getTotalCount()).toList());
        assertEquals(Optional.empty(), HlogFile.read(file, "x", 10).get(1).warmUp());
    }

    @Test
    void longRunIsMergedInto120Intervals() {
        for (int second = 0; second < 601; second++) {
            write(null, second, second + 1);
        }
        log.close();
        final LatencySeries series = HlogFile.read(file, "long", 0).getFirst();
        assertEquals(601, series.total().getTotalCount());
        assertEquals(101, series.intervals().size());
        assertEquals(new LatencySeries.Interval(0, 6, 3, 6, 6), series.intervals().getFirst());
        assertEquals(new LatencySeries.Interval(600, 601, 601, 601, 601), series.intervals().getLast());
    }

    @Test
    void logWithoutIntervalsHasNoSeries() {
        log.close();
        assertEquals(List.of(), HlogFile.read(file, "none", 0));
    }

    @Test
    void malformedLogIsRefused() throws IOException {
        log.close();
        final Path absent = folder.resolve("absent.hlog");
        assertEquals(absent + ": no such file; a latency log is written by ./bus book --hlog FILE", refusal(absent));
        for (final String text : List.of("hello\nworld, how, are, you\n", "", "#\n0,1,2,HISTnone\n", "#\n1,2\n")) {
            Files.writeString(file, text);
            assertEquals(file + ": not a HdrHistogram log; ./bus book --hlog FILE writes one", refusal(file), text);
        }
    }

    private String refusal(final Path of) {
        return assertThrows(BusException.class, () -> HlogFile.read(of, "x", 0)).getMessage();
    }

    private void write(final String tag, final int second, final long... valuesNs) {
        final Histogram interval = new Histogram(3);
        for (final long valueNs : valuesNs) {
            interval.recordValue(valueNs);
        }
        interval.setTag(tag);
        interval.setStartTimeStamp(1_000_000 + 1_000L * second);
        interval.setEndTimeStamp(1_000_000 + 1_000L * (second + 1));
        log.outputIntervalHistogram(interval);
    }
}
