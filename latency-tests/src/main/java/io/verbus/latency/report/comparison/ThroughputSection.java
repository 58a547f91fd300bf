package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.Bars;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.MeasuredPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Rates at full speed. */
final class ThroughputSection implements Section {
    @Override
    public String title() {
        return "Throughput";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return Spots.throughput(measured).isPresent();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final Spot main = Spots.throughput(measured).orElseThrow();
        final String caption = "One publisher, one reader, " + Spots.payload(main)
                + " a message, at full speed; both sides sum"
                + " all payloads, and the sums are compared. Bars are medians over rounds; the thin line is their"
                + " 95 % interval.";
        bars(measured, main, caption).draw(page.markup());
        final List<Spot> spots = measured.spots(spot -> spot.mode().equals(MeasuredPoint.THROUGHPUT) && spot.isPlain());
        final List<Spot> shown = spots.isEmpty() ? List.of(main) : spots;
        final Cells cells = new Cells(measured);
        page.heading("Messages a second, by payload");
        page.table("", Cells.heads(shown, Spots::payload), Cells.rows(measured.subjects(shown::contains), shown,
                subject -> spot -> cells.compared(subject, spot, Metric.PER_SECOND)));
    }

    private static Bars bars(final Measured measured, final Spot spot, final String caption) {
        final List<Bars.Bar> bars = new ArrayList<>();
        for (final String subject : measured.subjects(spot::equals)) {
            measured.spread(subject, spot, Metric.PER_SECOND).ifPresent(spread -> bars.add(new Bars.Bar(subject,
                    Looks.of(subject), spread.median(), spread.low(), spread.high(),
                    Metric.PER_SECOND.text(spread.median()))));
        }
        bars.sort(Comparator.comparingDouble(Bars.Bar::value).reversed());
        return new Bars("Throughput, " + Spots.payload(spot), caption, bars);
    }
}
