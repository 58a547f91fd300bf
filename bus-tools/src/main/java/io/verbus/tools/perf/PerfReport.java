package io.verbus.tools.perf;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.latency.inspect.Findings;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The HTML page of {@code ./bus perf --only}.
 *
 * @param route between the two sides, as text
 * @param findings of all parts
 * @param machine facts about the machine
 */
record PerfReport(String route, List<Findings> findings, Map<String, String> machine) {
    private static final String PAGE = "index.html";

    /** Writes the page into an existing folder and returns its path. */
    Path write(final Path folder, final OffsetDateTime now) {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Verbus", Build.description());
        int count = 0;
        for (final Findings found : findings) {
            for (final String note : found.notes()) {
                facts.put("Note " + ++count, note);
            }
        }
        facts.putAll(machine);
        final String subtitle = "Two sides on one machine, " + route + ". "
                + now.format(DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)) + ".";
        try {
            return Files.writeString(folder.resolve(PAGE), ReportPage.of(new Report("Verbus perf", subtitle, List.of(),
                    findings.stream().flatMap(found -> found.series().stream()).toList(),
                    findings.stream().flatMap(found -> found.tables().stream()).toList(), facts)));
        } catch (final IOException e) {
            throw new BusException("--report " + folder + ": cannot write the report: " + e, e);
        }
    }
}
