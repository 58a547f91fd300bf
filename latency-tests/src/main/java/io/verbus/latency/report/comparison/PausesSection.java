package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Pauses of the subjects during the measurements. */
final class PausesSection implements Section {
    @Override
    public String title() {
        return "Pauses";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !spots(measured).isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        page.caption(
                "Sums of all rounds: garbage collections, stops of all threads of a JVM, and the time in which the two"
                        + " measured threads were ready to run and had no core.");
        for (final Spot spot : spots(measured)) {
            page.heading(spot.ratePerS() == null ? spot.mode() : spot.mode() + ", " + Spots.rate(spot));
            final List<List<String>> rows = new ArrayList<>();
            for (final String subject : measured.subjects(spot::equals)) {
                final List<String> row = new ArrayList<>(List.of(subject));
                row.addAll(pauses(measured.rounds(subject, spot)));
                rows.add(row);
            }
            page.table("", List.of("subject", "collections", "safepoints", "ready, but no core"), rows);
        }
    }

    private static List<Spot> spots(final Measured measured) {
        return Stream.of(Spots.pingPong(measured), Spots.openLoop(measured), Spots.throughput(measured))
                .flatMap(Optional::stream).toList();
    }

    private static List<String> pauses(final List<Series> rounds) {
        return List.of(counted(rounds, pause -> number(pause.gcCount()), Pauses::gcMs),
                counted(rounds, pause -> number(pause.safepointCount()), Pauses::safepointMs),
                milliseconds(sum(rounds, Pauses::waitedMs)));
    }

    private static String counted(final List<Series> rounds, final Function<Pauses, Double> count,
            final Function<Pauses, Double> ms) {
        return sum(rounds, count).map(value -> String.format(Locale.ROOT, "%,.0f", value)
                + (value > 0 ? "\n" + milliseconds(sum(rounds, ms)) : "")).orElse(Cells.NONE);
    }

    private static Optional<Double> sum(final List<Series> rounds, final Function<Pauses, Double> value) {
        return rounds.stream().map(Series::pauses).map(value).filter(Objects::nonNull).reduce(Double::sum);
    }

    private static String milliseconds(final Optional<Double> ms) {
        return ms.map(value -> String.format(Locale.ROOT, value < 10 ? "%.2f ms" : "%,.0f ms", value))
                .orElse(Cells.NONE);
    }

    private static Double number(final Long value) {
        return value == null ? null : value.doubleValue();
    }
}
