package io.verbus.tools.generate;

import io.verbus.BusException;
import io.verbus.marketdata.generator.BinaryFileSink;
import io.verbus.marketdata.generator.ItchGenerator;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.feed.ItchFileName;
import io.verbus.tools.options.Usage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus generate}: writes a generated ITCH session to a file. */
@Command(name = "generate", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Generates a NASDAQ TotalView-ITCH 5.0 session from a seed: same options, same session.")
public final class GenerateCommand implements Callable<Integer> {
    /** Average size of a message with its framing, uncompressed. */
    private static final double PLAIN_BYTES = 30;
    /** Average size of a message with its framing in a compressed file. */
    private static final double PACKED_BYTES = 14;

    @Option(names = "--seed", paramLabel = "N", required = true, description = "Random seed.")
    private long seed;

    @Option(names = "--messages", paramLabel = "N", required = true, description = "Number of messages, exactly.")
    private long messages;

    @Option(names = "--out", paramLabel = "FILE", required = true,
            description = "File to write, in BinaryFILE framing; compressed if its name ends in .gz.")
    private Path out;

    @Option(names = "--symbols", paramLabel = "N", description = "Symbols in the stock directory (${DEFAULT-VALUE}).")
    private int symbols = SessionShape.DEFAULT_SYMBOLS;

    @Option(names = "--live-orders", paramLabel = "N",
            description = "Resting orders in steady state (${DEFAULT-VALUE}); fewer in a short session.")
    private int liveOrders = SessionShape.DEFAULT_LIVE_ORDERS;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets the options. */
    public GenerateCommand() {
    }

    @Override
    public Integer call() {
        final SessionShape shape = Usage.of(spec, () -> new SessionShape(seed, messages, symbols, liveOrders));
        checkRoom();
        final long startNs = System.nanoTime();
        try (BinaryFileSink sink = new BinaryFileSink(out)) {
            ItchGenerator.generate(shape, sink);
        } catch (final UncheckedIOException e) {
            throw cannotWrite(e.getCause());
        } catch (final IOException e) {
            throw cannotWrite(e);
        }
        print(System.nanoTime() - startNs);
        return 0;
    }

    /** Without this check a session that does not fit would fill the disk for hours before it fails. */
    private void checkRoom() {
        final double needed = messages * (out.toString().endsWith(".gz") ? PACKED_BYTES : PLAIN_BYTES);
        final Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return; // reported when the file is created
        }
        try {
            final double free = Files.getFileStore(folder).getUsableSpace()
                    + (Files.isRegularFile(out) ? Files.size(out) : 0);
            if (needed > free) {
                throw new BusException(String.format(Locale.ROOT, "--out %s: %,d messages need about %,.1f GB, and"
                        + " %,.1f GB are free: generate fewer messages, or use another file system",
                        out, messages, needed / 1e9, free / 1e9));
            }
        } catch (final IOException e) {
            throw cannotWrite(e);
        }
    }

    private void print(final long tookNs) {
        final PrintWriter terminal = spec.commandLine().getOut();
        try {
            terminal.printf(Locale.ROOT, "%s: %,d messages, %,d symbols, seed %d, %.1f MB, written in %.1f s%n",
                    out, messages, symbols, seed, Files.size(out) / 1e6, tookNs / 1e9);
        } catch (final IOException e) {
            throw cannotWrite(e);
        }
        if (ItchFileName.of(out).day() == null) {
            terminal.println("bus feed needs --date to play it, as the name contains no date");
        }
        terminal.flush();
    }

    private BusException cannotWrite(final IOException cause) {
        final String reason = switch (cause) {
            case NoSuchFileException _ -> "its folder does not exist";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> cause.getMessage();
        };
        return new BusException("--out " + out + ": cannot write the file: " + reason, cause);
    }
}
