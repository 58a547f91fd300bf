package io.verbus.tools.export;

import io.verbus.BusException;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.tools.Texts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus journal export}: writes the messages of a journal as tables, or as a capture. */
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes the messages of a journal as tables, one for each template, as a capture for"
                + " Wireshark, or as documents for Chronicle.",
        footer = {"", "The folder gets its name when all files in it are complete.",
                "Exit status: 0 if the range is whole and exported; 1 if a part of it is missing, with one line for"
                        + " each, or if the export failed; 2 for wrong options."})
public final class ExportCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Option(names = "--format", required = true, paramLabel = "FORMAT",
            description = "Files: csv, parquet, pcap: messages.pcap and its dissector, verbus.lua; wire: a file"
                    + " of documents by Chronicle Wire; or queue: a Chronicle Queue of such documents.")
    private ExportFormat format;

    @Option(names = "--documents", paramLabel = "FORM", defaultValue = "text",
            description = "Documents of --format wire: text (YAML), json (one per line) or binary. Default:"
                    + " ${DEFAULT-VALUE}.")
    private DocumentForm documents;

    @Option(names = "--out", required = true, paramLabel = "PATH",
            description = "Folder to create, with a file for each template, a capture, documents, or the queue.")
    private Path out;

    @Option(names = "--template", paramLabel = "NAME", arity = "1..*",
            description = "Export messages of these types. Default: all.")
    private List<String> templates = List.of();

    @Option(names = "--symbol", paramLabel = "SYMBOL", arity = "1..*",
            description = "Export market data of these instruments. Default: all messages.")
    private List<String> symbols = List.of();

    @Mixin
    private TableSelection selection;

    private DocumentStore chronicle;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the schemas of streams
     */
    public ExportCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Writes the files.
     *
     * @return exit status
     * @throws BusException if the journal cannot be read, or the files cannot be written
     */
    @Override
    public Integer call() {
        PartialFolder.check(out);
        final TableStore.Provider store = format == ExportFormat.PARQUET ? TableStore.provider() : null;
        chronicle = format == ExportFormat.WIRE || format == ExportFormat.QUEUE ? DocumentStore.provider() : null;
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN)) {
            selection.open(directory, configuration.get(), this::print, shutdown::isRequested);
            final MessageTables tables = TableSelection
                    .withDecimals(wide -> write(store, wide, shutdown::isRequested));
            if (shutdown.isRequested()) {
                print("stopped: nothing is written");
                return 1;
            }
            final List<String> missing = selection.missing(tables);
            missing.forEach(this::print);
            print(Texts.count(tables.rows(), "message") + " in " + out + ", " + selection.rate() + "/s");
            return missing.isEmpty() ? 0 : 1;
        }
    }

    private MessageTables write(final TableStore.Provider provider, final boolean wide, final BooleanSupplier stop) {
        final MessageTables tables = selection.tables(symbols);
        TableSelection.requireKnown(templates, tables.names(), "template", "the schemas have none");
        if (!templates.isEmpty()) {
            tables.select(templates::contains);
        }
        try (PartialFolder folder = new PartialFolder(out)) {
            switch (format) {
                case CSV -> {
                    try (TableSink sink = new CsvTables(folder.path())) {
                        read(tables, sink);
                    }
                }
                case PARQUET -> {
                    final Path temporary = folder.folder("temporary");
                    try (TableStore store = provider.open(temporary, wide)) {
                        read(tables, store.sink());
                        if (!stop.getAsBoolean()) {
                            store.writeParquet(folder.path());
                        }
                    }
                    folder.delete(temporary);
                }
                case PCAP -> selection.writeCapture(tables, folder.path());
                case WIRE, QUEUE -> {
                    try (TableSink sink = documents(folder.path())) {
                        read(tables, sink);
                    }
                }
            }
            if (!stop.getAsBoolean()) {
                requireRows(tables);
                folder.complete();
            }
        }
        return tables;
    }

    private TableSink documents(final Path folder) {
        return format == ExportFormat.WIRE
                ? chronicle.file(folder.resolve(documents.file()), documents)
                : chronicle.queue(folder);
    }

    private void read(final MessageTables tables, final TableSink sink) {
        tables.begin(sink);
        selection.read(tables);
        sink.finish();
    }

    private void requireRows(final MessageTables tables) {
        if (tables.rows() == 0) {
            final List<String> missing = selection.missing(tables);
            throw new BusException("no message of the journal in " + directory + " is in the range and the selection:"
                    + " nothing is written" + (missing.isEmpty() ? "" : "; " + String.join("; ", missing)));
        }
    }

    private void print(final String line) {
        spec.commandLine().getErr().println("export: " + Texts.printable(line));
        spec.commandLine().getErr().flush();
    }
}
