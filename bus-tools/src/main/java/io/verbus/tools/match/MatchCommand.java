package io.verbus.tools.match;

import io.verbus.BusException;
import io.verbus.matching.script.OrderScript;
import io.verbus.matching.script.ScriptException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus match}: runs a script, or the order flow of an ITCH session, through the matching engine. */
@Command(name = "match", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs a script of orders through the matching engine and prints its reports, or runs the order"
                + " flow of an ITCH session and prints a summary.",
        footer = {"", "docs/reference/matching.md describes the rules, the lines of a script and the output.",
                "Exit status: 0 if the script or the whole file was run; 1 if a line is invalid, the file is cut off or"
                        + " damaged, or the flow does not fit the engine, with a message; 2 for wrong options."})
public final class MatchCommand implements Callable<Integer> {
    private static final Path STANDARD_INPUT = Path.of("-");

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Script to run; - for standard input.")
    private Path file;

    @Option(names = "--book", description = "Print the resting orders after the script.")
    private boolean book;

    @Option(names = "--itch", paramLabel = "FILE", description = "ITCH 5.0 session to run instead of a script, raw or"
            + " gzip, with 2-byte lengths.")
    private Path itch;

    @Option(names = "--book-out", paramLabel = "FILE", description = "With --itch: file for the final price levels,"
            + " with lines locate,side,price,shares,orders. Default: none.")
    private Path bookOut;

    @Spec
    private CommandSpec spec;

    /** Creates a command; picocli sets its options. */
    public MatchCommand() {
    }

    @Override
    public Integer call() {
        if ((file == null) == (itch == null)) {
            throw new ParameterException(spec.commandLine(), "give a script, or --itch FILE");
        }
        if (book && itch != null || bookOut != null && itch == null) {
            throw new ParameterException(spec.commandLine(), "--book is for scripts, --book-out for --itch");
        }
        final PrintWriter out = spec.commandLine().getOut();
        boolean whole = true;
        if (itch != null) {
            whole = new ItchRun(itch, bookOut, out, spec.commandLine().getErr()).run();
        } else {
            runScript(out);
        }
        out.flush();
        return whole ? 0 : 1;
    }

    private void runScript(final PrintWriter out) {
        // Reports of many lines would be flushed one at a time by the command line's own writer.
        final PrintWriter buffered = new PrintWriter(out, false);
        final OrderScript script = new OrderScript(line -> {
            buffered.write(line);
            buffered.write('\n');
        });
        try (BufferedReader in = open()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                script.run(line);
            }
            if (book) {
                script.printBook();
            }
        } catch (final ScriptException e) {
            throw new BusException(file + ", " + e.getMessage(), e);
        } catch (final IOException e) {
            throw new BusException(file + " cannot be read: " + e.getMessage(), e);
        } finally {
            buffered.flush();
        }
    }

    private BufferedReader open() throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        }
        if (!Files.exists(file)) {
            throw new BusException("there is no file " + file);
        }
        if (Files.isDirectory(file)) {
            throw new BusException(file + " is a directory: name a script in it");
        }
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
    }
}
