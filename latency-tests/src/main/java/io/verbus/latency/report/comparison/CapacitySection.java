package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.BinaryAxis;
import io.verbus.latency.report.plot.LinearAxis;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.MeasuredPoint;
import java.util.List;

/** Throughput over the size of the log. */
final class CapacitySection implements Section {
    @Override
    public String title() {
        return "Throughput over the log’s capacity";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !spots(measured).isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final List<Spot> spots = spots(measured);
        final String caption = "Does a log larger than the caches of the cores help? Messages a second of "
                + Spots.payload(spots.getFirst()) + ", medians over rounds.";
        final List<PlotLine> lines = Lines.over(measured, spots, Metric.PER_SECOND, Spot::capacityBytes).stream()
                .map(CapacitySection::inMillions).toList();
        Lines.figure("Throughput over capacity", caption, "capacity of the log, ring or term", new BinaryAxis(
                spots.getFirst().capacityBytes(), spots.getLast().capacityBytes()),
                new LinearAxis(1.04 * Lines.most(lines), millions -> millions + " M/s"), lines).draw(page.markup());
        final Cells cells = new Cells(measured);
        page.table("", Cells.heads(spots, spot -> BinaryAxis.text(spot.capacityBytes())),
                Cells.rows(measured.subjects(spots::contains), spots,
                        subject -> spot -> cells.compared(subject, spot, Metric.PER_SECOND)));
    }

    /** Spots of one payload: that of the throughput section, or else the smallest. */
    private static List<Spot> spots(final Measured measured) {
        final List<Spot> all = measured
                .spots(spot -> spot.mode().equals(MeasuredPoint.THROUGHPUT) && spot.capacityBytes() != null);
        final int main = Spots.throughput(measured).map(Spot::payloadBytes).orElse(0);
        final int payload = all.stream().mapToInt(Spot::payloadBytes).filter(bytes -> bytes == main).findFirst()
                .orElse(all.isEmpty() ? 0 : all.getFirst().payloadBytes());
        return all.stream().filter(spot -> spot.payloadBytes() == payload).toList();
    }

    private static PlotLine inMillions(final PlotLine line) {
        final List<double[]> points = line.points().stream().map(point -> new double[]{point[0], point[1] / 1e6})
                .toList();
        return new PlotLine(line.name(), line.look(), points, points);
    }
}
