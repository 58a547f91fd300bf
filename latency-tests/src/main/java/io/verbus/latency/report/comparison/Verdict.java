package io.verbus.latency.report.comparison;

import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Workload;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The result of a comparison in short sentences, computed from the figures; their intervals are in the tables. */
public final class Verdict {
    private static final List<Metric> LATENCIES = List.of(Metric.P50, Metric.P99, Metric.P999);
    /** The nearest competitor over each transport, and the C program as a reference. */
    private static final List<String> OTHERS = List.of("aeron-ipc", "c-shm");
    private static final List<String> REMOTE_OTHERS = List.of("aeron-udp", "c-rdma");

    private final Measured measured;

    private Verdict(final Measured measured) {
        this.measured = measured;
    }

    /**
     * Compares the bus with its nearest competitor and with the C program, in the most frequent placement of the cores,
     * as the tables do.
     *
     * @param results of a run
     * @return the sentences; empty if the run has no two figures to compare
     */
    public static Optional<String> of(final Results results) {
        return Measured.usual(results).flatMap(measured -> new Verdict(measured).sentences());
    }

    private Optional<String> sentences() {
        final String base = measured.base("");
        if (!base.startsWith("verbus")) {
            return Optional.empty();
        }
        final List<String> sentences = new ArrayList<>();
        for (final String other : base.equals("verbus-rdma") ? REMOTE_OTHERS : OTHERS) {
            sentence(sentences.isEmpty() ? condition() + base : "It", other).ifPresent(sentences::add);
        }
        return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
    }

    private String condition() {
        return measured.isPlacementKnown() ? "With the cores " + measured.placement() + ", " : "";
    }

    private Optional<String> sentence(final String subject, final String other) {
        final List<String> decided = new ArrayList<>();
        final List<String> open = new ArrayList<>();
        ratios(other).forEach((metric, ratio) -> {
            if (ratio.isDecided()) {
                decided.add(String.format(Locale.ROOT, "%.2f of the %s", ratio.median(), metric.title()));
            } else {
                open.add(metric.title());
            }
        });
        if (decided.isEmpty() && open.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(subject + (decided.isEmpty()
                ? " has no decided ratio to " + other
                : " has " + joined(decided) + " of " + other)
                + (open.isEmpty() || decided.isEmpty()
                        ? "."
                        : "; " + joined(open) + (open.size() == 1 ? " is" : " are") + " not decided."));
    }

    private Map<Metric, Spread> ratios(final String other) {
        final Map<Metric, Spread> ratios = new LinkedHashMap<>();
        measured.main(MeasuredPoint.PING_PONG).ifPresent(main -> LATENCIES
                .forEach(metric -> ratio(other, main, metric).ifPresent(found -> ratios.put(metric, found))));
        measured.main(MeasuredPoint.THROUGHPUT).flatMap(main -> ratio(other, main, Metric.PER_SECOND))
                .ifPresent(found -> ratios.put(Metric.PER_SECOND, found));
        return ratios;
    }

    private Optional<Spread> ratio(final String other, final Workload workload, final Metric metric) {
        return measured.rounds(other, workload).isEmpty() ? Optional.empty() : measured.ratio(other, workload, metric);
    }

    private static String joined(final List<String> parts) {
        return parts.size() == 1
                ? parts.getFirst()
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }
}
