package io.verbus.tools.journal;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.Cut;
import io.verbus.journal.Durability;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Retention;
import io.verbus.journal.record.Recorder;
import io.verbus.journal.segment.SegmentLayout;
import io.verbus.journal.serve.ServeSettings;
import io.verbus.os.Affinity;
import io.verbus.sample.publisher.options.ByteSize;
import io.verbus.sample.publisher.options.Usage;
import io.verbus.time.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus record}: a stream on disk. */
@Command(name = "record", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Records a stream into a journal: segment files in a directory.",
        footer = {"", "Started again on the same directory, it goes on where it was, and fills what it missed from the"
                + " log.",
                "Exit status: 0 when all that was published meanwhile is recorded; 1 when messages are"
                        + " missing, a publisher was lost, or the recording had to end."})
public final class RecordCommand implements Callable<Integer> {
    private static final long LONGEST_REST_NS = 100_000;
    private static final int SPINS = 1_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--stream", required = true, paramLabel = "NAME", description = "Stream to record.")
    private String stream;

    @Option(names = "--dir", required = true, paramLabel = "DIR",
            description = "Directory of the journal: one stream each. It is made, if it is not there.")
    private Path directory;

    @Option(names = "--until-session-ends",
            description = "End when a session has ended and no other is there. Default: at Ctrl-C.")
    private boolean untilSessionEnds;

    @Option(names = "--durability", defaultValue = "none", paramLabel = "WHEN",
            description = "When it has to be on the disk: none (when the kernel likes), batch (before the next"
                    + " messages are read), or how often, as 50ms. Default: ${DEFAULT-VALUE}.")
    private Durability durability;

    @Option(names = "--segment-size", defaultValue = "128M", paramLabel = "BYTES",
            description = "Length of each file, 16K to 1G. Default: ${DEFAULT-VALUE}.")
    private ByteSize segmentSize;

    @Option(names = "--retain-bytes", paramLabel = "BYTES",
            description = "Remove the oldest files when all take more than this, such as 500G. Default: keep all.")
    private ByteSize retainBytes;

    @Option(names = "--retain-age", paramLabel = "TIME",
            description = "Remove files whose newest message is older than this, such as 7d. Default: keep all.")
    private Duration retainAge;

    @Option(names = "--block", description = "Let the publisher wait for the recorder. Default: it never does, and what"
            + " the log has no more when the recorder comes to it is missing.")
    private boolean block;

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Where the publisher listens, on another host:"
            + " rdma://HOST:7471. Without an address, the stream is read on this host.")
    private List<String> connects = List.of();

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Where the publisher connects to, from another"
            + " host: rdma://0.0.0.0:7471.")
    private List<String> listens = List.of();

    @Option(names = "--serve",
            description = "Serve ranges of the journal to whoever misses them: those who join late, or"
                    + " were too slow (book --join journal).")
    private boolean serve;

    @Option(names = "--serve-listen", paramLabel = "ADDRESS",
            description = "Serve other hosts too, which connect to this"
                    + " address: rdma://0.0.0.0:7472. Implies --serve.")
    private List<String> serveListens = List.of();

    @Option(names = "--core", paramLabel = "N", description = "Core to pin the recording thread to, from 0.")
    private Integer core;

    private final Supplier<BusSettings> bus;

    /** On the bus in its usual place. */
    public RecordCommand() {
        this(BusSettings::defaults);
    }

    /**
     * On another bus.
     *
     * @param bus its settings
     */
    public RecordCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Records.
     *
     * @return exit status
     * @throws BusException if an option is wrong, or the journal or the bus can't be used
     */
    @Override
    public Integer call() {
        final JournalSettings settings = settings();
        final Endpoint[] endpoints = Usage.of(spec, () -> Endpoint.of(listens, connects));
        final News news = new News(spec.commandLine().getErr(), InstantSource.system());
        try (Interrupt interrupt = new Interrupt();
                JournalWriter journal = JournalWriter.open(directory, stream, settings)) {
            journal.cuts().forEach(cut -> news.say(describe(cut)));
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, news);
            try (Bus launched = Bus.launch(bus.get());
                    Subscription subscription = launched.subscribe(SubscriptionSettings.of(stream)
                            .withName("recorder").withPolicy(block ? Policy.BLOCK : Policy.SKIP).withCopies(true)
                            .withRepair(Repair.REPAIR)
                            .withStart(recorder.start()).withListener(recorder)
                            .withEndpoints(endpoints))) {
                record(launched, journal, recorder, subscription, news, interrupt);
            }
            summarise(recorder);
            if (recorder.failure() != null) {
                throw new BusException(
                        "the recording of stream " + stream + " has ended, what is recorded can be read: "
                                + recorder.failure().getMessage(),
                        recorder.failure());
            }
            return recorder.gaps() == 0 && news.lost() == 0 ? 0 : 1;
        }
    }

    private void record(final Bus launched, final JournalWriter journal, final Recorder recorder,
            final Subscription subscription, final News news,
            final Interrupt interrupt) {
        if (!serve && serveListens.isEmpty()) {
            record(journal, recorder, subscription, news, interrupt);
            return;
        }
        final ServeSettings settings = ServeSettings.defaults().withEndpoints(Endpoint.of(serveListens, List.of()));
        final Serving serving = Serving.start(launched, stream, directory, settings);
        try (serving) {
            record(journal, recorder, subscription, news, interrupt);
        }
        news.say("served " + Amounts.count(serving.answered(), "range") + ", "
                + Amounts.count(serving.messages(), "message"));
    }

    private void record(final JournalWriter journal, final Recorder recorder, final Subscription subscription,
            final News news,
            final Interrupt interrupt) {
        if (core != null) {
            Affinity.pin(core);
        }
        final IdleStrategy idle = new BackoffIdleStrategy(SPINS, 1, 1, LONGEST_REST_NS);
        boolean told = false;
        while (!interrupt.isRequested() && recorder.failure() == null && !isOver(news)) {
            final int count = recorder.turn(subscription);
            journal.reports(news::say);
            if (count == 0 && !told && news.running() + news.over() == 0) {
                news.say("waiting for a session on stream " + stream);
                told = true;
            }
            idle.idle(count);
        }
    }

    private boolean isOver(final News news) {
        return untilSessionEnds && news.over() > 0 && news.running() <= 0;
    }

    private JournalSettings settings() {
        final long length = segmentSize.bytes();
        Usage.require(spec, length >= SegmentLayout.MIN_LENGTH && length <= SegmentLayout.MAX_LENGTH, "--segment-size",
                length, "give 16K to 1G");
        final Duration age = retainAge == null ? Retention.ALL.age() : retainAge;
        final long bytes = retainBytes == null ? Retention.ALL.bytes() : retainBytes.bytes();
        return JournalSettings.defaults().withSegmentLength((int) length)
                .withDurability(durability).withRetention(new Retention(bytes, age));
    }

    private static String describe(final Cut cut) {
        if (cut.bytes() == 0) {
            return "the journal was not whole: " + cut.cause();
        }
        return "the journal was not whole, and goes on from sequence " + cut.sequence() + "; cut: "
                + Amounts.count(cut.bytes(), "byte") + " at offset " + cut.position() + " of " + cut.file() + ": "
                + cut.cause();
    }

    private void summarise(final Recorder recorder) {
        spec.commandLine().getOut().println("record: " + Amounts.count(recorder.messages(), "message") + ", "
                + Amounts.count(recorder.gaps(), "gap") + (recorder.gaps() == 0
                        ? ""
                        : " (" + Amounts.count(recorder.missing(), "sequence") + " missing)")
                + ", in " + directory);
        spec.commandLine().getOut().flush();
    }
}
