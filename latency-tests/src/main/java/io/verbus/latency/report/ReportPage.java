package io.verbus.latency.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a report as one page that needs nothing else: no script, no font, no picture from anywhere. */
public final class ReportPage {
    private static final String HOW_TO_READ = """
            Latency is the time from a message's publication (its frame becomes visible in the log) to its handler in \
            the subscribing process, both read from the same monotonic clock. The percentile plot gives each further \
            nine the same room: at 99.9, one message in a thousand was slower than the curve. A flat curve with a \
            late, steep end is a quiet machine; steps far out are its interruptions: other processes, the kernel's \
            timer, a virtual machine's host. A warm-up, in which the JVM compiles, is shaded in the plot over time \
            and counts nowhere else; after it nothing is left out. Figures have three significant digits. Compare \
            runs only from the same machine, and look at the plot over time before you trust a percentile: one bad \
            second can own the whole tail.""";

    private final Report report;
    private final Markup out = new Markup();

    private ReportPage(final Report report) {
        this.report = report;
    }

    /**
     * Writes a report.
     *
     * @param report what to tell
     * @return the page: HTML that is also well-formed XML, to be stored as UTF-8
     */
    public static String of(final Report report) {
        return new ReportPage(report).write();
    }

    private String write() {
        out.raw("<!DOCTYPE html>").line().open("html", "lang", "en").line();
        out.open("head").empty("meta", "charset", "utf-8").line();
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").line();
        out.element("title", report.title()).line();
        out.open("style").raw(styleSheet()).close().close().line();
        out.open("body").line().open("header").element("h1", report.title());
        out.element("p", report.subtitle()).close().line().open("main").line();
        latency();
        out.open("div", "class", "tables").line();
        for (final Report.Table table : report.tables()) {
            section(table.title());
            table("scroll", table.columns(), table.rows());
            out.close().line();
        }
        section("How to read this page");
        out.element("p", HOW_TO_READ, "class", "prose").close().close().line();
        machine();
        return out.close().close().close().line().toString();
    }

    private void latency() {
        final List<LatencySeries> recorded = report.series().stream().filter(run -> !run.isEmpty()).toList();
        highlights(recorded.isEmpty());
        if (recorded.isEmpty()) {
            section("Latency");
            out.element("p", "No latencies were recorded: the stream carried no timestamps, or no message arrived.",
                    "class", "prose").close().line();
            return;
        }
        section("Latency by percentile" + recorded.getFirst().warmUp().map(text -> ", " + text).orElse(""));
        new LatencyPlots(out).byPercentile(recorded);
        out.close().line();
        percentileTable(new PercentileTable(report.series()));
        for (final LatencySeries run : recorded.stream().filter(run -> !run.intervals().isEmpty()).toList()) {
            section(recorded.size() == 1 ? "Latency over time" : "Latency over time: " + run.name());
            new LatencyPlots(out).byTime(run);
            out.close().line();
        }
    }

    /** The first run's main percentiles, then what the report adds. */
    private void highlights(final boolean isEmpty) {
        if (!isEmpty) {
            final PercentileTable table = new PercentileTable(report.series().subList(0, 1));
            out.open("dl", "class", "highlights").line();
            for (final String column : List.of("p50", "p99", "p99.9", "max")) {
                highlight(column, table.rows().getFirst().get(table.columns().indexOf(column)));
            }
            out.close().line();
        }
        if (!report.highlights().isEmpty()) {
            out.open("dl", "class", "highlights").line();
            report.highlights().forEach(figure -> highlight(figure.label(), figure.value()));
            out.close().line();
        }
    }

    private void highlight(final String label, final String value) {
        out.open("div").element("dt", label).element("dd", value).close().line();
    }

    /** A row per run; on a phone a column per run. */
    private void percentileTable(final PercentileTable percentiles) {
        final List<List<String>> lines = new ArrayList<>();
        lines.add(with("run", percentiles.columns()));
        for (int i = 0; i < percentiles.rows().size(); i++) {
            lines.add(with(percentiles.names().get(i), percentiles.rows().get(i)));
        }
        final List<List<String>> turned = IntStream.range(0, lines.getFirst().size())
                .mapToObj(column -> lines.stream().map(line -> line.get(column)).toList()).toList();
        section("Percentiles");
        table("scroll wide", lines.getFirst(), lines.subList(1, lines.size()));
        table("scroll narrow", turned.getFirst(), turned.subList(1, turned.size()));
        out.close().line();
    }

    private static List<String> with(final String first, final List<String> rest) {
        return Stream.concat(Stream.of(first), rest.stream()).toList();
    }

    private void table(final String style, final List<String> columns, final List<List<String>> rows) {
        out.open("div", "class", style).open("table").open("thead").open("tr");
        columns.forEach(column -> out.element("th", column, "scope", "col"));
        out.close().close().line().open("tbody").line();
        for (final List<String> row : rows) {
            out.open("tr").element("th", row.getFirst(), "scope", "row");
            row.stream().skip(1).forEach(cell -> out.element("td", cell));
            out.close().line();
        }
        out.close().close().close().line();
    }

    private void machine() {
        section("The machine it ran on");
        out.open("dl", "class", "facts").line();
        for (final Map.Entry<String, String> fact : report.machine().entrySet()) {
            out.element("dt", fact.getKey()).element("dd", fact.getValue()).line();
        }
        out.close().close().line();
    }

    private void section(final String title) {
        out.open("section").element("h2", title).line();
    }

    private static String styleSheet() {
        try (InputStream in = ReportPage.class.getResourceAsStream("report.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
