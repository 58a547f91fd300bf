package io.verbus.latency.report.comparison;

import static io.verbus.latency.report.comparison.Section.Part.caption;
import static io.verbus.latency.report.comparison.Section.Part.each;
import static io.verbus.latency.report.comparison.Section.Part.folded;
import static io.verbus.latency.report.comparison.Section.Part.heading;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.comparison.Section.Part;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Workload;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.MeasuredSubject;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Settings;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sections on a run itself: its rounds, also those that are not used, its conditions and its subjects. */
final class RunSections {
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

    private final Measured measured;
    private final Results results;

    private RunSections(final Measured measured) {
        this.measured = measured;
        this.results = measured.results();
    }

    /** The sections of a run, in order. */
    static Stream<Section> of(final Measured measured) {
        final RunSections sections = new RunSections(measured);
        return Stream.of(Section.of("Single rounds", sections.results.series(), sections::rounds),
                Section.of("How it was measured, and on what", HOW, sections::conditions),
                Section.of("The subjects and their settings", sections.results.subjects(),
                        subjects -> each(subjects, RunSections::subject)))
                .flatMap(Optional::stream);
    }

    private Part rounds(final List<Series> all) {
        return Part.of(caption("The cores of a virtual machine move. The distance of the two is the round trip of the"
                + " C ring, before and after each measurement. If its class changes, or its time by half (changed), or"
                + " if the measured threads waited for more than a tenth of the round for cores that other programs had"
                + " (waited), the figure is in brackets and not used." + pinned(all)),
                page -> page.table("", List.of("cores", "figures", "share", "round trip of the C ring beside them"),
                        placements(all)),
                single(MeasuredPoint.PING_PONG, Metric.P50, one -> "Round trips, p50"),
                single(MeasuredPoint.OPEN_LOOP, Metric.P99, one -> "One way at " + one.rate() + ", p99"),
                single(MeasuredPoint.THROUGHPUT, Metric.PER_SECOND, one -> "Throughput"));
    }

    /** A row for each placement of the cores, and for each reason why figures are not used. */
    private static List<List<String>> placements(final List<Series> all) {
        final List<List<String>> rows = new ArrayList<>();
        Stream.concat(Measured.placements(all).stream(), Ratio.UNUSED.stream()).forEach(name -> {
            final List<Series> figures = all.stream().filter(one -> name.equals(placement(one))).toList();
            if (!figures.isEmpty()) {
                rows.add(List.of(name, String.format(Locale.ROOT, "%,d", figures.size()),
                        Math.round(100.0 * figures.size() / all.size()) + " %", ringTimes(figures)));
            }
        });
        return rows;
    }

    private static String ringTimes(final List<Series> figures) {
        final DoubleSummaryStatistics ns = figures.stream().map(one -> one.point().placementNs())
                .filter(Objects::nonNull).mapToDouble(Double::doubleValue).summaryStatistics();
        return ns.getCount() == 0
                ? Cells.NONE
                : Nanos.text(Math.round(ns.getMin())) + " – " + Nanos.text(Math.round(ns.getMax()));
    }

    private static String placement(final Series one) {
        return Objects.requireNonNullElse(one.point().placement(), "unknown");
    }

    private static String pinned(final List<Series> all) {
        final String cores = all.stream().map(Series::cores).filter(one -> one.publisherCore() != null)
                .map(one -> one.publisherCore() + " and " + one.readerCore()).distinct()
                .collect(Collectors.joining("; "));
        return cores.isEmpty() ? "" : " The publishing and the reading thread are pinned to CPU " + cores + ".";
    }

    /** A metric of the main workload of a mode in each round. */
    private Part single(final String mode, final Metric metric, final Function<Workload, String> title) {
        return each(measured.main(mode).stream().toList(),
                one -> folded(title.apply(one) + ", " + one.payload(), Part.table("", table(one, metric))));
    }

    private Report.Table table(final Workload workload, final Metric metric) {
        final List<Series> all = results.series().stream().filter(one -> Workload.of(one.point()).equals(workload))
                .toList();
        final List<String> subjects = all.stream().map(one -> one.point().subject()).distinct().toList();
        final List<List<String>> rows = all.stream().map(one -> one.point().round()).distinct().sorted()
                .map(round -> Stream.concat(Stream.of(Integer.toString(round)), subjects.stream()
                        .map(subject -> all.stream().filter(one -> one.point().round() == round
                                && one.point().subject().equals(subject)).map(one -> cell(one, metric)).findFirst()
                                .orElse(Cells.NONE)))
                        .toList())
                .toList();
        return new Report.Table("", Stream.concat(Stream.of("round"), subjects.stream()).toList(), rows);
    }

    private static String cell(final Series one, final Metric metric) {
        final Double figure = metric.reliable(one);
        final String text = figure == null ? Cells.NONE : metric.text(figure);
        final String placement = placement(one);
        return (Ratio.isUsed(placement) ? text : "(" + text + ")") + "\n" + placement + distance(one.cores());
    }

    private static String distance(final Cores cores) {
        return cores.placementBeforeNs() == null || cores.placementAfterNs() == null
                ? ""
                : ", " + Math.round(cores.placementBeforeNs()) + " → "
                        + Nanos.text(Math.round(cores.placementAfterNs()));
    }

    private Part conditions(final List<String> how) {
        return Part.of(each(how, text -> page -> page.prose(text)),
                each(results.skipped().isEmpty() ? List.of() : List.of(results.skipped()), skipped -> Part.of(
                        heading("Skipped, and why"),
                        page -> page.table("settings", List.of("what", "why"),
                                skipped.stream().map(one -> List.of(one.what(), one.why())).toList()))),
                heading("Settings of all subjects"), page -> page.facts(settings(results.settings())),
                heading("The machine it ran on"), page -> page.facts(machine(results.environment())));
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

    private static Part subject(final MeasuredSubject subject) {
        return page -> {
            page.heading(subject.name() + (subject.title() == null ? "" : ": " + subject.title()));
            if (!subject.configuration().isEmpty()) {
                page.table("settings", List.of("setting", "value", "why"), subject.configuration().stream()
                        .map(one -> List.of(one.name(), one.value(), one.reason())).toList());
            }
            if (subject.source() != null) {
                page.folded("Source of " + subject.name() + ", " + subject.source().lines().count() + " lines",
                        subject.source());
            }
        };
    }
}
