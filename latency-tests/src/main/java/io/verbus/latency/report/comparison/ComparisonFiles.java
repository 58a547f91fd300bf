package io.verbus.latency.report.comparison;

import io.verbus.BusException;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Workload;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a comparison: a page, and copies of its main plot and table for a README. */
public final class ComparisonFiles {
    /** The page. */
    public static final String PAGE = "index.html";
    /** The main plot. */
    public static final String PLOT = "percentiles.svg";
    /** The main table. */
    public static final String TABLE = "table.md";

    private ComparisonFiles() {
    }

    /**
     * Writes the files.
     *
     * @param runs results of one run, or of several on different machines, for the same page
     * @param folder an existing one; files in it are overwritten
     * @return the page
     * @throws BusException if there are no figures, or a file can't be written
     */
    public static Path write(final List<Results> runs, final Path folder) {
        final List<Measured> measured = runs.stream().map(Measured::usual).flatMap(Optional::stream).toList();
        if (measured.isEmpty()) {
            throw new BusException(
                    "no figures to report: the placement of the cores changed during each measurement, or"
                            + " nothing was measured");
        }
        try {
            final Optional<Figure> plot = plot(measured.getFirst());
            if (plot.isPresent()) {
                Files.writeString(folder.resolve(PLOT), plot.get().svg(plot.get().what()));
            }
            Files.writeString(folder.resolve(TABLE), TextTable.markdown(GlanceTable.of(measured.getFirst())) + "\n"
                    + GlanceTable.legend(measured.getFirst()) + "\n");
            return Files.writeString(folder.resolve(PAGE), ComparisonPage.of(measured));
        } catch (final IOException e) {
            throw new BusException("cannot write the report into " + folder + ": " + e, e);
        }
    }

    private static Optional<Figure> plot(final Measured measured) {
        final Optional<Workload> pingPong = measured.main(MeasuredPoint.PING_PONG);
        return pingPong.or(() -> measured.main(MeasuredPoint.OPEN_LOOP))
                .map(main -> new SubjectPlots(measured).percentiles(main,
                        (pingPong.isPresent() ? "Round trips, " : "Latency at " + main.rate() + ", ") + main.payload()
                                + ", by percentile",
                        ""));
    }
}
