package io.verbus.latency.report.rounds;

import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Ratios of two figures of the same round, measured with the cores in the same placement. */
public final class Ratio {
    /** Two distances of the cores that differ by a larger factor are not the same placement. */
    public static final double SAME_DISTANCE = 1.5;
    /** The placement of a measurement during which the cores moved. */
    public static final String CHANGED = "changed";
    /** The placement of a measurement during which its threads waited for cores that other programs had. */
    public static final String WAITED = "waited";
    /** Placements of measurements that are shown and not used. */
    public static final List<String> UNUSED = List.of(CHANGED, WAITED);

    /**
     * Two series of one round.
     *
     * @param above numerator
     * @param below denominator
     */
    record Pair(Series above, Series below) {}

    private Ratio() {
    }

    /**
     * Divides a metric of the same rounds and the same placement; percentiles of as many rounds as they need.
     *
     * @param rounds numerators
     * @param bases denominators
     * @param metric of both
     * @return empty if no rounds have both
     */
    public static Optional<Spread> of(final List<Series> rounds, final List<Series> bases, final Metric metric) {
        return Spread.of(Pool.ratios(pairs(rounds, bases), metric));
    }

    /**
     * The middle value, or the mean of the two in the middle.
     *
     * @param values in any order
     * @return empty if there are none
     */
    public static OptionalDouble median(final Collection<Double> values) {
        return Spread.of(values).stream().mapToDouble(Spread::median).findFirst();
    }

    /**
     * The median of a figure over rounds.
     *
     * @param rounds of one subject
     * @param figure null where a round has none
     * @return empty if no round has it
     */
    public static OptionalDouble median(final List<Series> rounds, final Function<Series, ? extends Number> figure) {
        return median(rounds.stream().map(figure).filter(Objects::nonNull).map(Number::doubleValue).toList());
    }

    /**
     * Returns whether measurements of a placement are used.
     *
     * @param placement of the cores, or null if it is unknown
     * @return false if they are only shown
     */
    public static boolean isUsed(final String placement) {
        return !UNUSED.contains(Objects.requireNonNullElse(placement, ""));
    }

    private static List<Pair> pairs(final List<Series> rounds, final List<Series> bases) {
        final List<Pair> pairs = new ArrayList<>();
        for (final Series one : rounds) {
            bases.stream().filter(base -> areComparable(one.point(), base.point()))
                    .forEach(base -> pairs.add(new Pair(one, base)));
        }
        return pairs;
    }

    private static boolean areComparable(final MeasuredPoint one, final MeasuredPoint base) {
        return one.round() == base.round() && Objects.equals(one.placement(), base.placement())
                && isUsed(one.placement()) && areNear(one.placementNs(), base.placementNs());
    }

    private static boolean areNear(final Double one, final Double other) {
        return one == null || other == null
                || Math.max(one, other) <= SAME_DISTANCE * Math.min(one, other);
    }
}
