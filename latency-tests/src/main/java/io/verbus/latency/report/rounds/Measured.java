package io.verbus.latency.report.rounds;

import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Subject;
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
import java.util.stream.Stream;

/**
 * The figures of a run. A hypervisor moves the cores, and all figures with them: so only rounds of one placement are
 * put together, and a ratio is of two figures of one round.
 */
public final class Measured {
    private static final String UNKNOWN = "unknown";
    private static final String CHANGED = "changed";
    /** With these others are compared, the first that is there. */
    private static final List<String> BASES = List.of("verbus-shm", "verbus-rdma");
    private static final String OVER_RDMA = "rdma|^ib_";

    private final Results results;
    private final String placement;
    private final Map<String, Map<Spot, List<Series>>> series = new LinkedHashMap<>();

    /**
     * The rounds of one placement.
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
                        .computeIfAbsent(Spot.of(one.point()), spot -> new ArrayList<>()).add(one);
            }
        }
    }

    /**
     * The placements that a run has seen.
     *
     * @param results of the run
     * @return what is known before what is not, then those of most figures first; a change is none
     */
    public static List<String> placements(final Results results) {
        final Map<String, Long> counts = results.series().stream().map(Measured::placement)
                .filter(name -> !name.equals(CHANGED))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        return counts.keySet().stream().sorted(Comparator.comparing(UNKNOWN::equals)
                .thenComparing(counts::get, Comparator.reverseOrder())).toList();
    }

    /** {@return the run} */
    public Results results() {
        return results;
    }

    /** {@return the placement of the cores that these rounds have} */
    public String placement() {
        return placement;
    }

    /** {@return whether anybody could tell the placement} */
    public boolean isPlacementKnown() {
        return !placement.equals(UNKNOWN);
    }

    /** {@return how many rounds a subject has where nothing went wrong} */
    public int usualRounds() {
        return series.values().stream().map(Map::values).flatMap(Collection::stream).mapToInt(List::size).max()
                .orElse(0);
    }

    /**
     * The subjects that were measured somewhere.
     *
     * @param where which spots count
     * @return their names, in the order of the run
     */
    public List<String> subjects(final Predicate<Spot> where) {
        return series.entrySet().stream().filter(entry -> entry.getValue().keySet().stream().anyMatch(where))
                .map(Map.Entry::getKey).toList();
    }

    /**
     * A name for people.
     *
     * @param subject name in the results
     * @return its title, or the name again
     */
    public String title(final String subject) {
        return results.subjects().stream().filter(one -> one.name().equals(subject)).map(Subject::title)
                .filter(Objects::nonNull).findFirst().orElse(subject);
    }

    /**
     * Where was measured.
     *
     * @param where which spots count
     * @return them, in rising order
     */
    public List<Spot> spots(final Predicate<Spot> where) {
        return List.copyOf(series.values().stream().map(Map::keySet).flatMap(Collection::stream).filter(where)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * The spot that comes nearest to the one that people ask for first.
     *
     * @param mode of the measurement
     * @param payloadBytes wanted
     * @param ratePerS wanted, where the mode has rates
     * @return the nearest; by payload first
     */
    public Optional<Spot> nearest(final String mode, final int payloadBytes, final long ratePerS) {
        return spots(spot -> spot.mode().equals(mode)).stream().min(Comparator.comparing(Spot::isPlain).reversed()
                .thenComparingDouble(spot -> apart(spot.payloadBytes(), payloadBytes))
                .thenComparingDouble(spot -> spot.ratePerS() == null ? 0 : apart(spot.ratePerS(), ratePerS)));
    }

    /**
     * The rounds of a subject.
     *
     * @param subject name
     * @param spot where
     * @return one for each round; empty if it was not measured
     */
    public List<Series> rounds(final String subject, final Spot spot) {
        return series.getOrDefault(subject, Map.of()).getOrDefault(spot, List.of());
    }

    /**
     * The values of a subject's rounds.
     *
     * @param subject name
     * @param spot where
     * @param metric which figure
     * @return those that are there
     */
    public List<Double> values(final String subject, final Spot spot, final Metric metric) {
        return rounds(subject, spot).stream().map(metric::of).filter(Objects::nonNull).toList();
    }

    /**
     * The median over a subject's rounds.
     *
     * @param subject name
     * @param spot where
     * @param metric which figure
     * @return it, if there is any round
     */
    public OptionalDouble median(final String subject, final Spot spot, final Metric metric) {
        final List<Double> values = values(subject, spot, metric);
        return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Ratio.median(values));
    }

    /**
     * How a subject compares with its base, round by round.
     *
     * @param subject name
     * @param spot where
     * @param metric which figure
     * @return subject by base; empty if there is no round that has both
     */
    public Optional<Ratio> ratio(final String subject, final Spot spot, final Metric metric) {
        return ratio(rounds(subject, spot), rounds(base(subject), spot), metric);
    }

    /**
     * How the rounds at one place compare with those at another.
     *
     * @param rounds above
     * @param bases below
     * @param metric which figure
     * @return above by below; empty if there is no round that has both
     */
    public static Optional<Ratio> ratio(final List<Series> rounds, final List<Series> bases, final Metric metric) {
        final List<Double> ratios = rounds.stream().flatMap(one -> bases.stream()
                .filter(base -> base.point().round() == one.point().round())
                .flatMap(base -> divided(metric.of(one), metric.of(base)))).toList();
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Ratio.of(ratios));
    }

    /**
     * Whom a subject is compared with: Verbus over the same transport, where it was measured.
     *
     * @param subject name
     * @return the base's name
     */
    public String base(final String subject) {
        final String same = BASES.get(subject.matches(".*(" + OVER_RDMA + ").*") ? 1 : 0);
        final List<String> measured = subjects(spot -> true);
        return measured.contains(same)
                ? same
                : BASES.stream().filter(measured::contains).findFirst()
                        .orElse(measured.isEmpty() ? subject : measured.getFirst());
    }

    private static Stream<Double> divided(final Double above, final Double below) {
        return above == null || below == null || below <= 0 ? Stream.empty() : Stream.of(above / below);
    }

    private static double apart(final double one, final double other) {
        return Math.abs(Math.log(Math.max(1, one) / Math.max(1, other)));
    }

    private static String placement(final Series one) {
        return Objects.requireNonNullElse(one.point().placement(), UNKNOWN);
    }
}
