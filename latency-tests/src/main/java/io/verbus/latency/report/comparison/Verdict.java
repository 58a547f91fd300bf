package io.verbus.latency.report.comparison;

import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The result of a comparison as one sentence, computed from the figures. */
public final class Verdict {
    private static final List<Metric> LATENCIES = List.of(Metric.P50, Metric.P99, Metric.P999);
    /** The nearest competitor over each transport, and the C program that is the lower bound. */
    private static final List<String> OTHERS = List.of("aeron-ipc", "c-shm");
    private static final List<String> REMOTE_OTHERS = List.of("aeron-udp", "c-rdma");

    private final Optional<Measured> roundTrips;
    private final Optional<Measured> throughput;
    private final List<String> conditions = new ArrayList<>();
    private int most;

    private Verdict(final Results results) {
        this.roundTrips = Measured.usual(results, MeasuredPoint.PING_PONG);
        this.throughput = Measured.usual(results, MeasuredPoint.THROUGHPUT);
    }

    /**
     * Compares the bus with its nearest competitor and with the C program, each mode in the most frequent placement of
     * the cores.
     *
     * @param results of a run
     * @return the sentence; empty if the run has no two figures to compare
     */
    public static Optional<String> of(final Results results) {
        return new Verdict(results).sentence();
    }

    private Optional<String> sentence() {
        final String base = roundTrips.or(() -> throughput).map(measured -> measured.base("")).orElse("");
        if (!base.startsWith("verbus")) {
            return Optional.empty();
        }
        final List<String> comparisons = new ArrayList<>();
        for (final String other : base.equals("verbus-rdma") ? REMOTE_OTHERS : OTHERS) {
            final List<String> ratios = ratios(other);
            if (!ratios.isEmpty()) {
                comparisons.add(joined(ratios) + " of " + other);
            }
        }
        return comparisons.isEmpty()
                ? Optional.empty()
                : Optional.of(base + " has " + String.join("; and ", comparisons) + " (" + String.join("; ", conditions)
                        + "; medians of up to " + most + " ratios within rounds, with their 95 % intervals).");
    }

    private List<String> ratios(final String other) {
        final List<String> ratios = new ArrayList<>();
        roundTrips.ifPresent(measured -> Spots.pingPong(measured).ifPresent(spot -> {
            LATENCIES.forEach(metric -> ratio(measured, other, spot, metric).ifPresent(ratios::add));
            if (!ratios.isEmpty()) {
                condition("round trips of " + Spots.payload(spot), measured);
            }
        }));
        throughput.ifPresent(measured -> Spots.throughput(measured).ifPresent(spot -> {
            ratio(measured, other, spot, Metric.PER_SECOND).ifPresent(ratio -> {
                ratios.add(ratio);
                condition("throughput of " + Spots.payload(spot), measured);
            });
        }));
        return ratios;
    }

    private void condition(final String name, final Measured measured) {
        final String condition = name
                + (measured.isPlacementKnown() ? " with the cores " + measured.placement() : "");
        if (!conditions.contains(condition)) {
            conditions.add(condition);
        }
    }

    private Optional<String> ratio(final Measured measured, final String other, final Spot spot,
            final Metric metric) {
        final Optional<Spread> ratio = measured.rounds(other, spot).isEmpty()
                ? Optional.empty()
                : measured.ratio(other, spot, metric);
        ratio.ifPresent(found -> most = Math.max(most, found.count()));
        return ratio.map(found -> text(found) + " of the " + metric.title());
    }

    private static String text(final Spread ratio) {
        return ratio.isDecided()
                ? ratio.range()
                : ratio.hasInterval()
                        ? ratio.range().replace(")", ", not decided)")
                        : String.format(Locale.ROOT, "%.2f (not decided: %s)", ratio.median(),
                                ratio.count() == 1 ? "1 ratio" : ratio.count() + " ratios");
    }

    private static String joined(final List<String> parts) {
        return parts.size() == 1
                ? parts.getFirst()
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }
}
