package io.verbus.system.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Samples of all resources, by column, with their times in seconds. */
final class Samples {
    /** Kind of a resource; its use must not grow. */
    enum Unit {
        /** Bytes; some are noise: heaps grow up to their limit, segments are being written. */
        BYTES(48 << 20),
        /** Files, directories and descriptors. */
        COUNT(24),
        /** Messages a second, which must not fall; restarts of the feed are zeros. */
        RATE(0);

        private final long noise;

        Unit(final long noise) {
            this.noise = noise;
        }
    }

    /** Until journals have reached the limit of their retention. */
    static final double WARM_UP_SECONDS = 120;
    /** More than this in the last quarter, beside noise, is growth. */
    private static final double MOST = 1.25;
    /** A rate below this part of the rate of the first quarter is a stall. */
    private static final double LEAST_RATE = 0.5;

    private final List<Double> seconds = new ArrayList<>();
    private final Map<String, List<Double>> columns = new LinkedHashMap<>();
    private final Map<String, Unit> units = new LinkedHashMap<>();

    void begin(final double atSeconds) {
        seconds.add(atSeconds);
    }

    void add(final String column, final Unit unit, final double value) {
        units.put(column, unit);
        columns.computeIfAbsent(column, name -> new ArrayList<>()).add(value);
    }

    List<String> columns(final Unit unit) {
        return columns.keySet().stream().filter(column -> units.get(column) == unit).toList();
    }

    double seconds() {
        return seconds.isEmpty() ? 0 : seconds.getLast();
    }

    double most(final List<String> of) {
        return of.stream().flatMap(column -> columns.get(column).stream()).mapToDouble(Double::doubleValue).max()
                .orElse(0);
    }

    List<double[]> points(final String column) {
        final List<double[]> points = new ArrayList<>();
        for (int i = 0; i < seconds.size(); i++) {
            points.add(new double[]{seconds.get(i), columns.get(column).get(i)});
        }
        return points;
    }

    /**
     * Columns whose mean of the last quarter is above that of the first by more than noise, with both; and rates that
     * were 0, or have fallen. Too few samples for a judgement are a line too.
     */
    List<String> problems() {
        final List<String> problems = new ArrayList<>();
        final int begin = (int) seconds.stream().filter(second -> second < WARM_UP_SECONDS).count();
        columns.forEach((column, all) -> {
            final List<Double> values = all.subList(begin, all.size());
            final int quarter = values.size() / 4;
            if (quarter == 0) {
                problems.add(column + ": only " + values.size() + " samples after the first "
                        + (int) WARM_UP_SECONDS + " s, so nothing is known");
                return;
            }
            final double first = mean(values.subList(0, quarter));
            final double last = mean(values.subList(values.size() - quarter, values.size()));
            final boolean isWrong = units.get(column) == Unit.RATE
                    ? first <= 0 || last < LEAST_RATE * first
                    : last > MOST * first + units.get(column).noise;
            if (isWrong) {
                problems.add(String.format(Locale.ROOT, "%s: %,.0f in the first quarter, %,.0f in the last", column,
                        first, last));
            }
        });
        return problems;
    }

    private static double mean(final List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    String csvHeader() {
        return "seconds," + String.join(",", columns.keySet());
    }

    /** The newest line. */
    String csvLine() {
        return String.format(Locale.ROOT, "%.0f,", seconds()) + columns.values().stream()
                .map(values -> String.format(Locale.ROOT, "%.0f", values.getLast())).collect(Collectors.joining(","));
    }
}
