package io.verbus.latency.report.rounds;

import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The figures of a run with one placement of the cores. A hypervisor moves the cores, which changes all figures, so
 * only rounds of one placement are joined, and a ratio is of two figures of one round.
 */
public final class Measured {
    private static final String UNKNOWN = "unknown";
    /** Subjects that the others are compared with; the first that was measured counts. */
    private static final List<String> BASES = List.of("verbus-shm", "verbus-rdma");
    private static final int PAYLOAD = 64;
    private static final int SMALL_PAYLOAD = 32;
    private static final long RATE = 1_000_000;
    /** A subject that delivers less of the rate lags. */
    private static final double KEPT_UP = 0.97;
    private static final String OVER_RDMA = "rdma|^ib_";

    private final Results results;
    private final String placement;
    private final Map<String, Map<Workload, List<Series>>> series = new LinkedHashMap<>();

    /**
     * Selects the rounds of one placement.
     *
     * @param results of a run
     * @param placement one of {@link #placements}
     */
    public Measured(final Results results, final String placement) {
        this.results = results;
        this.placement = placement;
        results.subjects().forEach(subject -> series.put(subject.name(), new LinkedHashMap<>()));
        for (final Series one : results.series()) {
            if (placement(one).equals(placement)) {
                series.computeIfAbsent(one.point().subject(), name -> new LinkedHashMap<>())
                        .computeIfAbsent(Workload.of(one.point()), workload -> new ArrayList<>()).add(one);
            }
        }
    }

    /**
     * Selects the rounds of the most frequent placement of a run.
     *
     * @param results of the run
     * @return empty if no round is used
     */
    public static Optional<Measured> usual(final Results results) {
        return placements(results.series()).stream().findFirst().map(placement -> new Measured(results, placement));
    }

    /**
     * Returns the placements of figures.
     *
     * @param series the figures
     * @return known placements first, then by falling number of figures; without those that are not used
     */
    public static List<String> placements(final List<Series> series) {
        final Map<String, Long> counts = series.stream().map(Measured::placement)
                .filter(Ratio::isUsed)
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        return counts.keySet().stream().sorted(Comparator.comparing(UNKNOWN::equals)
                .thenComparing(counts::get, Comparator.reverseOrder())).toList();
    }

    /** {@return the run} */
    public Results results() {
        return results;
    }

    /** {@return the placement of the cores in these rounds} */
    public String placement() {
        return placement;
    }

    /** {@return whether the placement is known} */
    public boolean isPlacementKnown() {
        return !placement.equals(UNKNOWN);
    }

    /** {@return the rounds of a subject without failures} */
    public int usualRounds() {
        return series.values().stream().map(Map::values).flatMap(Collection::stream).mapToInt(List::size).max()
                .orElse(0);
    }

    /**
     * Returns the subjects that were measured with some workload.
     *
     * @param where selects workloads
     * @return their names, in the order of the run
     */
    public List<String> subjects(final Predicate<Workload> where) {
        return series.entrySet().stream().filter(entry -> entry.getValue().keySet().stream().anyMatch(where))
                .map(Map.Entry::getKey).toList();
    }

    /**
     * Returns the workloads that were measured.
     *
     * @param where selects workloads
     * @return the workloads, in rising order
     */
    public List<Workload> workloads(final Predicate<Workload> where) {
        return List.copyOf(series.values().stream().map(Map::keySet).flatMap(Collection::stream).filter(where)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * Returns the main workload of a mode: one reader, default capacity, and the payload and rate that are nearest to
     * the usual ones.
     *
     * @param mode of the measurement
     * @return the nearest, by payload first; empty if the mode was not measured
     */
    public Optional<Workload> main(final String mode) {
        final int payloadBytes = mode.equals(MeasuredPoint.THROUGHPUT) ? SMALL_PAYLOAD : PAYLOAD;
        return workloads(one -> one.mode().equals(mode)).stream().min(Comparator.comparing(Workload::isPlain).reversed()
                .thenComparingDouble(one -> apart(one.payloadBytes(), payloadBytes))
                .thenComparingDouble(one -> one.ratePerS() == null ? 0 : apart(one.ratePerS(), RATE)));
    }

    /**
     * Returns whether a subject delivered the requested rate.
     *
     * @param subject name
     * @param workload of the rounds
     * @return false if it lagged: its latency is that of a growing queue
     */
    public boolean keptUp(final String subject, final Workload workload) {
        return workload.ratePerS() == null || median(subject, workload, Metric.PER_SECOND)
                .orElse(workload.ratePerS()) >= KEPT_UP * workload.ratePerS();
    }

    /**
     * Returns the rounds of a subject.
     *
     * @param subject name
     * @param workload of the rounds
     * @return one for each round; empty if it was not measured
     */
    public List<Series> rounds(final String subject, final Workload workload) {
        return series.getOrDefault(subject, Map.of()).getOrDefault(workload, List.of());
    }

    /**
     * Returns the median of a figure over the rounds of a subject, and its spread.
     *
     * @param subject name
     * @param workload of the rounds
     * @param metric the figure; a percentile is of as many rounds as it needs
     * @return empty if no rounds have it
     */
    public Optional<Spread> spread(final String subject, final Workload workload, final Metric metric) {
        return Spread.of(rounds(subject, workload), metric);
    }

    /**
     * Returns the median of a figure over the rounds of a subject.
     *
     * @param subject name
     * @param workload of the rounds
     * @param metric the figure
     * @return empty if no rounds have it
     */
    public OptionalDouble median(final String subject, final Workload workload, final Metric metric) {
        return spread(subject, workload, metric).stream().mapToDouble(Spread::median).findFirst();
    }

    /**
     * Compares the base with a subject, round by round.
     *
     * @param subject name
     * @param workload of the rounds
     * @param metric the figure
     * @return base / subject; empty if no rounds have both
     */
    public Optional<Spread> ratio(final String subject, final Workload workload, final Metric metric) {
        return Ratio.of(rounds(base(subject), workload), rounds(subject, workload), metric);
    }

    /**
     * Returns the base of comparison of a subject: Verbus over the same transport, if it was measured.
     *
     * @param subject name
     * @return name of the base
     */
    public String base(final String subject) {
        final String same = BASES.get(subject.matches(".*(" + OVER_RDMA + ").*") ? 1 : 0);
        final List<String> measured = subjects(workload -> true);
        return measured.contains(same)
                ? same
                : BASES.stream().filter(measured::contains).findFirst()
                        .orElse(measured.isEmpty() ? subject : measured.getFirst());
    }

    private static double apart(final double one, final double other) {
        return Math.abs(Math.log(Math.max(1, one) / Math.max(1, other)));
    }

    private static String placement(final Series one) {
        return Objects.requireNonNullElse(one.point().placement(), UNKNOWN);
    }
}
