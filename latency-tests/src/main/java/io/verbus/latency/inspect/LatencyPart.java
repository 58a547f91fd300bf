package io.verbus.latency.inspect;

import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.Plan;
import io.verbus.latency.compare.Task;
import io.verbus.latency.report.LatencySeries;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import io.verbus.latency.subject.verbus.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * One-way latency of the bus, in turns with programs without a bus, and with a bus with conductors that run once a
 * second.
 */
public final class LatencyPart {
    private static final String BUS = "bus";
    private static final String QUIET_BUS = "quiet";
    private static final String C = "C";
    private static final String WRITE_LAT = "ib_write_lat";
    private static final Task TASK = Task.of(Point.PING_PONG, 64);
    /** Enough for all round trips of the plan. */
    private static final int MOST_MS = 60_000;
    private static final double NS_PER_US = 1_000;

    private LatencyPart() {
    }

    /**
     * Measures.
     *
     * @param plan of the measurements
     * @return tables and curves
     * @throws io.verbus.BusException if the bus can't be measured, with the reason
     */
    public static Findings measure(final Plan plan) {
        final boolean isRemote = plan.addresses().isRemote();
        final String bus = isRemote ? "verbus-rdma" : "verbus-shm";
        final Map<String, Comparison.Entry> entries = new LinkedHashMap<>();
        entries.put(BUS, new Comparison.Entry(bus, TASK));
        entries.put(QUIET_BUS, new Comparison.Entry(bus + "-quiet", TASK));
        if (isRemote) {
            entries.put(C, new Comparison.Entry("c-rdma", TASK));
            entries.put(WRITE_LAT, new Comparison.Entry("ib-write-lat", TASK));
        }
        final Rounds rounds = Rounds.of(plan.lasting(MOST_MS), entries);
        final List<String> notes = new ArrayList<>(List.of(String.format(Locale.ROOT,
                "one way is round trip / 2; at most %,d round trips each time, after 250 ms of them to warm up; quiet"
                        + " is a bus with conductors that run every %,d ms, not 20",
                plan.messages(), Variant.QUIET_MS)));
        notes.addAll(rounds.skipped());
        notes.add(rounds.allocations(BUS).note("in a measurement"));
        return new Findings(List.of(figures(rounds), ratios(rounds)), notes,
                List.of(curve("bus, one way", rounds.of(BUS)), curve("with quiet conductors", rounds.of(QUIET_BUS))));
    }

    private static Report.Table figures(final Rounds rounds) {
        return new Report.Table("Latency one way, 64 bytes, µs", rounds.columns(" p50", "p99", "p99.9"),
                rounds.rows(List.of(Metric.P50::of, Metric.P99::of, Metric.P999::of),
                        roundTripNs -> String.format(Locale.ROOT, "%.2f", roundTripNs / 2 / NS_PER_US)));
    }

    private static Report.Table ratios(final Rounds rounds) {
        final List<List<String>> rows = new ArrayList<>();
        for (final String base : List.of(C, WRITE_LAT, QUIET_BUS)) {
            if (rounds.has(base)) {
                rows.add(ratio(rounds, BUS, base));
            }
        }
        if (rounds.has(C)) {
            rows.add(ratio(rounds, QUIET_BUS, C));
        }
        return new Report.Table(rounds.ratioTitle(), List.of("", "p50", "p99", "p99.9"), rows);
    }

    private static List<String> ratio(final Rounds rounds, final String label, final String base) {
        final List<String> row = new ArrayList<>(List.of(label + " / " + base));
        for (final Function<Series, Double> figure : List.<Function<Series, Double>>of(Metric.P50::of, Metric.P99::of,
                Metric.P999::of)) {
            row.add(rounds.ratio(label, base, figure));
        }
        return row;
    }

    private static LatencySeries curve(final String name, final List<Series> rounds) {
        final Histogram oneWay = new Histogram(3);
        rounds.stream().map(series -> Histograms.parse(series.latency().histogram()))
                .forEach(roundTrips -> roundTrips.recordedValues().forEach(
                        value -> oneWay.recordValueWithCount(value.getValueIteratedTo() / 2,
                                value.getCountAtValueIteratedTo())));
        return new LatencySeries(name, oneWay, List.of(), 0);
    }
}
