package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The machine, the conditions, the skipped measurements. */
final class ConditionsSection implements Section {
    private static final List<String> HOW = List.of("""
            The subjects are measured in turns, round by round, in an order that rotates, and are frozen while others \
            are measured. So a ratio of two figures of one round holds even on a shared machine, where the figures \
            themselves may change by half from one hour to the next. A hypervisor may also move the two cores to \
            places with fewer shared caches. The round trip of a ring in C, before and after each measurement, shows \
            their placement, and only rounds of one placement are compared. Rounds are short and many, so that a slow \
            minute of the machine is in few of them.""", """
            The figures do not include the warm-up. Intervals contain the median with 95 % probability, by order \
            statistics; fewer than six values have none, and their range is shown. A percentile with few messages \
            above it is chance, so rounds are joined, in order, until 1,000 lie above it; a table shows the median of \
            these groups, and a curve, of all latencies of all rounds, ends there. Latencies have three significant \
            digits.""", """
            Limits of such a machine: on two cores, any other thread of a subject (a driver, a conductor, a collector) \
            takes its core from the publisher or the reader; with more cores it would not. A virtual machine has no \
            hardware counters, and its host takes cores away without notice. Loopback is not a network: figures of \
            UDP, TCP and RDMA on one machine are those of its kernel. Software RDMA shows the overhead of the bus, \
            not the speed of a device.""");

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
            page.heading("Skipped, and why");
            page.table("settings", List.of("what", "why"), measured.results().skipped().stream()
                    .map(one -> List.of(one.what(), one.why())).toList());
        }
        page.heading("Settings of all subjects");
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
