package io.verbus.tools.export;

import io.verbus.BusException;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.tools.Texts;
import io.verbus.tools.options.Usage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus sql}: a query on the messages of a journal. */
@Command(name = "sql", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs a query on a journal, or on the Parquet files that journal export has made of it.",
        footer = {"", "The templates of the journal are views. Those that the query names are read; all, if it names"
                + " none of them.",
                "Exit status: 0 if the range is whole; 1 if a part of it is missing, with one line for each, or if the"
                        + " query failed; 2 for wrong options."})
public final class SqlCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the journal, or of its Parquet files.")
    private Path directory;

    @Parameters(index = "1", arity = "0..1", paramLabel = "QUERY",
            description = "Query in the SQL of DuckDB, such as \"select count(*) from OrderAdded\".")
    private String query;

    @Option(names = "--file", paramLabel = "FILE", description = "File with the query, in place of QUERY.")
    private Path file;

    @Option(names = "--format", defaultValue = "text", paramLabel = "FORMAT",
            description = "Output: text, csv, or json. Default: ${DEFAULT-VALUE}.")
    private ResultFormat format;

    @Mixin
    private TableSelection selection;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the schemas of streams
     */
    public SqlCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Runs the query.
     *
     * @return exit status
     * @throws BusException if the journal cannot be read, or the query fails
     */
    @Override
    public Integer call() {
        Usage.require(spec, (query == null) != (file == null), "--file", file, "give a query, or a file with one");
        if (file != null) {
            query = content(file);
        }
        final TableStore.Provider provider = TableStore.provider();
        final boolean isExport = hasParquet();
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                PartialFolder temporary = PartialFolder.temporary("verbus-sql")) {
            if (isExport) {
                try (TableStore store = provider.open(temporary.path(), false)) {
                    store.readParquet(directory);
                    run(store);
                }
                return 0;
            }
            selection.open(directory, configuration.get(), this::print, shutdown::isRequested);
            final List<String> missing = TableSelection.withDecimals(wide -> {
                try (TableStore store = provider.open(temporary.path(), wide)) {
                    final MessageTables tables = load(store);
                    if (shutdown.isRequested()) {
                        return List.of("stopped");
                    }
                    run(store);
                    return selection.missing(tables);
                }
            });
            missing.forEach(this::print);
            return missing.isEmpty() ? 0 : 1;
        }
    }

    private static String content(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new BusException("cannot read " + file + ": " + e, e);
        }
    }

    private boolean hasParquet() {
        if (!Files.isDirectory(directory)) {
            return false; // reported when it is opened as a journal
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.parquet")) {
            return files.iterator().hasNext();
        } catch (final IOException e) {
            throw new BusException("cannot read " + directory + ": " + e, e);
        }
    }

    private MessageTables load(final TableStore store) {
        final MessageTables tables = selection.tables(List.of());
        final Set<String> words = Stream.of(query.toLowerCase(Locale.ROOT).split("[^a-z0-9_]+"))
                .collect(Collectors.toSet());
        final List<String> named = tables.names().stream().filter(name -> words.stream()
                .anyMatch(word -> word.equals(name.toLowerCase(Locale.ROOT))
                        || word.startsWith(name.toLowerCase(Locale.ROOT) + "_")))
                .toList();
        final TableSink sink = store.sink();
        tables.begin(sink);
        if (!named.isEmpty()) {
            tables.select(named::contains);
            tables.beginAll(sink);
        }
        selection.read(tables);
        sink.finish();
        return tables;
    }

    private void run(final TableStore store) {
        final ResultPrinter printer = new ResultPrinter(spec.commandLine().getOut(), format);
        store.query(query, printer);
        printer.finish();
    }

    private void print(final String line) {
        spec.commandLine().getErr().println("sql: " + Texts.printable(line));
        spec.commandLine().getErr().flush();
    }
}
