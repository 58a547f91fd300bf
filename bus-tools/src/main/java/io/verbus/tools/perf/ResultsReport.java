package io.verbus.tools.perf;

import io.verbus.latency.report.comparison.ComparisonFiles;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.ResultsJson;
import java.nio.file.Path;
import java.util.List;

/** Writes results into a folder: as JSON, and as an HTML page with the main plot and table. */
final class ResultsReport {
    private static final String JSON = "results%s.json";

    private ResultsReport() {
    }

    /** Writes into an existing folder and returns the path of the page. */
    static Path write(final List<Results> runs, final Path folder) {
        for (int run = 0; run < runs.size(); run++) {
            ResultsJson.write(runs.get(run), folder.resolve(JSON.formatted(run == 0 ? "" : "-" + (run + 1))));
        }
        return ComparisonFiles.write(runs, folder);
    }
}
