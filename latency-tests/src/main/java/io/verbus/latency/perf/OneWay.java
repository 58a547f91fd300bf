package io.verbus.latency.perf;

import io.verbus.BusException;
import io.verbus.latency.worker.Line;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Latency of one measurement: round trip / 2, in nanoseconds.
 *
 * @param p50 half were not slower
 * @param p99 99 % were not slower; NaN if the program does not tell
 * @param p999 99.9 % were not slower; NaN if the program does not tell
 */
public record OneWay(double p50, double p99, double p999) {
    static OneWay of(final Histogram histogram) {
        return new OneWay(histogram.getValueAtPercentile(50), histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9));
    }

    /** What the C program prints. */
    static OneWay ofProgram(final String line) {
        final Line said = Line.parse("latency " + line.strip());
        return new OneWay(said.number("p50"), said.number("p99"), said.number("p99.9"));
    }

    /** What {@code ib_write_lat} prints: its figures are one way, in microseconds. */
    static OneWay ofWriteLat(final String output, final int size) {
        for (final String line : output.lines().toList()) {
            final String[] columns = line.strip().split("\\s+");
            if (columns.length >= 9 && columns[0].equals(Integer.toString(size))) {
                return new OneWay(ns(columns[4]), ns(columns[7]), ns(columns[8]));
            }
        }
        throw new BusException("ib_write_lat has not said what is understood here: " + output.strip());
    }

    private static double ns(final String micros) {
        return Double.parseDouble(micros) * 1_000;
    }

    static String micros(final double ns) {
        return Double.isNaN(ns) ? "–" : String.format(Locale.ROOT, "%.2f", ns / 1_000);
    }
}
