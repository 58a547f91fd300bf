package io.verbus.tools.journal;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.ShutdownLatch;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.internal.journal.SegmentLayout;
import io.verbus.journal.Durability;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.journal.Retention;
import io.verbus.journal.TornTail;
import io.verbus.recovery.ServeSettings;
import io.verbus.tools.SessionNews;
import io.verbus.tools.Texts;
import io.verbus.tools.options.ByteSize;
import io.verbus.tools.options.DurationConverter;
import io.verbus.tools.options.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus record}: records a stream on disk. */
@Command(name = "record", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Records a stream into a journal: a directory of segment files.",
        footer = {"", "A recorder that is started again on the same directory continues the journal, and reads the"
                + " messages it missed from the log.",
                "Exit status: 0 if every message published in the meantime is recorded; 1 if messages are missing, a"
                        + " publisher was lost, or the recording failed, also if a signal ends it; 130 or 143 if a"
                        + " signal ends it and nothing is missing; 2 for wrong options."})
public final class RecordCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Option(names = "--stream", required = true, paramLabel = "NAME", description = "Stream to record.")
    private String stream;

    @Option(names = "--dir", required = true, paramLabel = "DIR",
            description = "Directory of the journal, for one stream. It is created if absent.")
    private Path directory;

    @Option(names = "--durability", defaultValue = "none", paramLabel = "WHEN",
            description = "When data is synced to disk: none (left to the kernel), batch (before the next messages are"
                    + " read), or an interval such as 50ms. Default: ${DEFAULT-VALUE}.")
    private Durability durability;

    @Option(names = "--segment-size", defaultValue = "128M", paramLabel = "BYTES",
            description = "Size of each segment file, 16K to 1G. Default: ${DEFAULT-VALUE}.")
    private ByteSize segmentSize;

    @Option(names = "--retain-bytes", paramLabel = "BYTES",
            description = "Remove the oldest segments when the journal is larger than this, such as 500G. Default: keep"
                    + " all.")
    private ByteSize retainBytes;

    @Option(names = "--retain-age", paramLabel = "TIME", converter = DurationConverter.WithUnit.class,
            description = "Remove segments with no message newer than this, such as 7d. Default: keep all.")
    private Duration retainAge;

    @Option(names = "--serve",
            description = "Serve ranges of the journal to subscriptions that joined late or were too slow (book --join"
                    + " journal).")
    private boolean serve;

    @Option(names = "--serve-listen", paramLabel = "ADDRESS",
            description = "Also serve other hosts, which connect to this address: tcp://0.0.0.0:7472 (or"
                    + " rdma://). Implies --serve.")
    private List<String> serveListens = List.of();

    @Mixin
    private RecordingOptions recording;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream
     */
    public RecordCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Records the stream.
     *
     * @return exit status
     * @throws BusException if an option is wrong, or the journal or the bus cannot be used
     */
    @Override
    public Integer call() {
        final JournalSettings settings = settings();
        final SessionNews news = new SessionNews("record", "recording", spec.commandLine().getErr(),
                InstantSource.system());
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                JournalWriter journal = JournalWriter.open(directory, stream, settings)) {
            journal.cuts().forEach(cut -> news.print(describe(cut)));
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, news);
            final SubscriptionSettings reading = recording
                    .subscription(configuration.get().subscription(stream), "recorder", recorder);
            try (Bus launched = Bus.launch(configuration.get().bus());
                    Subscription subscription = launched.subscribe(reading)) {
                record(launched, journal, recorder, subscription, news, shutdown);
                return recording.finish(recorder, journal, subscription, launched.settings().directory(), news,
                        directory);
            }
        }
    }

    private void record(final Bus launched, final JournalWriter journal, final Recorder recorder,
            final Subscription subscription, final SessionNews news,
            final ShutdownLatch shutdown) {
        if (!serve && serveListens.isEmpty()) {
            record(journal, recorder, subscription, news, shutdown);
            return;
        }
        final ServeSettings configured = configuration.get().serve(stream);
        final ServeSettings settings = serveListens.isEmpty()
                ? configured
                : configured.withEndpoints(Endpoint.of(serveListens, List.of()));
        final Serving serving = Serving.start(launched, stream, directory, settings);
        try (serving) {
            record(journal, recorder, subscription, news, shutdown);
        }
        news.print("served " + Texts.count(serving.answered(), "range") + ", "
                + Texts.count(serving.messages(), "message"));
    }

    private void record(final JournalWriter journal, final Recorder recorder, final Subscription subscription,
            final SessionNews news, final ShutdownLatch shutdown) {
        recording.run(recorder, subscription, news, shutdown, () -> journal.reports(news::print));
    }

    private JournalSettings settings() {
        final long length = segmentSize.bytes();
        Usage.require(spec, length >= SegmentLayout.MIN_LENGTH && length <= SegmentLayout.MAX_LENGTH, "--segment-size",
                length, "give 16K to 1G");
        JournalSettings settings = configuration.get().journal(stream);
        if (isGiven("--segment-size")) {
            settings = settings.withSegmentLength((int) length);
        }
        if (isGiven("--durability")) {
            settings = settings.withDurability(durability);
        }
        final Retention retention = settings.retention();
        final Duration age = retainAge == null ? retention.age() : retainAge;
        final long bytes = retainBytes == null ? retention.bytes() : retainBytes.bytes();
        return settings.withRetention(new Retention(bytes, age));
    }

    /** Whether the command line has the option; if not, its default gives way to the configuration file. */
    private boolean isGiven(final String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private static String describe(final TornTail cut) {
        if (cut.bytes() == 0) {
            return "the journal was not whole: " + cut.cause();
        }
        return "the journal was not whole, it continues with sequence " + cut.sequence() + "; cut: "
                + Texts.count(cut.bytes(), "byte") + " at offset " + cut.position() + " of " + cut.file() + ": "
                + cut.cause();
    }
}
