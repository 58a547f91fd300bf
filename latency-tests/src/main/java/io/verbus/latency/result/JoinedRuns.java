package io.verbus.latency.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Joins runs of the same version on the same machine and cores to one run. The rounds of a later run follow those of
 * the earlier, so no two runs are compared within a round.
 */
public final class JoinedRuns {
    /** Runs of the same kind are joined. */
    private record Kind(String verbus, Map<String, String> machine, List<Integer> cores) {
        static Kind of(final Results results) {
            return new Kind(results.environment().verbus(), results.environment().sameMachine(),
                    results.settings().cores());
        }
    }

    private JoinedRuns() {
    }

    /**
     * Joins runs of the same kind.
     *
     * @param runs in the order in which they are shown
     * @return one run of each kind
     */
    public static List<Results> of(final List<Results> runs) {
        return runs.stream().collect(Collectors.groupingBy(Kind::of, LinkedHashMap::new, Collectors.toList())).values()
                .stream().map(JoinedRuns::joined).toList();
    }

    private static Results joined(final List<Results> runs) {
        final Results first = runs.getFirst();
        final List<Series> series = new ArrayList<>();
        int rounds = 0;
        for (final Results run : runs) {
            for (final Series one : run.series()) {
                series.add(after(rounds, one));
            }
            rounds += run.settings().rounds();
        }
        final Settings settings = new Settings(
                runs.stream().map(run -> run.settings().command()).distinct().collect(Collectors.joining("; ")),
                first.settings().cores(), runs.stream().mapToInt(run -> run.settings().rounds()).max().orElse(0),
                first.settings().notes());
        return new Results(first.environment(), settings, distinct(runs, Results::subjects, MeasuredSubject::name),
                distinct(runs, Results::skipped, Skipped::what), series);
    }

    private static Series after(final int rounds, final Series one) {
        final MeasuredPoint at = one.point();
        final MeasuredPoint point = new MeasuredPoint(at.subject(), at.mode(), at.payloadBytes(), at.ratePerS(),
                at.readers(),
                at.capacityBytes(), at.round() + rounds, at.placement(), at.placementNs());
        return new Series(point, one.counts(), one.latency(), one.cost(), one.cores(), one.pauses());
    }

    private static <T> List<T> distinct(final List<Results> runs, final Function<Results, List<T>> part,
            final Function<T, String> name) {
        return List.copyOf(runs.stream().map(part).flatMap(Collection::stream)
                .collect(Collectors.toMap(name, one -> one, (one, again) -> one, LinkedHashMap::new)).values());
    }
}
