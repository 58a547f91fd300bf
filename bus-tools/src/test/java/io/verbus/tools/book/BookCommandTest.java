package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.config.Configuration;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class BookCommandTest {
    @TempDir
    private Path folder;

    @Test
    void wrongOptionsAreRefusedBeforeTheStart() throws IOException {
        final Path none = folder.resolve("none");
        final Path file = Files.writeString(folder.resolve("file"), "x");
        assertEquals("--top: 'AB CD' is not a symbol: use printable characters, separated by commas, such as AAPL,SPY",
                refusal("--top", "SPY,AB CD"));
        assertEquals("--top: '' is not a symbol: use printable characters, separated by commas, such as AAPL,SPY",
                refusal("--top", "SPY,,AAPL"));
        assertEquals("--book-out: folder " + none + " does not exist: create it", refusal("--book-out", none + "/a"));
        assertEquals("--hlog: " + folder + " is a folder: name a file", refusal("--hlog", folder.toString()));
        assertEquals("--summary: folder " + file + " does not exist: create it", refusal("--summary", file + "/a"));
        assertEquals("--join-timeout 0.0: give more than 0 and at most 86400 seconds",
                refusal("--join-timeout", "PT0S"));
        assertEquals("--join-memory 1: give 2 to 1048576 MiB", refusal("--join-memory", "1"));
        assertTrue(run("--stream", "s", "--join", "x").startsWith("Invalid value for option '--join'"));
        assertEquals("Missing required option: '--stream=NAME' or '--journal=DIR'", run());
        assertEquals("--stream is for a stream, --journal reads none: give one of them",
                refusal("--journal", folder.toString()));
        assertEquals("--join is for a stream, --journal reads none: give one of them",
                run("--journal", folder.toString(), "--join", "snapshot"));
        assertTrue(run("--stream", "s", "--policy", "drop").startsWith("Invalid value for option '--policy'"));
        assertTrue(run("--stream", "s", "--core", "x").startsWith("Invalid value for option '--core'"));
    }

    @Test
    void wrongOptionsOfSamplesAreRefusedBeforeTheStart() throws IOException {
        final Path file = Files.writeString(folder.resolve("file"), "x");
        assertEquals("--out is for samples of the books: add --sample, such as --sample 1s",
                refusal("--out", folder + "/a"));
        assertEquals("--levels is for samples of the books: add --sample, such as --sample 1s",
                refusal("--levels", "5"));
        assertEquals("--symbol is for samples of the books: add --sample, such as --sample 1s",
                refusal("--symbol", "AAPL"));
        assertEquals("--sample needs a file: add --out, such as --out books.csv", refusal("--sample", "1s"));
        assertEquals("--sample 0: give 0.001 to 86400 seconds", sample("0s", folder + "/a"));
        assertEquals("--sample 90000: give 0.001 to 86400 seconds", sample("25h", folder + "/a"));
        assertTrue(sample("soon", folder + "/a").startsWith("Invalid value for option '--sample'"));
        assertEquals("--levels 0: give 1 to 1000",
                run("--stream", "s", "--sample", "1s", "--out", folder + "/a", "--levels", "0"));
        assertEquals(file + " exists: give a new name with --out, or remove it", sample("1s", file.toString()));
        assertEquals("there is no folder " + folder + "/none: create it, or give another --out",
                sample("1s", folder + "/none/a"));
        assertTrue(sample("1s", folder + "/a.parquet").startsWith("Parquet and SQL need the module bus-export"));
    }

    private static String sample(final String interval, final String out) {
        return run("--stream", "s", "--sample", interval, "--out", out);
    }

    @Test
    void refusedCommandDoesNotChangeFiles() throws IOException {
        final Path file = Files.writeString(folder.resolve("levels"), "precious");
        run("--stream", "s", "--book-out", file.toString(), "--summary", folder.toString());
        assertEquals("precious", Files.readString(file));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    private static String refusal(final String option, final String value) {
        return run("--stream", "s", option, value);
    }

    /** Runs the command and returns its error message. */
    private static String run(final String... args) {
        final StringWriter printed = new StringWriter();
        final int status = new CommandLine(new BookCommand(() -> Configuration.of(BusSettings.defaults())))
                .setErr(new PrintWriter(printed))
                .setParameterExceptionHandler((e, _) -> {
                    printed.write(e.getMessage());
                    return 2;
                })
                .setExecutionExceptionHandler((e, _, _) -> {
                    assertEquals(BusException.class, e.getClass());
                    printed.write(e.getMessage());
                    return 1;
                })
                .execute(args);
        assertTrue(status != 0);
        return printed.toString();
    }
}
