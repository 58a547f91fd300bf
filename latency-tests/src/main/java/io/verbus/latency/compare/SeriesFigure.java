package io.verbus.latency.compare;

import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A figure of a series, as tables for the terminal show it. */
enum SeriesFigure {
    P50("p50 ns", "%,.0f", Metric.P50::of),

    P99("p99", "%,.0f", Metric.P99::of),

    P999("p99.9", "%,.0f", Metric.P999::of),

    P9999("p99.99", "%,.0f", Metric.P9999::of),

    MAX("max", "%,.0f", Metric.MAX::of),

    RATE("M/s", "%,.3f", series -> series.counts().messagesPerS() == null
            ? null
            : series.counts().messagesPerS() / 1e6),

    LOST("lost", "%,.0f", series -> series.counts().lost()),

    CPU("CPU s/M", "%,.3f", series -> perMillion(series.cost().cpuS(), series)),

    PUBLISHER_CPU("publisher's ns", "%,.1f", Metric.PUBLISHER_CPU::of);

    private final String column;
    private final String format;
    private final Function<Series, Number> figure;

    SeriesFigure(final String column, final String format, final Function<Series, Number> figure) {
        this.column = column;
        this.format = format;
        this.figure = figure;
    }

    private static Number perMillion(final Double value, final Series series) {
        return value == null || series.counts().messages() == 0 ? null : value * 1e6 / series.counts().messages();
    }

    /** The figures of a mode. */
    static List<SeriesFigure> of(final String mode) {
        return switch (mode) {
            case Point.THROUGHPUT -> List.of(RATE, LOST, CPU);
            case Point.FAN_OUT -> List.of(PUBLISHER_CPU, LOST, CPU);
            default -> Arrays.stream(values()).filter(figure -> figure != PUBLISHER_CPU).toList();
        };
    }

    /** The figure by which the subjects of a mode are compared. */
    static SeriesFigure first(final String mode) {
        return of(mode).getFirst();
    }

    String column() {
        return column;
    }

    Number of(final Series series) {
        return figure.apply(series);
    }

    String text(final OptionalDouble value) {
        return value.isEmpty() ? "–" : String.format(Locale.ROOT, format, value.getAsDouble());
    }
}
