package io.verbus.tools.tap;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.ShutdownLatch;
import io.verbus.Start;
import io.verbus.config.Configuration;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.journal.JournalReader;
import io.verbus.journal.ReplayRange;
import io.verbus.tools.options.DurationConverter;
import io.verbus.tools.options.RangeOptions;
import io.verbus.tools.options.Usage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus tap}: prints the messages of a stream or a journal, decoded by their SBE schema. */
@Command(name = "tap", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints the messages of a stream or a journal, decoded by their SBE schema.",
        footer = {"",
                "A stream is read from now on, or with --from 0 from the oldest message that is still in its log. The"
                        + " tap never delays a publisher: messages that it is too slow for are skipped, and reported"
                        + " on standard error.",
                "Exit status: 0 if all messages of the range were read, or --count of them printed; 1 if messages were"
                        + " missed, the journal is damaged or cannot be read, or the output cannot be written; 2 for"
                        + " wrong options or a wrong schema."})
public final class TapCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "STREAM|JOURNAL", description = "Name of a stream of this host, or directory of a"
            + " journal. A name that is both is the stream: put ./ before the directory.")
    private String source;

    @Mixin
    private SchemaOptions schema;

    @Option(names = "--where", paramLabel = "CONDITION",
            description = "Print only messages with a field that meets this: FIELD=VALUE, or with !=, <, >, <=, >=."
                    + " FIELD is a name, a path such as legs.price, or template for the message's type. VALUE can be"
                    + " null. Repeated: all have to be met.")
    private List<String> conditions = List.of();

    @Option(names = "--format", defaultValue = "text", paramLabel = "FORMAT",
            description = "text, json (one object per line) or yaml (one document per message). Default:"
                    + " ${DEFAULT-VALUE}.")
    private TapFormat format;

    @Option(names = "--raw", description = "Print the bytes of each message too, in hex.")
    private boolean raw;

    @Option(names = "--count", paramLabel = "N", description = "End after N printed messages. Default: no limit.")
    private Long count;

    @Mixin
    private RangeOptions selection;

    @Option(names = "--until-idle", paramLabel = "DURATION", converter = DurationConverter.WithUnit.class,
            description = "End when a stream has had no message for so long, such as 2s. Default: on Ctrl-C.")
    private Duration untilIdle;

    @Option(names = "--follow", description = "At the end of a journal, wait for more records.")
    private boolean follow;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and the schemas of streams
     */
    public TapCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Prints the messages.
     *
     * @return exit status
     * @throws BusException if the journal or the bus cannot be read
     */
    @Override
    public Integer call() {
        Usage.require(spec, count == null || count >= 1, "--count", count, "give 1 or more");
        final ReplayRange range = selection.range();
        final BusSettings settings = configuration.get().bus();
        final boolean isJournal = isJournal(settings);
        Usage.require(spec, !follow || isJournal, "--follow", source, "only a journal has an end; a stream is always"
                + " followed");
        Usage.require(spec, untilIdle == null || !isJournal, "--until-idle", source, "it is a journal, which ends at"
                + " its end");
        final MessageDecoder decoder = schema.decoder(() -> (isJournal ? streams() : Stream.of(source))
                .flatMap(name -> configuration.get().schemas(name).stream()).distinct().toList());
        final FieldPaths fields = new FieldPaths(decoder.schemas());
        final TapOutput output = new TapOutput(spec.commandLine().getOut(), decoder,
                new TapOutput.Selection(
                        Usage.of(spec, () -> conditions.stream().map(text -> FieldCondition.of(text, fields)).toList()),
                        count == null ? Long.MAX_VALUE : count, format, raw));
        final TapReport report = new TapReport(spec.commandLine().getErr());
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN)) {
            final String damage = isJournal
                    ? readJournal(range, output, report, shutdown::isRequested)
                    : readStream(settings, part(range), output, report, shutdown::isRequested);
            if (!output.isClosed()) {
                report.print(output.summary() + ", " + report.summary());
            }
            if (damage != null) {
                throw new BusException(damage);
            }
        }
        return report.isWhole() || output.isDone() ? 0 : 1;
    }

    /** The streams of the journal. */
    private Stream<String> streams() {
        return JournalReader.open(Path.of(source)).sessions().stream().map(one -> one.session().stream());
    }

    /** A name that is a stream and a directory is the stream. */
    private boolean isJournal(final BusSettings settings) {
        if (source.contains("/") || !Files.isDirectory(Path.of(source))) {
            return source.contains("/");
        }
        final Path root = settings.directory();
        return !Files.isDirectory(root)
                || BusDirectory.openReadOnly(root).streams().stream().noneMatch(stream -> stream.name().equals(source));
    }

    private String readJournal(final ReplayRange range, final TapOutput output, final TapReport report,
            final BooleanSupplier stop) {
        final JournalTap tap = new JournalTap(output, report, range);
        tap.run(Path.of(source), selection::sessions, follow, stop);
        return tap.damage();
    }

    private String readStream(final BusSettings settings, final StreamTap.Part part, final TapOutput output,
            final TapReport report, final BooleanSupplier stop) {
        try (Bus launched = Bus.launch(settings)) {
            reportOtherStreams(settings, report);
            new StreamTap(output, report, part, SystemNanoClock.INSTANCE).run(launched, source, stop);
        }
        return null;
    }

    /** A name without a stream may be misspelt, or the stream's publisher starts later. */
    private void reportOtherStreams(final BusSettings settings, final TapReport report) {
        final List<String> names = BusDirectory.openReadOnly(settings.directory()).streams().stream()
                .map(StreamDirectory::name).toList();
        if (!names.contains(source) && !names.isEmpty()) {
            report.print("there is no stream " + source + " yet; this host has " + String.join(", ", names));
        }
    }

    private StreamTap.Part part(final ReplayRange range) {
        final Start start = switch (range.from()) {
            case null -> Start.live();
            case ReplayRange.Sequence(long sequence) when sequence == 0 -> Start.oldest();
            case ReplayRange.Sequence(long sequence) -> Start.at(sequence);
            case ReplayRange.Time _ -> throw timeOfStream("--from");
        };
        final long last = switch (range.to()) {
            case null -> Long.MAX_VALUE;
            case ReplayRange.Sequence(long sequence) -> sequence;
            case ReplayRange.Time _ -> throw timeOfStream("--to");
        };
        return new StreamTap.Part(start, last, selection.session(), untilIdle);
    }

    private ParameterException timeOfStream(final String option) {
        return new ParameterException(spec.commandLine(), "Invalid value for option '" + option
                + "': it is a time, and " + source + " is a stream: give a sequence");
    }
}
