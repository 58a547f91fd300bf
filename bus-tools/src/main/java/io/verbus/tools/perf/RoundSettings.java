package io.verbus.tools.perf;

import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.Task;
import io.verbus.latency.result.MeasuredPoint;

/**
 * Number and duration of the rounds of a task.
 *
 * @param rounds for all tasks; null: the default of the task
 * @param ms of one measurement, for all tasks; null: the default of the task
 * @param isRemote whether all tasks use RDMA, whose software devices are slow
 */
record RoundSettings(Integer rounds, Integer ms, boolean isRemote) {
    /**
     * Many short rounds, so that a slow minute of the machine and a move of the cores spoil few of them. At a fixed
     * rate a round is longer, for more samples in the tail.
     */
    static final int SHORT_ROUNDS = 30;
    static final int SHORT_MS = 100;
    static final int LONG_ROUNDS = 10;
    static final int LONG_MS = 1_000;

    ComparisonPlan of(final ComparisonPlan plan, final Task task) {
        final boolean isShort = !isRemote
                && (task.mode().equals(MeasuredPoint.PING_PONG) || task.mode().equals(MeasuredPoint.THROUGHPUT));
        return plan.withRounds(rounds != null ? rounds : isShort ? SHORT_ROUNDS : LONG_ROUNDS,
                ms != null ? ms : isShort ? SHORT_MS : LONG_MS);
    }
}
