package io.verbus.latency.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the rounds of one question gave, kept apart by placement, as tables in markdown. */
final class Figures {
    /** How far apart the two CPUs are, by the round trip of the C ring. The hypervisor moves them at will. */
    enum Placement {
        ONE_CORE("two threads of one core: round trip below 115 ns"), NEAR("near: 115 to 350 ns"), FAR(
                "far: above 350 ns"), UNKNOWN("not known");

        private final String meaning;

        Placement(final String meaning) {
            this.meaning = meaning;
        }

        static Placement of(final double roundTripNs) {
            if (Double.isNaN(roundTripNs)) {
                return UNKNOWN;
            }
            return roundTripNs < 115 ? ONE_CORE : roundTripNs < 350 ? NEAR : FAR;
        }
    }

    private record Cell(Placement placement, Candidate candidate, Measure measure) {}

    private final Question question;
    private final Map<Cell, List<double[]>> samples = new HashMap<>();
    private final Map<Placement, List<Double>> controlsNs = new EnumMap<>(Placement.class);

    Figures(final Question question) {
        this.question = question;
    }

    void add(final double controlNs, final Candidate candidate, final Measure measure, final double[] figures) {
        final Placement placement = Placement.of(controlNs);
        controlsNs.computeIfAbsent(placement, p -> new ArrayList<>()).add(controlNs);
        samples.computeIfAbsent(new Cell(placement, candidate, measure), c -> new ArrayList<>()).add(figures);
    }

    void print() {
        for (final Placement placement : controlsNs.keySet()) {
            System.out.printf(Locale.ROOT, "%n### %s, %s (median of the C ring: %.0f ns)%n%n",
                    question.name(), placement.meaning,
                    median(controlsNs.get(placement).stream().mapToDouble(Double::doubleValue).toArray()));
            final var header = new StringBuilder("| candidate |");
            final var rule = new StringBuilder("|---|");
            for (final Measure measure : question.measures()) {
                header.append(measure == Measure.ROUND_TRIP
                        ? " round trip ns (ratio, n) | p50 / p99 / p99.9 / p99.99 ns |"
                        : " " + measure.cName + " M/s (ratio, least, n) |");
                rule.append(measure == Measure.ROUND_TRIP ? "---|---|" : "---|");
            }
            System.out.println(header);
            System.out.println(rule);
            question.candidates().forEach(candidate -> System.out.println(row(placement, candidate)));
        }
        System.out.flush();
    }

    private String row(final Placement placement, final Candidate candidate) {
        final String parameters = candidate.parameters("");
        final var row = new StringBuilder("| ").append((candidate.kind() + " " + parameters).strip()).append(" |");
        for (final Measure measure : question.measures()) {
            final double[] values = column(placement, candidate, measure, 0);
            if (values.length == 0) {
                row.append(measure == Measure.ROUND_TRIP ? " | |" : " |");
                continue;
            }
            final double first = median(column(placement, question.candidates().getFirst(), measure, 0));
            if (measure == Measure.ROUND_TRIP) {
                row.append(String.format(Locale.ROOT, " %.1f (%.2f, %d) |", median(values), median(values) / first,
                        values.length));
                for (int i = 1; i <= 4; i++) {
                    row.append(String.format(Locale.ROOT, i == 1 ? " %.0f" : " / %.0f",
                            median(column(placement, candidate, measure, i))));
                }
                row.append(" |");
            } else {
                row.append(String.format(Locale.ROOT, " %.1f (%.2f, %.0f, %d) |", median(values),
                        median(values) / first, Arrays.stream(values).min().orElseThrow(), values.length));
            }
        }
        return row.toString();
    }

    private double[] column(final Placement placement, final Candidate candidate, final Measure measure, final int i) {
        return samples.getOrDefault(new Cell(placement, candidate, measure), List.of()).stream()
                .mapToDouble(figures -> figures[i])
                .toArray();
    }

    private static double median(final double[] values) {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }
}
