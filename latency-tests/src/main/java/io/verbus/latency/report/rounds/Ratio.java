package io.verbus.latency.report.rounds;

import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The ratio of two figures, over the rounds that have both.
 *
 * @param least ratio of a round
 * @param median of the rounds' ratios
 * @param most ratio of a round
 * @param rounds in which both were measured, with the cores in one placement
 */
public record Ratio(double least, double median, double most, int rounds) {
    /** The placement of a measurement during which the cores moved. */
    static final String CHANGED = "changed";

    /**
     * Divides figures of the same round and the same placement.
     *
     * @param rounds numerators
     * @param bases denominators
     * @param figure null where a round has none
     * @return empty if no round has both
     */
    public static Optional<Ratio> of(final List<Series> rounds, final List<Series> bases,
            final Function<Series, ? extends Number> figure) {
        return of(rounds.stream().flatMap(one -> bases.stream().filter(base -> areComparable(one.point(), base.point()))
                .flatMap(base -> divided(figure.apply(one), figure.apply(base)))).toList());
    }

    /**
     * Summarizes the ratios of rounds.
     *
     * @param ratios one of each round
     * @return empty if there are none
     */
    public static Optional<Ratio> of(final List<Double> ratios) {
        final List<Double> sorted = ratios.stream().sorted().toList();
        return sorted.isEmpty()
                ? Optional.empty()
                : Optional.of(new Ratio(sorted.getFirst(), median(sorted).orElseThrow(), sorted.getLast(),
                        sorted.size()));
    }

    /**
     * The middle value, or the mean of the two in the middle.
     *
     * @param values in any order
     * @return empty if there are none
     */
    public static OptionalDouble median(final Collection<Double> values) {
        final List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2);
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

    private static boolean areComparable(final Point one, final Point base) {
        return one.round() == base.round() && Objects.equals(one.placement(), base.placement())
                && !CHANGED.equals(one.placement());
    }

    private static Stream<Double> divided(final Number above, final Number below) {
        return above == null || below == null || below.doubleValue() <= 0
                ? Stream.empty()
                : Stream.of(above.doubleValue() / below.doubleValue());
    }

    /** {@return for example {@code 1.12 (1.05 to 1.31)}} */
    public String range() {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, least, most);
    }
}
