package io.verbus.tools.perf;

import io.verbus.Build;
import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.ComparisonSummary;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.MachineAlone;
import io.verbus.latency.compare.Task;
import io.verbus.latency.report.PercentileTable;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.report.comparison.Cautions;
import io.verbus.latency.report.comparison.Verdict;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Settings;
import io.verbus.latency.result.Skipped;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs one comparison of subjects and collects the results.
 *
 * @param plan settings of the measurement
 * @param names of the subjects of a task
 * @param tasks to measure
 * @param settings number and duration of the rounds of each task
 * @param printer receives progress lines and tables
 */
record SubjectsRun(ComparisonPlan plan, Function<Task, List<String>> names, List<Task> tasks, RoundSettings settings,
        Consumer<String> printer) {
    /**
     * What a run gave.
     *
     * @param results of all subjects
     * @param failures how many subjects could do a task here, but failed
     */
    record Finished(Results results, int failures) {}

    /** Measures all tasks, then prints the result. {@code skips} go into the results as they are. */
    Finished measure(final String command, final OffsetDateTime now, final Map<String, String> description,
            final List<Skipped> skips) {
        final Map<String, String> machine = new LinkedHashMap<>(description);
        final Optional<MachineAlone> alone = plan.farHost().isPresent()
                ? Optional.empty()
                : Optional.of(MachineAlone.measure(plan.directory(), plan.cores()));
        alone.ifPresent(before -> {
            machine.put(Environment.ALONE, before.text());
            before.caution(description).ifPresent(caution -> machine.put(Environment.CAUTION, caution));
        });
        final Comparison comparison = new Comparison(plan, line -> printer.accept("  " + line));
        skips.forEach(skipped -> comparison.skip(skipped.what(), skipped.why()));
        for (final Task task : tasks) {
            comparison.run(names.apply(task), task, settings.of(plan, task));
        }
        final Results results = new Results(new Environment(now.toString(), Build.description(), machine),
                new Settings(command, plan.cores(), rounds(), notes()), comparison.subjects(),
                comparison.skipped(), comparison.series());
        Cautions.of(results).forEach(caution -> printer.accept("\n" + caution));
        alone.ifPresent(before -> printer.accept("\n"
                + PercentileTable.text(List.of(before.series())).stripTrailing()));
        Verdict.of(results).ifPresent(verdict -> printer.accept("\n" + verdict));
        ComparisonSummary.tables(results.series())
                .forEach(table -> printer.accept("\n" + TextTable.text(table).stripTrailing()));
        printer.accept("\n" + ComparisonSummary.legend());
        return new Finished(results, comparison.failures());
    }

    private int rounds() {
        return tasks.stream().mapToInt(task -> settings.of(plan, task).rounds()).max().orElse(0);
    }

    private Map<String, String> notes() {
        final Map<String, String> notes = new LinkedHashMap<>();
        plan.farHost().ifPresent(host -> notes.put("hosts", "the publishing side of ping-pong and throughput is on "
                + plan.addresses().near() + ", the other on " + host.address()
                + "; round trips are timed by the first, throughput is counted by the second"));
        notes.put("rounds", "round by round over all subjects, in rotating order; subjects that are not being measured"
                + " are stopped (SIGSTOP)");
        notes.put("threads", plan.cores().isEmpty()
                ? "not pinned"
                : "the publishing and the reading thread are pinned to cores " + plan.cores()
                        + ", other threads are not pinned");
        notes.put("warm-up", plan.warmUpSteps() + " steps before the first round and a short one before each"
                + " measurement; not counted");
        tasks.forEach(task -> notes.put("rounds, " + task.mode(), settings.of(plan, task).rounds() + " of "
                + settings.of(plan, task).ms() + " ms"
                + (task.mode().equals(MeasuredPoint.PING_PONG)
                        ? ", at most " + plan.messages() + " round trips"
                        : "")));
        notes.put("ping-pong", "latencies are round-trip times; the clock is read once per round trip");
        notes.put("open-loop", "latencies are measured from the intended send time of each message");
        notes.put("payload", "written and read word by word; in ping-pong and throughput the checksums of both sides"
                + " are compared");
        notes.put("bounds checks of Agrona", Boolean.getBoolean("agrona.disable.bounds.checks")
                ? "off, for all subjects"
                : "on, for all subjects");
        notes.put("placement",
                plan.farHost().isPresent()
                        ? "one core on each host"
                        : "round-trip time of the C ring before and after each measurement");
        return notes;
    }
}
