package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.compare.Summary;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.ReportPage;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.ResultsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Results in a folder: as JSON, and as a page. */
final class ResultsReport {
    private static final String PAGE = "index.html";
    private static final String JSON = "results.json";

    private ResultsReport() {
    }

    /** Writes into a folder that is there, and returns where the page is. */
    static Path write(final Results results, final Path folder) {
        ResultsJson.write(results, folder.resolve(JSON));
        try {
            return Files.writeString(folder.resolve(PAGE), ReportPage.of(new Report("Verbus perf",
                    "Subjects in turns on one machine, " + results.environment().date() + ".", List.of(), List.of(),
                    Summary.tables(results.series()), results.environment().machine())));
        } catch (final IOException e) {
            throw new BusException("--report " + folder + ": can't write the report: " + e, e);
        }
    }
}
