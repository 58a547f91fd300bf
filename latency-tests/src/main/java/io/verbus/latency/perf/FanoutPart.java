package io.verbus.latency.perf;

import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.latency.jobs.Words;
import io.verbus.latency.report.Report;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What a publisher's thread spends on each message for each image, and whether a process that stopped costs others. */
public final class FanoutPart {
    private static final List<Integer> IMAGES = List.of(0, 1, 2, 4, 8);
    /** When one of two processes is stopped: images of the other, and of it. */
    private static final int LIVE = 3;
    private static final int STOPPED = 1;
    private static final int BURSTS = 80;
    private static final int EVERY_MS = 25;
    /** Messages that a software device can carry to eight images in a burst's time. */
    private static final int REMOTE_BURST = 40;
    private static final int LOCAL_BURST = 1_000;
    /** So small that a stopped reader is lapped while it is measured. */
    private static final int REMOTE_CAPACITY = 128 << 10;
    private static final int LOCAL_CAPACITY = 1 << 20;

    private final Setup setup;
    private final int burst;
    private final int capacity;
    private Team team;

    /**
     * A part of a measurement.
     *
     * @param setup what is measured, and on what
     */
    public FanoutPart(final Setup setup) {
        this.setup = setup;
        final boolean remote = setup.route() instanceof Route.Rdma;
        this.burst = remote ? REMOTE_BURST : LOCAL_BURST;
        this.capacity = remote ? REMOTE_CAPACITY : LOCAL_CAPACITY;
    }

    /**
     * Measures.
     *
     * @return what was found
     * @throws BusException if something does not work, or an image that reads has missed something
     */
    public Findings run() {
        final Line spray = setup.route().first(Line.of(Words.SPRAY).with(Words.CAPACITY, capacity), 3);
        final Line basin = setup.route().second(Line.of(Words.BASIN), 3);
        try (Team started = Crew.start(setup.directory(), "fanout", List.of(spray, basin, basin))) {
            team = started;
            images(1, 0, Policy.BLOCK);
            allRead(); // for the JVMs to compile
            return new Findings(List.of(byImages(), besideAStoppedOne()),
                    List.of(String.format(Locale.ROOT,
                            "bursts of %,d messages of 64 bytes, each pushed, %d bursts a measurement, one every"
                                    + " %d ms; a log of %,d bytes; nothing is pinned",
                            burst, BURSTS, EVERY_MS, capacity)),
                    List.of());
        }
    }

    private Report.Table byImages() {
        final List<List<String>> rows = new ArrayList<>();
        for (final int images : IMAGES) {
            images((images + 1) / 2, images / 2, Policy.BLOCK);
            final Spread cpuNs = Spread.of(times(this::allRead));
            rows.add(List.of(Integer.toString(images), figure(cpuNs.median()),
                    images == 0 ? "–" : figure(cpuNs.median() / images),
                    figure(cpuNs.least()) + " to " + figure(cpuNs.most())));
        }
        return new Report.Table("CPU time of the publishing thread, ns, median of " + setup.rounds(),
                List.of("images in 2 processes", "a message", "a message and image", "a message, least to most"), rows);
    }

    private Report.Table besideAStoppedOne() {
        images(LIVE, STOPPED, Policy.SKIP);
        final Rounds<Double> rounds = Rounds.of(
                List.of(new Contender<>("all read", this::allRead), new Contender<>("one stopped", this::oneStopped)),
                setup.rounds());
        final List<List<String>> rows = rounds.rows(List.of(cpuNs -> cpuNs), FanoutPart::figure);
        final List<List<String>> withRatio = new ArrayList<>(IntStream.range(0, rounds.results().size())
                .mapToObj(i -> append(rows.get(i), String.format(Locale.ROOT, "%.2f",
                        rounds.results().get(i).get("one stopped") / rounds.results().get(i).get("all read"))))
                .toList());
        withRatio.add(append(rows.getLast(), rounds.ratio("one stopped", "all read", cpuNs -> cpuNs).ratio()));
        return new Report.Table("CPU time a message, ns, with " + LIVE + " images in one process and " + STOPPED
                + " (SKIP) in another, which is stopped; the first gets every message",
                List.of("round", "all read", "one stopped", "ratio"), withRatio);
    }

    private void images(final int first, final int second, final Policy policy) {
        team.ask(1, Line.of(Words.IMAGES).with(Words.COUNT, first).with(Words.POLICY, Policy.BLOCK));
        team.ask(2, Line.of(Words.IMAGES).with(Words.COUNT, second).with(Words.POLICY, policy));
        team.ask(0, Line.of(Words.AWAIT).with(Words.COUNT, first + second));
    }

    private DoubleStream times(final DoubleSupplier measure) {
        return IntStream.range(0, setup.rounds()).mapToDouble(round -> measure.getAsDouble());
    }

    private double allRead() {
        final List<Line> answers = team.ask(publish(), receive(messages()), receive(messages()));
        requireAll(answers.get(1)); // the other process may be under SKIP: when the machine is busy, it is lapped
        return (double) answers.getFirst().number(Words.CPU_NS) / messages();
    }

    private double oneStopped() {
        team.member(2).freeze();
        final List<Line> answers = team.ask(publish(), receive(messages()));
        team.member(2).thaw();
        team.ask(2, receive(Long.MAX_VALUE)); // it reads what is left
        requireAll(answers.get(1));
        return (double) answers.getFirst().number(Words.CPU_NS) / messages();
    }

    private void requireAll(final Line answer) {
        if (answer.number(Words.LEAST) < messages() || answer.number(Words.MISSED) > 0) {
            throw new BusException("an image has got " + answer.number(Words.LEAST) + " of " + messages()
                    + " messages: is the machine very busy?");
        }
    }

    private Line publish() {
        return Line.of(Words.PUBLISH).with(Words.COUNT, burst).with(Words.BURSTS, BURSTS).with(Words.EVERY_MS,
                EVERY_MS);
    }

    private static Line receive(final long count) {
        return Line.of(Words.RECEIVE).with(Words.COUNT, count);
    }

    private long messages() {
        return (long) burst * BURSTS;
    }

    private static List<String> append(final List<String> row, final String cell) {
        final List<String> longer = new ArrayList<>(row);
        longer.add(cell);
        return longer;
    }

    private static String figure(final double ns) {
        return String.format(Locale.ROOT, "%,.0f", ns);
    }
}
