package io.verbus.tools.book;

import io.verbus.BusException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.agrona.concurrent.EpochClock;

/**
 * Collects latencies and writes those of each second to a file in HdrHistogram's log format, tagged with the stream
 * name. Values are in nanoseconds, except the column of maxima: the format requires milliseconds. For one thread.
 */
public final class LatencyLog implements AutoCloseable {
    private static final long INTERVAL_MS = 1_000;

    private final Histogram total = LatencyMeter.newHistogram();
    private final Histogram interval = LatencyMeter.newHistogram();
    private final Path file;
    private final EpochClock clock;
    private final PrintStream out;
    private final HistogramLogWriter writer;
    private long intervalStartMs;

    /**
     * Opens the log.
     *
     * @param file to overwrite, or null for none
     * @param stream name of the stream
     * @param clock milliseconds since 1970
     * @throws BusException if the file cannot be written
     */
    public LatencyLog(final Path file, final String stream, final EpochClock clock) {
        this.file = file;
        this.clock = clock;
        this.intervalStartMs = clock.time();
        interval.setTag(stream);
        try {
            out = new PrintStream(file == null ? OutputStream.nullOutputStream() : Files.newOutputStream(file), false,
                    StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new BusException("cannot write the latency log " + file + ": " + e.getMessage(), e);
        }
        writer = new HistogramLogWriter(out);
        writer.outputComment("[Latencies in nanoseconds, from the commit of a message to its handler]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(intervalStartMs);
        writer.outputBaseTime(intervalStartMs);
        writer.setBaseTime(intervalStartMs);
        writer.outputLegend();
    }

    /**
     * Adds latencies.
     *
     * @param latencies in nanoseconds; copied
     */
    public void add(final Histogram latencies) {
        total.add(latencies);
        interval.add(latencies);
        if (interval.getTotalCount() == 0) {
            intervalStartMs = clock.time(); // an interval starts with its first message
        }
        if (clock.time() - intervalStartMs >= INTERVAL_MS) {
            endInterval();
        }
    }

    /** {@return all latencies so far, in nanoseconds} */
    public Histogram total() {
        return total;
    }

    /**
     * Writes the last interval and closes the file.
     *
     * @throws BusException if this or an earlier write failed
     */
    @Override
    public void close() {
        endInterval();
        out.close();
        if (out.checkError()) {
            throw new BusException("the latency log " + file + " is incomplete, a write failed: check the free space");
        }
    }

    /** Writes the interval unless it is empty. */
    private void endInterval() {
        final long nowMs = clock.time();
        if (interval.getTotalCount() > 0) {
            interval.setStartTimeStamp(intervalStartMs);
            interval.setEndTimeStamp(nowMs);
            writer.outputIntervalHistogram(interval);
            clear(interval);
        }
        intervalStartMs = nowMs;
    }

    /** Clears a histogram but keeps its tag, which reset() drops. */
    private static void clear(final Histogram histogram) {
        final String tag = histogram.getTag();
        histogram.reset();
        histogram.setTag(tag);
    }
}
