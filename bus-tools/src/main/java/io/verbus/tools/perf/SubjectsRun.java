package io.verbus.tools.perf;

import io.verbus.build.Build;
import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.Plan;
import io.verbus.latency.compare.Summary;
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
 * One comparison of subjects, from the tasks to the results.
 *
 * @param plan how is measured
 * @param names of the subjects
 * @param tasks that they do
 * @param say hears what a person is to read
 */
record SubjectsRun(Plan plan, List<String> names, List<Task> tasks, Consumer<String> say) {
    /** Measures; prints tables as they come. What is beside it was asked for, and is known to be skipped. */
    Results measure(final String command, final OffsetDateTime now, final Map<String, String> machine,
            final List<Skipped> beside) {
        final Comparison comparison = new Comparison(plan, line -> say.accept("  " + line));
        beside.forEach(skipped -> comparison.skip(skipped.what(), skipped.why()));
        int shown = 0;
        for (final Task task : tasks) {
            comparison.run(names, task);
            Summary.tables(comparison.series().subList(shown, comparison.series().size()))
                    .forEach(table -> say.accept("\n" + TextTable.text(table)));
            shown = comparison.series().size();
        }
        return new Results(new Environment(now.toString(), Build.description(), machine),
                new Settings(command, plan.cores(), plan.rounds(), notes()), comparison.subjects(),
                comparison.skipped(), comparison.series());
    }

    private Map<String, String> notes() {
        final Map<String, String> notes = new LinkedHashMap<>();
        notes.put("turns", "round by round over all subjects, in an order that rotates; who is not measured is frozen"
                + " (SIGSTOP)");
        notes.put("threads", plan.cores().isEmpty()
                ? "not pinned"
                : "the publishing and the reading thread are pinned to cores " + plan.cores() + ", others are not");
        notes.put("warm-up", plan.warmUpSteps() + " steps before the first round, a short one before each measurement;"
                + " none of it is counted");
        notes.put("measurement", plan.ms() + " ms, ping-pong at most " + plan.messages() + " round trips");
        notes.put("ping-pong", "latencies are of round trips; the clock is read once a round trip");
        notes.put("open-loop", "latencies count from the time at which a message was to be sent");
        notes.put("payload", "written and read word by word; in ping-pong and throughput the sums of both sides are"
                + " compared");
        notes.put("bounds checks of Agrona", Boolean.getBoolean("agrona.disable.bounds.checks")
                ? "off, for all subjects"
                : "on, for all subjects");
        notes.put("placement", "round trip of the C ring, before and after each measurement");
        notes.put("hiccups", "a thread that sleeps 20 ms at a time and looks at the clock; it is not pinned");
        return notes;
    }
}
