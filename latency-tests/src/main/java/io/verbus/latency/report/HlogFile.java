package io.verbus.latency.report;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** A HdrHistogram log of latencies in nanoseconds: one series per tag, or one without tags. */
public final class HlogFile {
    /** Intervals that a plot over time shows; more are merged, so that the page stays small. */
    private static final int MOST_INTERVALS = 120;

    private final Path file;
    private final String untagged;

    private HlogFile(final Path file, final String untagged) {
        this.file = file;
        this.untagged = untagged;
    }

    /**
     * Reads a log twice: first its length, then its intervals.
     *
     * @param file to read
     * @param name of intervals without a tag
     * @param warmUpSeconds start of the log that the total leaves out; of a short run, a third at most
     * @return one series per tag, in order of appearance; empty if the log has no interval
     * @throws BusException if the file can't be read, or is not such a log
     */
    public static List<LatencySeries> read(final Path file, final String name, final double warmUpSeconds) {
        final HlogFile log = new HlogFile(file, name);
        final Map<String, Extent> extents = new LinkedHashMap<>();
        log.forEach(interval -> extents.merge(log.name(interval), Extent.of(interval), Extent::and));
        final Map<String, Collector> collectors = new LinkedHashMap<>();
        extents.forEach((tag, extent) -> collectors.put(tag, new Collector(tag, extent, warmUpSeconds)));
        log.forEach(interval -> collectors.get(log.name(interval)).add(interval));
        return collectors.values().stream().map(Collector::series).toList();
    }

    private String name(final Histogram interval) {
        return interval.getTag() == null ? untagged : interval.getTag();
    }

    private void forEach(final Consumer<Histogram> consumer) {
        try {
            requireHead();
            readIntervals(consumer);
        } catch (final NoSuchFileException e) {
            throw new BusException(file + ": no such file; a latency log is written by ./bus book --hlog FILE", e);
        } catch (final IOException e) {
            throw new BusException(file + ": cannot be read: " + e.getMessage(), e);
        } catch (final IllegalArgumentException | IndexOutOfBoundsException | NoSuchElementException e) {
            throw notALog(e);
        }
    }

    /** Checks the first line: the reader of HdrHistogram accepts any text as a log without intervals. */
    private void requireHead() throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            final String head = reader.readLine();
            if (head == null || !head.startsWith("#")) {
                throw notALog(null);
            }
        }
    }

    private void readIntervals(final Consumer<Histogram> consumer) throws IOException {
        try (InputStream in = Files.newInputStream(file); HistogramLogReader reader = new HistogramLogReader(in)) {
            while (reader.hasNext()) {
                final EncodableHistogram interval = reader.nextIntervalHistogram();
                if (interval == null) {
                    return; // only comments remain
                }
                if (!(interval instanceof final Histogram values)) {
                    throw notALog(null);
                }
                consumer.accept(values);
            }
        }
    }

    private BusException notALog(final Exception cause) {
        return new BusException(file + ": not a HdrHistogram log; ./bus book --hlog FILE writes one", cause);
    }

    /** Intervals of a log with one tag, and their times in milliseconds. */
    private record Extent(int intervals, long startMs, long lastStartMs, long endMs) {
        static Extent of(final Histogram interval) {
            return new Extent(1, interval.getStartTimeStamp(), interval.getStartTimeStamp(),
                    interval.getEndTimeStamp());
        }

        Extent and(final Extent later) {
            return new Extent(intervals + later.intervals, startMs, later.lastStartMs, later.endMs);
        }

        /** Intervals from this time on count; at least one does. */
        long measuredFromMs(final double warmUpSeconds) {
            final long fromMs = startMs + (long) Math.min(warmUpSeconds * 1e3, (endMs - startMs) / 3.0);
            return fromMs <= lastStartMs ? fromMs : startMs;
        }
    }

    /** Merges intervals in the order of the log. */
    private static final class Collector {
        private final String name;
        private final int perGroup;
        private final long startMs;
        private final long measuredFromMs;
        private final Histogram total = new Histogram(3);
        private final Histogram group = new Histogram(3);
        private final List<LatencySeries.Interval> intervals = new ArrayList<>();
        private double warmUpSeconds = -1;
        private int inGroup;
        private long groupStartMs;
        private long endMs;

        Collector(final String name, final Extent extent, final double warmUpSeconds) {
            this.name = name;
            perGroup = (extent.intervals + MOST_INTERVALS - 1) / MOST_INTERVALS;
            startMs = extent.startMs;
            measuredFromMs = extent.measuredFromMs(warmUpSeconds);
        }

        void add(final Histogram interval) {
            final boolean isMeasured = interval.getStartTimeStamp() >= measuredFromMs;
            if (isMeasured && warmUpSeconds < 0) {
                endGroup();
                warmUpSeconds = (interval.getStartTimeStamp() - startMs) / 1e3;
            }
            groupStartMs = inGroup == 0 ? interval.getStartTimeStamp() : groupStartMs;
            endMs = interval.getEndTimeStamp();
            group.add(interval);
            if (isMeasured) {
                total.add(interval);
            }
            if (++inGroup == perGroup) {
                endGroup();
            }
        }

        LatencySeries series() {
            endGroup();
            return new LatencySeries(name, total, List.copyOf(intervals), warmUpSeconds);
        }

        private void endGroup() {
            if (group.getTotalCount() > 0) {
                intervals.add(
                        LatencySeries.Interval.of((groupStartMs - startMs) / 1e3, (endMs - startMs) / 1e3, group));
            }
            group.reset();
            inGroup = 0;
        }
    }
}
