package io.verbus.latency.perf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Results of contenders that took turns: each once a round, in an order that alternates, so that what slows the machine
 * down for a while slows all of them.
 *
 * @param <T> a result
 * @param names of the contenders, in the order of the first round
 * @param results of each round, by name
 */
record Rounds<T>(List<String> names, List<Map<String, T>> results) {
    /**
     * Lets contenders take turns.
     *
     * @param contenders all of them
     * @param count of rounds, at least 1
     */
    static <T> Rounds<T> of(final List<Contender<T>> contenders, final int count) {
        final List<Map<String, T>> results = new ArrayList<>();
        for (int round = 0; round < count; round++) {
            final Map<String, T> result = new HashMap<>();
            for (final Contender<T> contender : round % 2 == 0 ? contenders : contenders.reversed()) {
                result.put(contender.name(), contender.measure().get());
            }
            results.add(result);
        }
        return new Rounds<>(contenders.stream().map(Contender::name).toList(), results);
    }

    boolean has(final String name) {
        return names.contains(name);
    }

    /** One figure of one contender, over all rounds. */
    Spread of(final String name, final ToDoubleFunction<T> figure) {
        return Spread.of(results.stream().mapToDouble(round -> figure.applyAsDouble(round.get(name))));
    }

    /** One figure of one contender by another of another, each time of the same round. */
    Spread ratio(final String name, final String base, final ToDoubleFunction<T> figure) {
        return ratio(name, figure, base, figure);
    }

    Spread ratio(final String name, final ToDoubleFunction<T> figure, final String base,
            final ToDoubleFunction<T> baseFigure) {
        return Spread.of(results.stream().mapToDouble(
                round -> figure.applyAsDouble(round.get(name)) / baseFigure.applyAsDouble(round.get(base))));
    }

    /** Rows of a table: a round each, then the medians. */
    List<List<String>> rows(final List<ToDoubleFunction<T>> figures, final Format format) {
        final List<List<String>> rows = new ArrayList<>();
        for (int round = 0; round < results.size(); round++) {
            final Map<String, T> result = results.get(round);
            rows.add(row(Integer.toString(round + 1), names.stream().flatMap(name -> figures.stream()
                    .map(figure -> format.text(figure.applyAsDouble(result.get(name)))))));
        }
        rows.add(row("median", names.stream().flatMap(name -> figures.stream()
                .map(figure -> format.text(of(name, figure).median())))));
        return rows;
    }

    private static List<String> row(final String head, final Stream<String> cells) {
        return Stream.concat(Stream.of(head), cells).toList();
    }

    /** How a figure is written. */
    interface Format {
        /** {@return the figure for people} */
        String text(double figure);
    }
}
