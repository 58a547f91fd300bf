package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.StyleSheet;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Environment;
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

/** The page of a comparison. */
final class ComparisonPage {
    private static final List<Section> SECTIONS = List.of(new GlanceSection(), new PingPongSection(),
            new OpenLoopSection(), new ThroughputSection(), new CapacitySection(), new FanOutSection(),
            new CostSection(), new PausesSection(), new RoundsSection(), new ConditionsSection(),
            new SubjectsSection());

    private final List<Measured> runs;

    private ComparisonPage(final List<Measured> runs) {
        this.runs = runs;
    }

    /** The page of one run, or of several on different machines, one below the other. */
    static String of(final List<Measured> runs) {
        return new ComparisonPage(runs).write();
    }

    private String write() {
        final Results first = runs.getFirst().results();
        final Page page = new Page("Verbus beside its peers", subtitle(first), StyleSheet.plots());
        Cautions.of(first).forEach(page::verdict);
        Verdict.of(first).ifPresent(page::verdict);
        highlights(page, runs.getFirst());
        contents(page);
        for (int run = 0; run < runs.size(); run++) {
            if (run > 0) {
                page.markup().element("h1", "Elsewhere: " + subtitle(runs.get(run).results()), "class", "part").line();
            }
            for (final Section section : SECTIONS) {
                if (section.isThere(runs.get(run))) {
                    page.section(section.title(), "id", id(run, section));
                    section.write(page, runs.get(run));
                    page.end();
                }
            }
        }
        return page.text();
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
        final Optional<Spot> pingPong = Spots.pingPong(measured);
        pingPong.ifPresent(spot -> {
            figures.put(base + ", round trip p50", cells.figure(base, spot, Metric.P50));
            figures.put("round trip p99.9", cells.figure(base, spot, Metric.P999));
        });
        Spots.throughput(measured)
                .ifPresent(spot -> figures.put("throughput", cells.figure(base, spot, Metric.PER_SECOND)));
        figures.put("subjects", Integer.toString(measured.subjects(spot -> true).size()));
        page.highlights(figures);
        Optional.ofNullable(measured.results().environment().machine().get(Environment.ALONE))
                .ifPresent(alone -> page.caption(Environment.ALONE + ", before the run: " + alone + "."));
    }

    private void contents(final Page page) {
        page.markup().open("ul", "class", "contents");
        for (final Section section : SECTIONS) {
            if (section.isThere(runs.getFirst())) {
                page.markup().open("li").element("a", section.title(), "href", "#" + id(0, section)).close();
            }
        }
        page.markup().close().line();
    }

    private static String id(final int run, final Section section) {
        return section.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-")
                + (run == 0 ? "" : "-" + (run + 1));
    }
}
