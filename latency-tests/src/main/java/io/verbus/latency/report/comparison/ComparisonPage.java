package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.StyleSheet;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The page of a comparison. */
final class ComparisonPage {
    private ComparisonPage() {
    }

    /** The page of one run, or of several on different machines, one below the other. */
    static String of(final List<Measured> runs) {
        final Results first = runs.getFirst().results();
        final Page page = new Page("Verbus beside its peers", subtitle(first), StyleSheet.plots());
        Cautions.of(first).forEach(page::verdict);
        Verdict.of(first).ifPresent(page::verdict);
        highlights(page, runs.getFirst());
        contents(page, sections(runs.getFirst()));
        for (int run = 0; run < runs.size(); run++) {
            if (run > 0) {
                page.markup().element("h1", "Elsewhere: " + subtitle(runs.get(run).results()), "class", "part").line();
            }
            for (final Section section : sections(runs.get(run))) {
                section.write(page, run);
            }
        }
        return page.text();
    }

    private static List<Section> sections(final Measured measured) {
        return Stream.concat(ComparisonSections.of(measured), RunSections.of(measured)).toList();
    }

    private static String subtitle(final Results results) {
        final Map<String, String> machine = results.environment().machine();
        return machine.getOrDefault("CPU", "An unknown CPU") + "; cores: " + machine.getOrDefault("Cores", "?")
                + ". " + date(results.environment().date()) + ". Verbus " + results.environment().verbus() + ".";
    }

    private static String date(final String iso) {
        try {
            return OffsetDateTime.parse(iso).withOffsetSameInstant(ZoneOffset.UTC)
                    .format(DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH));
        } catch (final DateTimeParseException e) {
            return iso; // results made by hand may have any date
        }
    }

    private static void highlights(final Page page, final Measured measured) {
        final Cells cells = new Cells(measured);
        final String base = measured.base("");
        final Map<String, String> figures = new LinkedHashMap<>();
        measured.main(MeasuredPoint.PING_PONG).ifPresent(main -> {
            figures.put(base + ", round trip p50", cells.figure(base, main, Metric.P50));
            figures.put("round trip p99.9", cells.figure(base, main, Metric.P999));
        });
        measured.main(MeasuredPoint.THROUGHPUT)
                .ifPresent(main -> figures.put("throughput", cells.figure(base, main, Metric.PER_SECOND)));
        figures.put("subjects", Integer.toString(measured.subjects(one -> true).size()));
        page.highlights(figures);
        Optional.ofNullable(measured.results().environment().machine().get(Environment.ALONE))
                .ifPresent(alone -> page.caption(Environment.ALONE + ", before the run: " + alone + "."));
    }

    private static void contents(final Page page, final List<Section> sections) {
        page.markup().open("ul", "class", "contents");
        sections.forEach(section -> page.markup().open("li")
                .element("a", section.title(), "href", "#" + section.id(0)).close());
        page.markup().close().line();
    }
}
