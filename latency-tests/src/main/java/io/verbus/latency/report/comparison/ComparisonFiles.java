package io.verbus.latency.report.comparison;

import io.verbus.BusException;
import io.verbus.latency.report.MarkdownTable;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a comparison leaves behind: a page, and its main plot and table alone, for a README. */
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
     * Writes them.
     *
     * @param runs results of one run; or of several, on other machines, that go into the same page
     * @param folder that is there; files in it are overwritten
     * @return the page
     * @throws BusException if there is no figure to show, or a file can't be written
     */
    public static Path write(final List<Results> runs, final Path folder) {
        final List<Measured> measured = runs.stream().flatMap(run -> Measured.placements(run).stream().limit(1)
                .map(placement -> new Measured(run, placement))).toList();
        if (measured.isEmpty()) {
            throw new BusException("there is no figure to report: the cores changed their places in each of them, or"
                    + " nothing was measured");
        }
        try {
            final Optional<Figure> plot = plot(measured.getFirst());
            if (plot.isPresent()) {
                Files.writeString(folder.resolve(PLOT), plot.get().svg(plot.get().what()));
            }
            Files.writeString(folder.resolve(TABLE), MarkdownTable.text(GlanceTable.of(measured.getFirst())) + "\n"
                    + GlanceTable.legend(measured.getFirst()) + "\n");
            return Files.writeString(folder.resolve(PAGE), ComparisonPage.of(measured));
        } catch (final IOException e) {
            throw new BusException("can't write the report into " + folder + ": " + e, e);
        }
    }

    private static Optional<Figure> plot(final Measured measured) {
        final Optional<Spot> pingPong = Spots.pingPong(measured);
        return pingPong.or(() -> Spots.openLoop(measured)).map(spot -> Lines.percentiles(measured, spot,
                (pingPong.isPresent() ? "Round trips, " : "Latency at " + Spots.rate(spot) + ", ")
                        + Spots.payload(spot) + ", by percentile",
                ""));
    }
}
