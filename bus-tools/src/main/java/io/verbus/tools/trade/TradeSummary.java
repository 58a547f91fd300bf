package io.verbus.tools.trade;

import io.verbus.BusException;
import io.verbus.orders.seat.TradingSeat;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The results of a trader. For programs a Java properties file in UTF-8; times are in nanoseconds. Keys:
 *
 * <pre>
 *  seats  seat.N.name  .requests  .reports  .refused (by a report)  .notTaken  .missing (reports), N from 0
 *  roundTrip.count  .p50  .p90  .p99  .p99.9  .max (from claim to the first report that answers; absent if 0)
 *  tickToTrade.count … (from the publication of market data to the request; only of strategies)
 * </pre>
 */
final class TradeSummary {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private final List<TradingSeat> seats;
    private final Histogram roundTrips;
    private final Histogram tickToTrade;
    private final long beginMs;

    /** Times in nanoseconds; those from market data to requests are null without a strategy. */
    TradeSummary(final List<TradingSeat> seats, final Histogram roundTrips, final Histogram tickToTrade,
            final long beginMs) {
        this.seats = seats;
        this.tickToTrade = tickToTrade;
        this.beginMs = beginMs;
        this.roundTrips = roundTrips;
    }

    /** One line for users. */
    String line() {
        return String.format(Locale.ROOT, "%,d requests, %,d reports", sum(TradingSeat::requests),
                sum(TradingSeat::reports)) + shown("round trip", roundTrips) + shown("tick to trade", tickToTrade);
    }

    private static String shown(final String name, final Histogram times) {
        return times == null || times.getTotalCount() == 0
                ? ""
                : String.format(Locale.ROOT, "; %s p50 %,d ns, p99 %,d ns, max %,d ns", name,
                        times.getValueAtPercentile(50), times.getValueAtPercentile(99), times.getMaxValue());
    }

    String properties() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("seats", seats.size());
        for (int i = 0; i < seats.size(); i++) {
            final TradingSeat seat = seats.get(i);
            final String key = "seat." + i + ".";
            values.put(key + "name", seat.name());
            values.put(key + "requests", seat.requests());
            values.put(key + "reports", seat.reports());
            values.put(key + "refused", seat.refused());
            values.put(key + "notTaken", seat.notTaken());
            values.put(key + "missing", seat.missing());
        }
        put(values, "roundTrip.", roundTrips);
        if (tickToTrade != null) {
            put(values, "tickToTrade.", tickToTrade);
        }
        final StringBuilder text = new StringBuilder();
        values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }

    private static void put(final Map<String, Object> values, final String key, final Histogram times) {
        values.put(key + "count", times.getTotalCount());
        if (times.getTotalCount() > 0) {
            for (final double percentile : PERCENTILES) {
                values.put(key + "p" + (percentile == Math.rint(percentile) ? "" + (int) percentile : percentile),
                        times.getValueAtPercentile(percentile));
            }
            values.put(key + "max", times.getMaxValue());
        }
    }

    /** Writes the times in HdrHistogram's log format, with a tag each. */
    void writeLog(final Path file, final long endMs) {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            final HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[Nanoseconds: from a request to its report, from market data to the request]");
            writer.outputLogFormatVersion();
            writer.outputStartTime(beginMs);
            writer.outputBaseTime(beginMs);
            writer.setBaseTime(beginMs);
            writer.outputLegend();
            write(writer, "roundTrip", roundTrips, endMs);
            if (tickToTrade != null) {
                write(writer, "tickToTrade", tickToTrade, endMs);
            }
            if (out.checkError()) {
                throw new IOException("a write failed, check the free space");
            }
        } catch (final IOException e) {
            throw new BusException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private void write(final HistogramLogWriter writer, final String tag, final Histogram times, final long endMs) {
        times.setTag(tag);
        times.setStartTimeStamp(beginMs);
        times.setEndTimeStamp(endMs);
        writer.outputIntervalHistogram(times);
    }

    private long sum(final ToLongFunction<TradingSeat> value) {
        return seats.stream().mapToLong(value).sum();
    }
}
