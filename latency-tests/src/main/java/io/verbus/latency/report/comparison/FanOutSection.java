package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.MeasuredPoint;
import java.util.List;

/** The cost of each further reader for the publisher. */
final class FanOutSection implements Section {
    @Override
    public String title() {
        return "Fan-out";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !spots(measured).isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final List<Spot> spots = spots(measured);
        final Cells cells = new Cells(measured);
        page.caption("CPU time of the publisher’s thread for one message of " + Spots.payload(spots.getFirst())
                + ", by the number of readers. × is the same subject with " + readers(spots.getFirst())
                + ", in the same round. The readers share cores, which does not affect this figure.");
        page.table("", Cells.heads(spots, FanOutSection::readers),
                Cells.rows(measured.subjects(spots::contains), spots,
                        subject -> spot -> cells.median(subject, spot, Metric.PUBLISHER_CPU)
                                + (spot.equals(spots.getFirst())
                                        ? ""
                                        : Ratio.of(measured.rounds(subject, spot),
                                                measured.rounds(subject, spots.getFirst()), Metric.PUBLISHER_CPU)
                                                .map(Cells::remark).orElse(""))));
    }

    private static List<Spot> spots(final Measured measured) {
        final List<Spot> all = measured.spots(spot -> spot.mode().equals(MeasuredPoint.FAN_OUT));
        return all.stream().filter(spot -> spot.payloadBytes() == all.getFirst().payloadBytes()).toList();
    }

    private static String readers(final Spot spot) {
        return spot.readers() == 1 ? "1 reader" : spot.readers() + " readers";
    }
}
