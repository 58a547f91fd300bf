package io.verbus.latency.compare;

import io.verbus.latency.measure.Orders;
import io.verbus.latency.measure.SubjectWorker;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.meter.Safepoints;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.result.MeasuredSubject;
import io.verbus.latency.worker.ControlLine;
import io.verbus.latency.worker.Team;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.IoUtil;

/**
 * The machine itself: two processes, one on each core, that only read the clock at the rate of the messages. A message
 * is late if either of two threads is stopped, so a bus on the same machine has up to twice as many late messages as
 * this has late readings.
 */
final class ClockContestant implements Contestant {
    /** Its name in results. */
    static final String NAME = "clock";

    private static final int STEP_MS = 25;
    private static final long REST_NS = 30_000_000;
    private static final long MS_PER_S = 1_000;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final Task task;
    private final ComparisonPlan plan;
    private final Team team;

    ClockContestant(final Task task, final ComparisonPlan plan) {
        this.task = task;
        this.plan = plan;
        this.team = Team.open(plan.directory(), NAME, plan.patience());
        team.start(SubjectWorker.class, List.of(Safepoints.FLAG), List.of(job(0), job(1)));
        both(ControlLine.of(Orders.AWAIT));
    }

    static Optional<String> objection(final Task task) {
        return task.mode().equals(MeasuredPoint.OPEN_LOOP)
                ? Optional.empty()
                : Optional.of("it has no messages: it is measured at the rates of open-loop only");
    }

    private ControlLine job(final int side) {
        final ControlLine job = ControlLine.of(Orders.CLOCK).with(Orders.SUBJECT, NAME);
        return plan.cores().isEmpty() ? job : job.with(Orders.NEAR_CORE, plan.core(side));
    }

    private List<ControlLine> both(final ControlLine order) {
        return team.askFrom(0, order, order);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public MeasuredSubject describe() {
        return new MeasuredSubject(NAME, "threads that only read the clock; a reference", List.of(
                new Setting("processes", "two, one on each core", "each core is taken away on its own"),
                new Setting("samples", "of both", "a message needs both threads"),
                new Setting("latency", "from each intended time to the reading after it", "as of messages"),
                new Setting("idle strategy", "spin, with a pause", "as all subjects in shared memory")), null);
    }

    @Override
    public void warmUp() {
        for (int step = 0; step < plan.warmUpSteps(); step++) {
            both(order(task.ratesPerS().getFirst(), STEP_MS, STEP_MS));
            LockSupport.parkNanos(REST_NS);
        }
        team.freeze();
    }

    private static ControlLine order(final long ratePerS, final int ms, final int leadMs) {
        return ControlLine.of(Orders.RUN).with(Orders.RATE, ratePerS).with(Orders.MS, ms).with(Orders.LEAD,
                Math.max(1, ratePerS * leadMs / MS_PER_S));
    }

    @Override
    public Measurement measure(final long ratePerS) {
        return team.awake(() -> {
            final List<ControlLine> answers = both(order(ratePerS, plan.ms(), plan.leadMs()));
            final Histogram all = Histograms.parse(answers.getFirst().text(Orders.HISTOGRAM));
            all.add(Histograms.parse(answers.getLast().text(Orders.HISTOGRAM)));
            final long count = answers.getFirst().number(Orders.TIMED);
            final double waitedNs = sum(answers, Costs.WAITED_NS);
            final double cpuNs = sum(answers, Costs.CPU_NS);
            return new Measurement(
                    new Counts(count, 0, count * NS_PER_S / answers.getFirst().number(Orders.NS)), Latency.of(all),
                    new Cost(cpuNs / NS_PER_S,
                            answers.getFirst().number(Costs.THREAD_CPU_NS) / NS_PER_S, null,
                            sum(answers, Costs.ALLOCATED)),
                    new Pauses(sum(answers, Costs.GC_COUNT), (double) sum(answers, Costs.GC_MS), null, null,
                            waitedNs / NS_PER_MS,
                            Pauses.withheldShare(waitedNs, cpuNs, sum(answers, Costs.OPEN_NS) / 2.0)));
        });
    }

    private static long sum(final List<ControlLine> answers, final String word) {
        return answers.stream().mapToLong(answer -> answer.number(word)).sum();
    }

    @Override
    public void close() {
        team.close();
        IoUtil.delete(team.directory().toFile(), true);
    }
}
