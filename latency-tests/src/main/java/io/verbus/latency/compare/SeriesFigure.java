package io.verbus.latency.compare;

import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.MeasuredPoint;
import java.util.List;
import java.util.Locale;

/** A metric as tables for the terminal show it. */
enum SeriesFigure {
    P50("p50 ns", Metric.P50, "%,.0f", 1),

    P99("p99", Metric.P99, "%,.0f", 1),

    P999("p99.9", Metric.P999, "%,.0f", 1),

    P9999("p99.99", Metric.P9999, "%,.0f", 1),

    RATE("M/s", Metric.PER_SECOND, "%,.2f", 1e-6),

    LOST("lost", Metric.LOST, "%,.0f", 1),

    CPU("CPU s/M", Metric.CPU, "%,.3f", 1e-9),

    PUBLISHER_CPU("publisher's ns", Metric.PUBLISHER_CPU, "%,.1f", 1);

    private final String column;
    private final Metric metric;
    private final String format;
    private final double scale;

    SeriesFigure(final String column, final Metric metric, final String format, final double scale) {
        this.column = column;
        this.metric = metric;
        this.format = format;
        this.scale = scale;
    }

    /** The figures of a mode; the first is the one by which its subjects are compared. */
    static List<SeriesFigure> of(final String mode) {
        return switch (mode) {
            case MeasuredPoint.THROUGHPUT -> List.of(RATE, LOST, CPU);
            case MeasuredPoint.FAN_OUT -> List.of(PUBLISHER_CPU, LOST, CPU);
            default -> List.of(P50, P99, P999, P9999, LOST, CPU);
        };
    }

    String column() {
        return column;
    }

    Metric metric() {
        return metric;
    }

    /** The median. */
    String text(final Spread spread) {
        return text(spread.median());
    }

    /** The median and its interval. */
    String range(final Spread spread) {
        final String low = text(spread.low());
        final String high = text(spread.high());
        return low.equals(high) ? text(spread) : text(spread) + " (" + low + "–" + high + ")";
    }

    private String text(final double value) {
        return String.format(Locale.ROOT, format, value * scale);
    }
}
