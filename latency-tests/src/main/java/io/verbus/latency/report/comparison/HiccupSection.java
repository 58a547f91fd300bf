package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Pauses during the measurements: of the machine, and of the subjects. */
final class HiccupSection implements Section {
    private static final List<Metric> METRICS = List.of(Metric.P9999, Metric.HICCUP_P9999, Metric.MAX,
            Metric.HICCUP_MAX);

    @Override
    public String title() {
        return "Hiccups";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return Spots.pingPong(measured).isPresent() || Spots.openLoop(measured).isPresent();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        page.caption(
                "During each measurement a thread measured how late it was woken from sleep: a delay by the machine,"
                        + " its host or other processes, of any thread. A tail below it can be that of the machine."
                        + " Columns of time are medians over rounds; collections and stops are sums of all rounds.");
        Spots.pingPong(measured).ifPresent(spot -> table(page, measured, spot, "Round trips"));
        Spots.openLoop(measured).ifPresent(spot -> table(page, measured, spot, "One way at " + Spots.rate(spot)));
        Optional.of(spots(measured)).filter(rows -> !rows.isEmpty()).ifPresent(rows -> {
            page.heading("Throughput");
            page.table("", List.of("subject", "hiccup p99.99", "hiccup max", "collections", "safepoints",
                    "ready, but no core"), rows);
        });
    }

    private static List<List<String>> spots(final Measured measured) {
        final List<List<String>> rows = new ArrayList<>();
        Spots.throughput(measured).ifPresent(spot -> measured.subjects(spot::equals).forEach(subject -> {
            final Cells cells = new Cells(measured);
            final List<String> row = new ArrayList<>(List.of(subject, cells.median(subject, spot,
                    Metric.HICCUP_P9999), cells.median(subject, spot, Metric.HICCUP_MAX)));
            row.addAll(pauses(measured.rounds(subject, spot)));
            rows.add(row);
        }));
        return rows;
    }

    private static void table(final Page page, final Measured measured, final Spot spot, final String title) {
        final Cells cells = new Cells(measured);
        final List<String> columns = new ArrayList<>(List.of("subject"));
        METRICS.forEach(metric -> columns.add(metric.title()));
        columns.addAll(List.of("collections", "safepoints", "ready, but no core"));
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : measured.subjects(spot::equals)) {
            final List<String> row = new ArrayList<>(List.of(subject));
            METRICS.forEach(metric -> row.add(Spots.keptUp(measured, subject, spot) || metric.isOfTheMachine()
                    ? cells.median(subject, spot, metric)
                    : Cells.NONE));
            row.addAll(pauses(measured.rounds(subject, spot)));
            rows.add(row);
        }
        page.heading(title);
        page.table("", columns, rows);
    }

    private static List<String> pauses(final List<Series> rounds) {
        return List.of(counted(rounds, pause -> number(pause.gcCount()), Pauses::gcMs),
                counted(rounds, pause -> number(pause.safepointCount()), Pauses::safepointMs),
                milliseconds(sum(rounds, Pauses::waitedMs)));
    }

    private static String counted(final List<Series> rounds, final Function<Pauses, Double> count,
            final Function<Pauses, Double> ms) {
        return sum(rounds, count).map(value -> String.format(Locale.ROOT, "%,.0f", value)
                + (value > 0 ? "\n" + milliseconds(sum(rounds, ms)) : "")).orElse(Cells.NONE);
    }

    private static Optional<Double> sum(final List<Series> rounds, final Function<Pauses, Double> value) {
        return rounds.stream().map(Series::pauses).map(value).filter(Objects::nonNull).reduce(Double::sum);
    }

    private static String milliseconds(final Optional<Double> ms) {
        return ms.map(value -> String.format(Locale.ROOT, value < 10 ? "%.2f ms" : "%,.0f ms", value))
                .orElse(Cells.NONE);
    }

    private static Double number(final Long value) {
        return value == null ? null : value.doubleValue();
    }
}
