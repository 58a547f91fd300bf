package io.verbus.latency.frame;

import static io.verbus.latency.frame.Candidate.Kind.AERON;
import static io.verbus.latency.frame.Candidate.Kind.C;
import static io.verbus.latency.frame.Candidate.Kind.JAVA;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One table: candidates that are measured in turn, each compared with the first. */
record Question(String name, List<Measure> measures, List<Candidate> candidates) {
    private static final List<Measure> ALL = List.of(Measure.values());

    static List<Question> all() {
        final List<Question> questions = new ArrayList<>();
        for (final int payload : new int[]{32, 40, 48}) {
            questions.add(new Question("layout-" + payload, ALL, layouts(payload)));
        }
        questions.add(of("clear", C, "CLEAR_AHEAD=0", "CLEAR_AHEAD=128", "CLEAR_AHEAD=512", "CLEAR_AHEAD=1024",
                "CLEAR_AHEAD=4096", "CLEAR_AHEAD=0 CLEAR=0"));
        questions.add(of("clear-java", JAVA, "CLEAR_AHEAD=0", "CLEAR_AHEAD=128", "CLEAR_AHEAD=512",
                "CLEAR_AHEAD=1024", "CLEAR_AHEAD=0 CLEAR=0"));
        questions.add(of("costs", C, "", "COMMIT_WORD=8", "CHUNKED=0", "CHECK_SEQUENCE=0", "CHECK_HORIZON=0",
                "CHECK_SEQUENCE=0 CHECK_HORIZON=0", "HEADER=24", "HEADER=24 TIME_STAMP=1", "BATCH=1", "BATCH=1024"));
        questions.add(of("costs-java", JAVA, "", "COMMIT_WORD=8", "CHUNKED=0", "CHECK_SEQUENCE=0",
                "CHECK_HORIZON=0", "HEADER=24 TIME_STAMP=1"));
        questions.add(of("shape-java", JAVA, "", "BOUNDS_CHECKS=0", "VOLATILE_COMMIT=1", "ON_SPIN_WAIT=1", "BATCH=1",
                "BATCH=1024"));
        questions.add(capacities("capacity", C));
        questions.add(capacities("capacity-java", JAVA));
        questions.add(new Question("peers", List.of(Measure.THROUGHPUT, Measure.PACED), peers("PAYLOAD=32")));
        questions.add(new Question("peers-round-trip", List.of(Measure.ROUND_TRIP), peers("PAYLOAD=64")));
        for (final Candidate.Kind kind : List.of(C, JAVA)) {
            questions.add(new Question("round-trip-" + kind, List.of(Measure.ROUND_TRIP), List.of(
                    Candidate.of(kind, "PAYLOAD=64"),
                    Candidate.of(kind, "PAYLOAD=64 CLEAR_AHEAD=0"),
                    Candidate.of(kind, "PAYLOAD=64 CAPACITY=67108864"),
                    Candidate.of(kind, "PAYLOAD=64 ALIGNMENT=64"),
                    Candidate.of(kind, "PAYLOAD=48"))));
        }
        questions.add(new Question("peers-unchecked", List.of(Measure.THROUGHPUT, Measure.ROUND_TRIP), List.of(
                Candidate.of(JAVA, "BOUNDS_CHECKS=0"), Candidate.of(AERON, "BOUNDS_CHECKS=0"))));
        return questions;
    }

    private static Question of(final String name, final Candidate.Kind kind, final String... parameters) {
        return new Question(name, ALL, Arrays.stream(parameters).map(p -> Candidate.of(kind, p)).toList());
    }

    private static List<Candidate> layouts(final int payload) {
        final List<Candidate> candidates = new ArrayList<>();
        for (final int header : new int[]{16, 24, 32}) {
            for (final int alignment : new int[]{32, 8, 16, 64}) {
                candidates.add(
                        Candidate.of(C, "HEADER=" + header + " ALIGNMENT=" + alignment + " PAYLOAD=" + payload));
            }
        }
        return candidates;
    }

    private static Question capacities(final String name, final Candidate.Kind kind) {
        final List<Candidate> candidates = new ArrayList<>();
        for (int kilobytes = 64; kilobytes <= 64 << 10; kilobytes *= 4) {
            candidates.add(Candidate.of(kind, "CAPACITY=" + (kilobytes << 10)));
        }
        return new Question(name, List.of(Measure.THROUGHPUT, Measure.PACED), candidates);
    }

    private static List<Candidate> peers(final String payload) {
        return List.of(
                Candidate.of(JAVA, payload),
                Candidate.of(C, payload),
                Candidate.of(AERON, payload),
                Candidate.of(AERON, payload + " TERM=" + (1 << 20)));
    }
}
