package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Placements;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** On what was measured, how, what not, and what this can't show. */
final class ConditionsSection implements Section {
    private static final List<String> HOW = List.of("""
            The subjects take turns, round by round, in an order that changes; who is not measured does not run. So a \
            ratio of two figures of one round holds on a machine that others use too, where the figures themselves \
            may move by half from one hour to the next. A hypervisor may also move the two cores to where they share \
            less of the caches: a ring in C, measured before and after, tells how they stand, and only rounds that \
            agree are put together.""", """
            Warming up is apart from what is measured. Percentiles of the tables are medians of the rounds’ \
            percentiles; the curves are of all latencies of all rounds. Latencies have three significant digits. A \
            percentile with few messages beyond it is chance: the maximum is one message.""", """
            What such a machine can’t show: where there are two cores, whatever else a subject runs (a driver, a \
            conductor, a collector) takes its core from the publisher or the reader, and with more cores it would \
            not. A virtual machine has no hardware counters, and its host takes cores away without notice. Loopback \
            is no network: figures of UDP, TCP and RDMA on one machine are those of its kernel. Software RDMA tells \
            what the bus adds to a device, not what a device is worth.""");

    @Override
    public String title() {
        return "How it was measured, and on what";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return true;
    }

    @Override
    public void write(final Page page, final Measured measured) {
        HOW.forEach(page::prose);
        if (!measured.results().skipped().isEmpty()) {
            page.heading("What was skipped, and why");
            page.table("settings", List.of("what", "why"), measured.results().skipped().stream()
                    .map(one -> List.of(one.what(), one.why())).toList());
        }
        page.heading("How the cores stood");
        page.table("", Placements.COLUMNS, Placements.rows(measured.results()));
        page.heading("Settings that all have in common");
        page.facts(settings(measured.results().settings()));
        page.heading("The machine it ran on");
        page.facts(machine(measured.results().environment()));
    }

    private static Map<String, String> settings(final Settings settings) {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Command", settings.command());
        facts.put("Cores", settings.cores().isEmpty()
                ? "not pinned"
                : String.join(", ", settings.cores().stream().map(String::valueOf).toList()));
        facts.put("Rounds", Integer.toString(settings.rounds()));
        facts.putAll(settings.notes());
        return facts;
    }

    private static Map<String, String> machine(final Environment environment) {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Verbus", environment.verbus());
        facts.put("Date", environment.date());
        facts.putAll(environment.machine());
        return facts;
    }
}
