package io.verbus.latency.inspect;

import io.verbus.internal.log.FrameLayout;
import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.Plan;
import io.verbus.latency.compare.Task;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import io.verbus.latency.subject.verbus.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One-way rates: one push for each message, pushes of 16 KiB, and writes of the same sizes without a bus. */
public final class RatePart {
    private static final String SINGLE = "bus, each pushed";
    private static final String BATCHED = "bus, 16 KiB";
    private static final String C_SMALL = "C, 64 B";
    private static final String C_LARGE = "C, 16 KiB";
    private static final Task SMALL = Task.of(Point.THROUGHPUT, 64);
    private static final Task LARGE = Task.of(Point.THROUGHPUT, Variant.BATCH_BYTES);
    private static final int FRAME_LENGTH = FrameLayout.align(FrameLayout.HEADER_LENGTH + SMALL.payloadBytes());

    private RatePart() {
    }

    /**
     * Measures.
     *
     * @param plan of the measurements
     * @return tables
     * @throws io.verbus.BusException if the bus can't be measured, with the reason
     */
    public static Findings measure(final Plan plan) {
        final boolean isRemote = plan.addresses().isRemote();
        final String bus = isRemote ? "verbus-rdma" : "verbus-shm";
        final Map<String, Comparison.Entry> entries = new LinkedHashMap<>();
        entries.put(SINGLE, new Comparison.Entry(bus, SMALL));
        entries.put(BATCHED, new Comparison.Entry(bus + "-batched", SMALL));
        if (isRemote) {
            entries.put(C_SMALL, new Comparison.Entry("c-rdma", SMALL));
            entries.put(C_LARGE, new Comparison.Entry("c-rdma", LARGE));
        }
        final Rounds rounds = Rounds.of(plan, entries);
        final List<String> notes = new ArrayList<>(List.of(String.format(Locale.ROOT,
                "messages of %d bytes, which are frames of %d; %d of them a push of 16 KiB; bytes count frames",
                SMALL.payloadBytes(), FRAME_LENGTH, Variant.BATCH_BYTES / FRAME_LENGTH)));
        notes.addAll(rounds.skipped());
        notes.add(rounds.allocations(SINGLE, BATCHED).note("in a measurement"));
        final List<Report.Table> tables = new ArrayList<>(List.of(figures(rounds)));
        if (rounds.has(C_SMALL)) {
            tables.add(ratios(rounds));
        }
        return new Findings(tables, notes, List.of());
    }

    /** On the wire: the bus sends whole frames, the C program only payloads. */
    private static Double megabytes(final Series series) {
        return rate(series, 1e-6 * bytesPerMessage(series));
    }

    private static int bytesPerMessage(final Series series) {
        return series.point().subject().startsWith("verbus") ? FRAME_LENGTH : series.point().payloadBytes();
    }

    private static Double rate(final Series series, final double factor) {
        final Double perSecond = Metric.PER_SECOND.of(series);
        return perSecond == null ? null : (Double) (perSecond * factor);
    }

    private static Report.Table figures(final Rounds rounds) {
        return new Report.Table("One way, as fast as it goes", rounds.columns(", thousand/s", "MB/s"),
                rounds.rows(List.of(series -> rate(series, 1e-3), RatePart::megabytes),
                        figure -> String.format(Locale.ROOT, "%,.1f", figure)));
    }

    private static Report.Table ratios(final Rounds rounds) {
        return new Report.Table(rounds.ratioTitle(), List.of("", "ratio"), List.of(
                List.of("bytes/s: " + BATCHED + " / " + C_LARGE, rounds.ratio(BATCHED, C_LARGE, RatePart::megabytes)),
                List.of("messages/s: " + BATCHED + " / " + C_SMALL,
                        rounds.ratio(BATCHED, C_SMALL, Metric.PER_SECOND::of)),
                List.of("messages/s: " + SINGLE + " / " + C_SMALL,
                        rounds.ratio(SINGLE, C_SMALL, Metric.PER_SECOND::of))));
    }
}
