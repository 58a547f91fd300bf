package io.verbus.tools.perf;

import io.verbus.Build;
import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.ComparisonSummary;
import io.verbus.latency.compare.Plan;
import io.verbus.latency.compare.Task;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Settings;
import io.verbus.latency.result.Skipped;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs one comparison of subjects and collects the results.
 *
 * @param plan settings of the measurement
 * @param names of the subjects
 * @param tasks to measure
 * @param printer receives progress lines and tables
 */
record SubjectsRun(Plan plan, List<String> names, List<Task> tasks, Consumer<String> printer) {
    /** Measures all tasks and prints each table when it is complete. {@code skips} go into the results as they are. */
    Results measure(final String command, final OffsetDateTime now, final Map<String, String> machine,
            final List<Skipped> skips) {
        final Comparison comparison = new Comparison(plan, line -> printer.accept("  " + line));
        skips.forEach(skipped -> comparison.skip(skipped.what(), skipped.why()));
        int printed = 0;
        for (final Task task : tasks) {
            comparison.run(names, task);
            ComparisonSummary.tables(comparison.series().subList(printed, comparison.series().size()))
                    .forEach(table -> printer.accept("\n" + TextTable.text(table)));
            printed = comparison.series().size();
        }
        return new Results(new Environment(now.toString(), Build.description(), machine),
                new Settings(command, plan.cores(), plan.rounds(), notes()), comparison.subjects(),
                comparison.skipped(), comparison.series());
    }

    private Map<String, String> notes() {
        final Map<String, String> notes = new LinkedHashMap<>();
        notes.put("turns", "round by round over all subjects, in rotating order; subjects that are not being measured"
                + " are stopped (SIGSTOP)");
        notes.put("threads", plan.cores().isEmpty()
                ? "not pinned"
                : "the publishing and the reading thread are pinned to cores " + plan.cores()
                        + ", other threads are not pinned");
        notes.put("warm-up", plan.warmUpSteps() + " steps before the first round and a short one before each"
                + " measurement; not counted");
        notes.put("measurement", plan.ms() + " ms, ping-pong at most " + plan.messages() + " round trips");
        notes.put("ping-pong", "latencies are round-trip times; the clock is read once per round trip");
        notes.put("open-loop", "latencies are measured from the intended send time of each message");
        notes.put("payload", "written and read word by word; in ping-pong and throughput the checksums of both sides"
                + " are compared");
        notes.put("bounds checks of Agrona", Boolean.getBoolean("agrona.disable.bounds.checks")
                ? "off, for all subjects"
                : "on, for all subjects");
        notes.put("placement", "round-trip time of the C ring before and after each measurement");
        notes.put("hiccups", "overshoot of a thread that repeatedly sleeps for 20 ms; it is not pinned");
        return notes;
    }
}
