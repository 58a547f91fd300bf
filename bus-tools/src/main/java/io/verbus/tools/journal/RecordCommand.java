package io.verbus.tools.journal;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Repair;
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
import io.verbus.tools.options.AcceptedRelays;
import io.verbus.tools.options.ByteSize;
import io.verbus.tools.options.DurationConverter;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.options.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;
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

    @Option(names = "--until-session-ends",
            description = "Exit when a session has ended and no other is running. Default: run until Ctrl-C.")
    private boolean untilSessionEnds;

    @Option(names = "--idle", defaultValue = "backoff", paramLabel = "HOW",
            description = "How it waits: backoff (spins briefly, then rests for up to 100 µs), spin, yield, or sleep"
                    + " (1 ms, which takes the least of a core; the log has to hold the messages of that time)."
                    + " Default: ${DEFAULT-VALUE}.")
    private PollingIdle idle;

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

    @Option(names = "--block", description = "Read under BLOCK: the publisher waits for the recorder. Default: the"
            + " publisher never waits, and messages that the log has overwritten are missing.")
    private boolean block;

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Address at which a publisher on another host"
            + " listens: tcp://HOST:7471 or rdma://HOST:7471. Default: read the stream on this host.")
    private List<String> connects = List.of();

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Address to which a publisher on another host"
            + " connects: tcp://0.0.0.0:7471 (or rdma://).")
    private List<String> listens = List.of();

    @Mixin
    private AcceptedRelays relays;

    @Option(names = "--serve",
            description = "Serve ranges of the journal to subscriptions that joined late or were too slow (book --join"
                    + " journal).")
    private boolean serve;

    @Option(names = "--serve-listen", paramLabel = "ADDRESS",
            description = "Also serve other hosts, which connect to this address: tcp://0.0.0.0:7472 (or"
                    + " rdma://). Implies --serve.")
    private List<String> serveListens = List.of();

    @Option(names = "--core", paramLabel = "N",
            description = "Core of the recording thread, from 0. Default: not pinned.")
    private Integer core;

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
        final SubscriptionSettings reading = relays.of(configuration.get().subscription(stream));
        final Endpoint[] given = Usage.of(spec, () -> Endpoint.of(listens, connects));
        final Endpoint[] endpoints = given.length > 0 ? given : reading.endpoints().toArray(Endpoint[]::new);
        final SessionNews news = new SessionNews("record", "recording", spec.commandLine().getErr(),
                InstantSource.system());
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                JournalWriter journal = JournalWriter.open(directory, stream, settings)) {
            journal.cuts().forEach(cut -> news.print(describe(cut)));
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, news);
            try (Bus launched = Bus.launch(configuration.get().bus());
                    Subscription subscription = launched.subscribe(SubscriptionSettings.of(stream)
                            .withName("recorder").withPolicy(block ? Policy.BLOCK : Policy.SKIP).withCopies(true)
                            .withRepair(Repair.REPAIR)
                            .withStart(recorder.start()).withListener(recorder)
                            .withEndpoints(endpoints).withRelays(reading.relays().toArray(String[]::new)))) {
                record(launched, journal, recorder, subscription, news, shutdown);
            }
            summarise(recorder);
            final boolean isWhole = recorder.gaps() == 0 && news.lost() == 0 && recorder.failure() == null;
            shutdown.endWith(isWhole ? 0 : 1);
            if (recorder.failure() != null) {
                throw new BusException(
                        "recording of stream " + stream + " failed, the journal up to there is valid: "
                                + recorder.failure().getMessage(),
                        recorder.failure());
            }
            return isWhole ? 0 : 1;
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
            final SessionNews news,
            final ShutdownLatch shutdown) {
        if (core != null) {
            Affinity.pin(core);
        }
        final IdleStrategy waiting = idle.strategy();
        boolean isWaitReported = false;
        while (!shutdown.isRequested() && recorder.failure() == null && !isOver(news)) {
            final int count = recorder.doWork(subscription);
            journal.reports(news::print);
            if (count == 0 && !isWaitReported && news.running() + news.over() == 0) {
                news.print("waiting for a session on stream " + stream);
                isWaitReported = true;
            }
            waiting.idle(count);
        }
    }

    private boolean isOver(final SessionNews news) {
        return untilSessionEnds && news.over() > 0 && news.running() <= 0;
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

    private void summarise(final Recorder recorder) {
        spec.commandLine().getOut().println("record: " + Texts.count(recorder.messages(), "message") + ", "
                + Texts.count(recorder.gaps(), "gap") + (recorder.gaps() == 0
                        ? ""
                        : " (" + Texts.count(recorder.missing(), "sequence") + " missing)")
                + ", in " + directory);
        spec.commandLine().getOut().flush();
    }
}
