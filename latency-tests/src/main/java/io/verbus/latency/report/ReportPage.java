package io.verbus.latency.report;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.StyleSheet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a report as one self-contained page: without scripts, and without external fonts and images. */
public final class ReportPage {
    private static final String HOW_TO_READ = """
            The percentile plot gives each further nine the same room: at 99.9, one message in a thousand was slower \
            than the curve. A flat curve with a late, steep end is a quiet machine; steps far out are its \
            interruptions: other processes, the kernel's timer, a virtual machine's host. A warm-up, in which the JVM \
            compiles, is shaded in the plot over time and counts nowhere else; after it nothing is left out. Figures \
            have three significant digits. Compare runs only from the same machine, and look at the plot over time \
            before you trust a percentile: one bad second can own the whole tail.""";

    private static final String REFERENCE = """
            The row and the curve "%s" are of threads without a bus, which only read the clock on the same cores: what \
            they miss, a message that needs these cores misses, too.""";

    private final Report report;
    private final Page page;

    private ReportPage(final Report report) {
        this.report = report;
        page = new Page(report.title(), report.subtitle(), StyleSheet.plots());
    }

    /**
     * Writes a report.
     *
     * @param report the content
     * @return the page: HTML that is also well-formed XML, to be stored as UTF-8
     */
    public static String of(final Report report) {
        return new ReportPage(report).write();
    }

    private String write() {
        latency();
        page.markup().open("div", "class", "tables").line();
        for (final Report.Table table : report.tables()) {
            page.section(table.title());
            page.table("", table.columns(), table.rows());
            page.end();
        }
        page.section("How to read this page");
        page.prose(report.meaning() + " " + HOW_TO_READ);
        report.reference().ifPresent(reference -> page.prose(REFERENCE.formatted(reference.name())));
        page.end();
        page.markup().close().line();
        page.section("The machine it ran on");
        page.facts(report.machine());
        page.end();
        return page.text();
    }

    private void latency() {
        report.caution().ifPresent(page::verdict);
        final List<LatencySeries> recorded = report.series().stream().filter(run -> !run.isEmpty()).toList();
        highlights(recorded.isEmpty());
        if (recorded.isEmpty()) {
            page.section("Latency");
            page.prose("No latencies were recorded: the stream carried no timestamps, or no message arrived.");
            page.end();
            return;
        }
        page.section("Latency by percentile" + recorded.getFirst().warmUp().map(text -> ", " + text).orElse(""));
        LatencyPlots.byPercentile(Stream.concat(recorded.stream(), report.reference().stream()).toList())
                .draw(page.markup());
        page.end();
        percentileTable(PercentileTable.rows("run",
                Stream.concat(report.reference().stream(), report.series().stream()).toList()));
        for (final LatencySeries run : recorded.stream().filter(run -> !run.intervals().isEmpty()).toList()) {
            page.section(recorded.size() == 1 ? "Latency over time" : "Latency over time: " + run.name());
            LatencyPlots.byTime(run).draw(page.markup());
            page.end();
        }
    }

    /** The main percentiles of the first run, then the highlights of the report. */
    private void highlights(final boolean isEmpty) {
        if (!isEmpty) {
            final List<List<String>> table = PercentileTable.rows("run", report.series().subList(0, 1));
            final Map<String, String> figures = new LinkedHashMap<>();
            for (final String column : List.of("p50", "p99", "p99.9", "max")) {
                figures.put(column, table.getLast().get(table.getFirst().indexOf(column)));
            }
            page.highlights(figures);
        }
        if (!report.highlights().isEmpty()) {
            final Map<String, String> figures = new LinkedHashMap<>();
            report.highlights().forEach(figure -> figures.put(figure.label(), figure.value()));
            page.highlights(figures);
        }
    }

    /** A row per run; on a phone a column per run. */
    private void percentileTable(final List<List<String>> lines) {
        final List<List<String>> turned = IntStream.range(0, lines.getFirst().size())
                .mapToObj(column -> lines.stream().map(line -> line.get(column)).toList()).toList();
        page.section("Percentiles");
        page.table("wide", lines.getFirst(), lines.subList(1, lines.size()));
        page.table("narrow", turned.getFirst(), turned.subList(1, turned.size()));
        page.end();
    }
}
