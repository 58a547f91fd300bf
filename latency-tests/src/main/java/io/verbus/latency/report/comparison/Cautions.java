package io.verbus.latency.report.comparison;

import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Sentences to be read before the figures of a run: other programs had the cores. */
public final class Cautions {
    private Cautions() {
    }

    /**
     * Returns the sentences of a run.
     *
     * @param results of the run
     * @return none if the machine was calm
     */
    public static List<String> of(final Results results) {
        final List<String> cautions = new ArrayList<>();
        final String before = results.environment().machine().get(Environment.CAUTION);
        if (before != null) {
            cautions.add(before);
        }
        final long waited = results.series().stream().filter(Cautions::hasWaited).count();
        if (waited > 0) {
            cautions.add("In " + waited + " of " + results.series().size() + " measurements the threads waited for more"
                    + " than a tenth of the time for cores that other programs had: these are not used."
                    + left(results));
        }
        return cautions;
    }

    /** The subjects with too few rounds left, by mode. */
    private static String left(final Results results) {
        final Map<List<Object>, List<Series>> byWorkload = results.series().stream().collect(Collectors.groupingBy(
                one -> List.of(one.point().mode(), one.point().payloadBytes(),
                        Objects.requireNonNullElse(one.point().ratePerS(), 0L), one.point().subject()),
                LinkedHashMap::new, Collectors.toList()));
        final Map<Object, List<String>> few = new LinkedHashMap<>();
        byWorkload.forEach((workload, rounds) -> {
            final long used = rounds.stream().filter(one -> Ratio.isUsed(one.point().placement())).count();
            if (used < Spread.LEAST && rounds.stream().anyMatch(Cautions::hasWaited)) {
                few.computeIfAbsent(workload.getFirst(), mode -> new ArrayList<>())
                        .add(workload.getLast() + " " + used + " of " + rounds.size());
            }
        });
        return few.isEmpty()
                ? ""
                : " Too few rounds are left for a result: " + few.entrySet().stream()
                        .map(entry -> entry.getKey() + " (" + String.join(", ", entry.getValue()) + ")")
                        .collect(Collectors.joining("; ")) + ". Repeat the run on a quieter machine.";
    }

    private static boolean hasWaited(final Series one) {
        return Ratio.WAITED.equals(one.point().placement());
    }
}
