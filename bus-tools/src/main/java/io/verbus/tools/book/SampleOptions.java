package io.verbus.tools.book;

import io.verbus.BusException;
import io.verbus.tools.export.TableFile;
import io.verbus.tools.options.DurationConverter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for samples of the books. */
public final class SampleOptions {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int USUAL_LEVELS = 10;
    private static final int MAX_LEVELS = 1_000;

    @Option(names = "--sample", converter = DurationConverter.class, paramLabel = "TIME",
            description = "Write the books at the instants of this grid, such as 1s, into the file of --out: 1ms to 1d."
                    + " Default: no samples.")
    private Duration interval;

    @Option(names = "--out", paramLabel = "FILE", description = "File to create for the samples: Parquet if its name"
            + " ends with .parquet, else CSV. It gets its name when it is complete.")
    private Path out;

    @Option(names = "--levels", paramLabel = "N",
            description = "Price levels of a sample on each side: 1 to 1000. Default: 10.")
    private Integer levels;

    @Option(names = "--symbol", paramLabel = "SYMBOL", arity = "1..*",
            description = "Sample these instruments. Default: all.")
    private List<String> symbols = List.of();

    /** Creates options; picocli sets them. */
    public SampleOptions() {
    }

    /**
     * Checks the options. Changes nothing.
     *
     * @throws BusException if they do not fit together, or are out of range
     */
    void check() {
        if (interval == null && (out != null || levels != null || !symbols.isEmpty())) {
            throw new BusException((out != null ? "--out" : levels != null ? "--levels" : "--symbol")
                    + " is for samples of the books: add --sample, such as --sample 1s");
        }
        if (interval != null && out == null) {
            throw new BusException("--sample needs a file: add --out, such as --out books.csv");
        }
        if (interval != null && (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0)) {
            throw new BusException("--sample " + DurationConverter.seconds(interval) + ": give 0.001 to 86400 seconds");
        }
        if (levels != null && (levels < 1 || levels > MAX_LEVELS)) {
            throw new BusException("--levels " + levels + ": give 1 to " + MAX_LEVELS);
        }
    }

    /** Checks that the file can be created. Changes nothing. */
    void requireWritable() {
        if (out != null) {
            TableFile.check(out);
        }
    }

    /** Creates the file; null without samples. */
    BookSamples open() {
        return interval == null
                ? null
                : new BookSamples(out, interval.toNanos(), levels == null ? USUAL_LEVELS : levels, symbols);
    }
}
