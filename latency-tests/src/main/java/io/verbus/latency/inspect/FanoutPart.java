package io.verbus.latency.inspect;

import io.verbus.BusException;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.SubjectTeam;
import io.verbus.latency.compare.Task;
import io.verbus.latency.measure.Orders;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * CPU time of the publishing thread for each message and image, and whether a stopped process costs the others. Three
 * processes read: two under BLOCK, and one under SKIP, which is stopped.
 */
public final class FanoutPart {
    private static final List<Integer> IMAGES = List.of(0, 1, 2, 4, 8);
    /** Beside the stopped process: images of a BLOCK process, and of the stopped one. */
    private static final int LIVE = 3;
    private static final int STOPPED = 1;
    private static final int STOPPED_SIDE = 3;
    private static final int BURSTS = 80;
    private static final int EVERY_MS = 25;
    /** A software device can carry so many messages to eight images between two bursts. */
    private static final int REMOTE_BURST = 40;
    private static final int LOCAL_BURST = 1_000;
    /** So small that a stopped reader is lapped during a measurement. */
    private static final int REMOTE_CAPACITY = 128 << 10;
    private static final int LOCAL_CAPACITY = 1 << 20;
    private static final int PAYLOAD = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ComparisonPlan plan;
    private final SubjectTeam team;
    private final Line run;
    private List<Integer> blocking = List.of();

    private FanoutPart(final ComparisonPlan plan, final SubjectTeam team, final int burst) {
        this.plan = plan;
        this.team = team;
        this.run = Line.of(Orders.RUN).with(Orders.BURST, burst).with(Orders.EVERY_MS, EVERY_MS).with(Orders.MS,
                BURSTS * EVERY_MS);
    }

    /**
     * Measures, without pinned threads.
     *
     * @param plan of the measurements
     * @return tables
     * @throws BusException if a process fails, or an image under BLOCK missed a message
     */
    public static Findings measure(final ComparisonPlan plan) {
        final boolean isRemote = plan.addresses().isRemote();
        final SubjectKind kind = isRemote ? SubjectKind.VERBUS_RDMA : SubjectKind.VERBUS_SHM;
        final int capacity = isRemote ? REMOTE_CAPACITY : LOCAL_CAPACITY;
        final int burst = isRemote ? REMOTE_BURST : LOCAL_BURST;
        final Task task = new Task(MeasuredPoint.FAN_OUT, PAYLOAD, capacity, 1, List.of());
        final List<Line> sides = List.of(Line.of(Orders.NEAR), Line.of(Orders.FAR), Line.of(Orders.FAR),
                Line.of(Orders.FAR).with(Orders.SKIPS, 1));
        try (SubjectTeam team = SubjectTeam.start(kind, task, plan.unpinned(), sides)) {
            final FanoutPart part = new FanoutPart(plan, team, burst);
            part.connect(1, 0, 0);
            part.allRead(); // warm-up
            return new Findings(List.of(part.byImages(), part.besideStopped()),
                    List.of(String.format(Locale.ROOT,
                            "bursts of %,d messages of 64 bytes, each pushed, %d bursts a measurement, one every"
                                    + " %d ms; a log of %,d bytes; nothing is pinned",
                            burst, BURSTS, EVERY_MS, capacity)));
        }
    }

    private void connect(final int first, final int second, final int skipping) {
        blocking = List.of(first, second);
        team.ask(Stream.of(first + second + skipping, first, second, skipping)
                .map(readers -> Line.of(Orders.AWAIT).with(Orders.READERS, readers)).toArray(Line[]::new));
    }

    private Report.Table byImages() {
        final List<List<String>> rows = new ArrayList<>();
        for (final int images : IMAGES) {
            connect((images + 1) / 2, images / 2, 0);
            final List<Double> cpuNs = new ArrayList<>();
            for (int round = 0; round < plan.rounds(); round++) {
                cpuNs.add(allRead());
            }
            final double median = Ratio.median(cpuNs).orElseThrow();
            rows.add(List.of(Integer.toString(images), figure(median), images == 0 ? "–" : figure(median / images),
                    figure(cpuNs.stream().min(Double::compare).orElseThrow()) + " to "
                            + figure(cpuNs.stream().max(Double::compare).orElseThrow())));
        }
        return new Report.Table("CPU time of the publishing thread, ns, median of " + plan.rounds(),
                List.of("images in 2 processes", "a message", "a message and image", "a message, least to most"), rows);
    }

    private Report.Table besideStopped() {
        connect(LIVE, 0, STOPPED);
        final List<Double> allRead = new ArrayList<>();
        final List<Double> oneStopped = new ArrayList<>();
        final List<Double> ratios = new ArrayList<>();
        final List<List<String>> rows = new ArrayList<>();
        for (int round = 0; round < plan.rounds(); round++) {
            if (round % 2 == 0) { // in turns: a slow phase of the machine slows both
                allRead.add(allRead());
                oneStopped.add(oneStopped());
            } else {
                oneStopped.add(oneStopped());
                allRead.add(allRead());
            }
            ratios.add(oneStopped.getLast() / allRead.getLast());
            rows.add(List.of(Integer.toString(round + 1), figure(allRead.getLast()), figure(oneStopped.getLast()),
                    String.format(Locale.ROOT, "%.2f", ratios.getLast())));
        }
        rows.add(List.of("median", figure(Ratio.median(allRead).orElseThrow()),
                figure(Ratio.median(oneStopped).orElseThrow()), Spread.of(ratios).orElseThrow().range()));
        return new Report.Table("CPU time a message, ns, with " + LIVE + " images in one process and " + STOPPED
                + " (SKIP) in another, which is stopped; the first gets every message",
                List.of("round", "all read", "one stopped", "ratio"), rows);
    }

    private double allRead() {
        return cpuNs(team.ask(run, run, run, run));
    }

    private double oneStopped() {
        team.side(STOPPED_SIDE).freeze();
        final List<Line> answers = team.ask(run, run, run);
        team.side(STOPPED_SIDE).thaw();
        team.side(STOPPED_SIDE).send(run); // it reads the rest, up to the last message
        team.side(STOPPED_SIDE).answer(PATIENCE);
        return cpuNs(answers);
    }

    /** CPU time of the publishing thread for a message. Requires that the images under BLOCK received all. */
    private double cpuNs(final List<Line> answers) {
        final long sent = answers.getFirst().number(Orders.SENT);
        for (int i = 0; i < blocking.size(); i++) {
            final long received = answers.get(i + 1).number(Orders.RECEIVED);
            if (received != blocking.get(i) * sent) {
                throw new BusException("images under BLOCK missed messages: received " + received + ", expected "
                        + blocking.get(i) * sent + ": is the machine very busy?");
            }
        }
        return (double) answers.getFirst().number(Costs.THREAD_CPU_NS) / sent;
    }

    private static String figure(final double ns) {
        return String.format(Locale.ROOT, "%,.0f", ns);
    }
}
