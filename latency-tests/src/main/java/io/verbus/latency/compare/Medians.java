package io.verbus.latency.compare;

import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Rounds of a subject at a point, and figures of them against those of another. Who has no figure is left out. */
final class Medians {
    /**
     * A point without its subject and round.
     *
     * @param mode of it
     * @param payloadBytes of a message
     * @param ratePerS null where there is none
     * @param readers of a stream
     * @param capacityBytes null for each subject's own
     */
    record Spot(String mode, int payloadBytes, Long ratePerS, int readers, Long capacityBytes) {
        static Spot of(final Point point) {
            return new Spot(point.mode(), point.payloadBytes(), point.ratePerS(), point.readers(),
                    point.capacityBytes());
        }

        String title() {
            return mode + ", " + payloadBytes + " bytes" + (ratePerS == null ? "" : ", " + ratePerS + " a second")
                    + (capacityBytes == null ? "" : ", capacity " + capacityBytes)
                    + (readers == 1 ? "" : ", " + readers + " readers");
        }
    }

    private Medians() {
    }

    /** Series by what was measured, then by subject, each in the order in which they were measured. */
    static Map<Spot, Map<String, List<Series>>> bySpot(final List<Series> all) {
        final Map<Spot, Map<String, List<Series>>> spots = new LinkedHashMap<>();
        for (final Series series : all) {
            spots.computeIfAbsent(Spot.of(series.point()), spot -> new LinkedHashMap<>())
                    .computeIfAbsent(series.point().subject(), subject -> new ArrayList<>()).add(series);
        }
        return spots;
    }

    static OptionalDouble of(final List<Series> rounds, final Function<Series, ? extends Number> figure) {
        return median(rounds.stream().map(figure).filter(Objects::nonNull).mapToDouble(Number::doubleValue).sorted()
                .toArray());
    }

    /** Ratios of rounds of the same number that found the cores in the same place; their median. */
    static OptionalDouble ratio(final List<Series> rounds, final List<Series> base,
            final Function<Series, ? extends Number> figure) {
        final List<Double> ratios = new ArrayList<>();
        for (final Series one : rounds) {
            for (final Series other : base) {
                final Number over = figure.apply(one);
                final Number under = figure.apply(other);
                if (areComparable(one.point(), other.point()) && over != null && under != null
                        && under.doubleValue() != 0) {
                    ratios.add(over.doubleValue() / under.doubleValue());
                }
            }
        }
        return median(ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    private static boolean areComparable(final Point one, final Point other) {
        return one.round() == other.round() && one.placement().equals(other.placement())
                && !one.placement().equals(Placement.CHANGED.label());
    }

    private static OptionalDouble median(final double[] sorted) {
        final int half = sorted.length / 2;
        return sorted.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }
}
