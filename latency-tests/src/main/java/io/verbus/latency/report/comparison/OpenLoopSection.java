package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.LogAxis;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.report.rounds.Amounts;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One way at fixed rates: latency, and its growth with the rate. */
final class OpenLoopSection implements Section {
    private static final List<Metric> METRICS = List.of(Metric.P50, Metric.P99, Metric.P999, Metric.P9999);

    private static final String ENDS = "A line ends where the subject lagged: from there on, latency is"
            + " that of a growing queue.";

    @Override
    public String title() {
        return "One way, at fixed rates";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return Spots.openLoop(measured).isPresent();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final Spot main = Spots.openLoop(measured).orElseThrow();
        final String caption = Spots.rate(main) + " of " + Spots.payload(main)
                + " at intended send times that do not wait: latency"
                + " counts from them, so it includes the delay of messages that are sent late.";
        Lines.percentiles(measured, main, "Latency by percentile at " + Spots.rate(main), caption).draw(page.markup());
        table(page, measured, main);
        measured.spots(spot -> spot.mode().equals(MeasuredPoint.OPEN_LOOP)).stream().mapToInt(Spot::payloadBytes)
                .distinct()
                .boxed().sorted((a, b) -> Boolean.compare(b == main.payloadBytes(), a == main.payloadBytes()))
                .forEach(payload -> byRate(page, measured, measured.spots(spot -> spot.payloadBytes() == payload
                        && spot.mode().equals(MeasuredPoint.OPEN_LOOP) && spot.ratePerS() != null && spot.isPlain())));
    }

    private static void byRate(final Page page, final Measured measured, final List<Spot> spots) {
        if (spots.size() < 2) {
            return;
        }
        final String payload = Spots.payload(spots.getFirst());
        for (final Metric metric : List.of(Metric.P50, Metric.P999)) {
            final List<PlotLine> lines = Lines.over(measured, spots, metric, Spot::ratePerS);
            page.heading("Latency over rate, " + payload + ", " + metric.title());
            Lines.figure("Latency over rate, " + metric.title(), metric == Metric.P50 ? ENDS : "", "messages a second",
                    new LogAxis(
                            spots.getFirst().ratePerS(), spots.getLast().ratePerS(), Amounts::roundPerSecond),
                    Lines.latencies(lines), lines).draw(page.markup());
        }
        final Cells cells = new Cells(measured);
        page.table("", Cells.heads(spots, Spots::rate), Cells.rows(measured.subjects(spots::contains), spots,
                subject -> spot -> cells.comparedAtRate(subject, spot, Metric.P999)));
    }

    private static void table(final Page page, final Measured measured, final Spot spot) {
        final Cells cells = new Cells(measured);
        final List<String> columns = new ArrayList<>(List.of("subject"));
        METRICS.forEach(metric -> columns.add(metric.title()));
        columns.addAll(List.of("messages a second", "lost", "rounds"));
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : measured.subjects(spot::equals)) {
            final List<Series> rounds = measured.rounds(subject, spot);
            final List<String> row = new ArrayList<>(List.of(subject));
            METRICS.forEach(metric -> row.add(metric == Metric.P50 || Spots.keptUp(measured, subject, spot)
                    ? cells.comparedAtRate(subject, spot, metric)
                    : Cells.NONE));
            row.add(cells.median(subject, spot, Metric.PER_SECOND));
            row.add(String.format(Locale.ROOT, "%,d", rounds.stream().mapToLong(one -> one.counts().lost()).sum()));
            row.add(Integer.toString(rounds.size()));
            rows.add(row);
        }
        page.table("", columns, rows);
    }
}
