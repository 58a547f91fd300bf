package io.verbus.latency.perf;

import io.verbus.latency.jobs.Histograms;
import io.verbus.latency.jobs.Words;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.Team;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Round trips between two processes, one message under way. */
final class BusPing implements AutoCloseable {
    private static final int WARM_UP_STEP = 500;
    private static final long REST_NS = 50_000_000;

    private final Setup setup;
    private final Team team;
    private final Histogram all = new Histogram(3);
    private final Allocations allocations = new Allocations();

    private BusPing(final Setup setup, final Team team) {
        this.setup = setup;
        this.team = team;
    }

    /** Starts them and warms them up; frozen when this returns. */
    static BusPing start(final Setup setup, final int slot, final String name, final long dutyCycleMs) {
        final Line first = setup.pinned(Line.of(Words.PINGER).with(Words.DUTY_CYCLE_MS, dutyCycleMs), 0);
        final Line second = setup.pinned(Line.of(Words.PONGER).with(Words.DUTY_CYCLE_MS, dutyCycleMs), 1);
        final Team team = Crew.start(setup.directory(), name,
                List.of(setup.route().first(first, slot), setup.route().second(second, slot)));
        final BusPing ping = new BusPing(setup, team);
        team.ask(Line.of(Words.AWAIT), Line.of(Words.AWAIT));
        ping.warmUp();
        team.freeze();
        return ping;
    }

    /** With rests: threads that spin leave no core to the JVMs' compilers. */
    private void warmUp() {
        for (int count = 0; count < Setup.WARM_UP; count += WARM_UP_STEP) {
            exchange(WARM_UP_STEP);
            LockSupport.parkNanos(REST_NS);
        }
    }

    OneWay measure() {
        return team.awake(() -> {
            exchange(Setup.REWARM);
            final List<Line> answers = exchange(setup.messages());
            final Histogram histogram = Histograms.parse(answers.getFirst().text(Words.HISTOGRAM));
            all.add(histogram);
            allocations.add(answers);
            return OneWay.of(histogram);
        });
    }

    private List<Line> exchange(final int count) {
        final Line order = Line.of(Words.PING).with(Words.COUNT, count);
        return team.ask(order, order);
    }

    /** All latencies so far. */
    Histogram all() {
        return all;
    }

    Allocations allocations() {
        return allocations;
    }

    @Override
    public void close() {
        team.close();
    }
}
