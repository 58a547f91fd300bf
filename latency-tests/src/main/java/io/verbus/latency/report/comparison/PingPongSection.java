package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.BinaryAxis;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.MeasuredPoint;
import java.util.ArrayList;
import java.util.List;

/** Round trips. */
final class PingPongSection implements Section {
    private static final List<Metric> METRICS = List.of(Metric.P50, Metric.P90, Metric.P99, Metric.P999, Metric.P9999);

    @Override
    public String title() {
        return "Round trips";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return Spots.pingPong(measured).isPresent();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final Spot main = Spots.pingPong(measured).orElseThrow();
        final String caption = "One message there and one back, " + Spots.payload(main)
                + ", one in flight. All"
                + " rounds together, up to the last percentile with 1,000 of them above it; each further nine takes the"
                + " same width.";
        Lines.percentiles(measured, main, "Round trips by percentile", caption).draw(page.markup());
        table(page, measured, main);
        final List<Spot> spots = measured.spots(spot -> spot.mode().equals(MeasuredPoint.PING_PONG) && spot.isPlain());
        if (spots.size() > 1) {
            bySize(page, measured, spots, Metric.P50);
            bySize(page, measured, spots, Metric.P999);
            for (final Spot spot : spots) {
                if (!spot.equals(main)) {
                    page.fold("Round trips of " + Spots.payload(spot) + ": percentiles");
                    Lines.percentiles(measured, spot, "Round trips by percentile, " + Spots.payload(spot), "")
                            .draw(page.markup());
                    table(page, measured, spot);
                    page.end();
                }
            }
        }
    }

    private static void bySize(final Page page, final Measured measured, final List<Spot> spots,
            final Metric metric) {
        final List<PlotLine> lines = Lines.over(measured, spots, metric, Spot::payloadBytes);
        page.heading("By payload, " + metric.title());
        Lines.figure("Round trips by payload, " + metric.title(), "", "payload", new BinaryAxis(
                spots.getFirst().payloadBytes(), spots.getLast().payloadBytes()), Lines.latencies(lines), lines)
                .draw(page.markup());
    }

    private static void table(final Page page, final Measured measured, final Spot spot) {
        final Cells cells = new Cells(measured);
        final List<String> columns = new ArrayList<>(List.of("subject"));
        METRICS.forEach(metric -> columns.add(metric.title()));
        columns.add("rounds");
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : measured.subjects(spot::equals)) {
            final List<String> row = new ArrayList<>(List.of(subject));
            METRICS.forEach(metric -> row.add(cells.compared(subject, spot, metric)));
            row.add(Integer.toString(measured.rounds(subject, spot).size()));
            rows.add(row);
        }
        page.table("", columns, rows);
    }
}
