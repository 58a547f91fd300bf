package io.verbus.latency.frame;

import java.io.IOException;
import java.util.List;

/**
 * Measures what decides the log's format, and prints markdown tables.
 *
 * <p>Arguments: the number of rounds (default 5), then the names of questions (default all). In a round every
 * candidate is measured once, so they alternate. The C ring's round trip is taken before and after each measurement;
 * one during which the CPUs were moved is taken once more, then dropped. With {@code -Dframe.seconds=n} no round
 * begins later than that, so a table may rest on fewer. Needs CPUs 0 and 1, and /dev/shm.
 */
public final class FrameLayoutBenchmark {
    private FrameLayoutBenchmark() {
    }

    /**
     * Runs the questions and prints their tables.
     *
     * @param arguments rounds, then names of questions
     * @throws IOException if a child can't be started
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(final String[] arguments) throws IOException, InterruptedException {
        final int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        final List<String> names = List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
        final long endNs = System.nanoTime() + Integer.getInteger("frame.seconds", 1 << 20) * 1_000_000_000L;
        try (Children children = new Children()) {
            for (final Question question : Question.all()) {
                if (names.isEmpty() || names.contains(question.name())) {
                    final var figures = new Figures(question);
                    for (int round = 0; round < rounds && System.nanoTime() < endNs; round++) {
                        measure(children, question, figures);
                    }
                    figures.print();
                }
            }
        }
    }

    private static void measure(final Children children, final Question question, final Figures figures)
            throws IOException, InterruptedException {
        for (final Candidate candidate : question.candidates()) {
            if (candidate.kind() == Candidate.Kind.C && children.c == null) {
                continue;
            }
            for (final Measure measure : question.measures()) {
                for (int tries = 0; tries < 2; tries++) {
                    final double beforeNs = children.placementNs();
                    final double[] values = children.run(candidate, measure);
                    final double afterNs = children.placementNs();
                    if (Figures.Placement.of(beforeNs) == Figures.Placement.of(afterNs)) {
                        figures.add((beforeNs + afterNs) / 2, candidate, measure, values);
                        break;
                    }
                }
            }
        }
    }
}
