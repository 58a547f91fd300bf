package io.verbus.tools.feed;

import io.verbus.Affinity;
import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.FeedCounts;
import io.verbus.marketdata.feed.FeedObserver;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.itch.ItchFiles;
import io.verbus.marketdata.live.MoldSession;
import io.verbus.marketdata.live.SourceRecovery;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.LiveSource;
import io.verbus.marketdata.source.SnapshotSource;
import io.verbus.marketdata.source.Tail;
import io.verbus.monitor.StandardError;
import io.verbus.tools.options.ByteSize;
import io.verbus.tools.options.SnapshotOptions;
import io.verbus.tools.options.Usage;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.OffsetEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus feed}: plays an ITCH file, a live session of ITCH or DEEP, or a capture of one onto a stream. */
@Command(name = "feed", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Plays a NASDAQ TotalView-ITCH 5.0 file, a live session of ITCH or IEX DEEP 1.0, or a capture of"
                + " one onto a stream, normalised to SBE.",
        footer = {"",
                "Exit status: 0 if the whole file, or the live session up to its end, was published; 1 if a file is"
                        + " cut off or damaged, messages are malformed, or messages of a session are lost; 2 for"
                        + " wrong options; 130 or 143 if Ctrl-C or SIGTERM ended it early."})
public final class FeedCommand implements Callable<Integer> {
    /** Name of the subscription of ./bus book. */
    private static final String BOOKS = "book";
    private static final long MOST_KEPT_BYTES = 1L << 30;
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);

    @Option(names = "--stream", required = true, paramLabel = "NAME",
            description = "Stream to publish on, such as md.itch.")
    private String stream;

    @Option(names = "--itch", paramLabel = "FILE",
            description = "File of ITCH messages with 2-byte lengths, raw or gzip.")
    private Path file;

    @Mixin
    private LiveOptions live;

    @Mixin
    private GlimpseOptions glimpse;

    @Option(names = "--rate", defaultValue = "max", paramLabel = "R",
            description = "Rate: " + Pace.FORMS + ". Realtime is by the times of the messages with --itch, and by those"
                    + " of the packets with --pcap. Default: ${DEFAULT-VALUE}.")
    private String rate;

    @Option(names = "--no-catch-up", description = "After a delay of more than 50 us, such as a core taken by another"
            + " thread, continue at the rate from then on. Default: catch up in a burst.")
    private boolean noCatchUp;

    @Option(names = "--loop", defaultValue = "1", paramLabel = "N",
            description = "Play the file N times in one session; each pass starts with clear books. Default: 1.")
    private int passes;

    @Option(names = "--await-subscribers", defaultValue = "0", paramLabel = "N",
            description = "Start when N subscribers have joined. Default: 0.")
    private int awaited;

    @Option(names = "--strict",
            description = "Exit with 1 also if messages are of unknown types, or if packets are"
                    + " malformed, strays or false ends, even if every other message was published.")
    private boolean strict;

    @Option(names = "--date", paramLabel = "D",
            description = "Session day in New York, such as 2019-12-30. Default: from the file name; with --pcap that"
                    + " of the first packet; today for a live session.")
    private String date;

    @Option(names = "--venue", paramLabel = "MIC", description = "Market identifier code of the venue, such as XNAS,"
            + " XBOS (BX), XPSX (PSX) or IEXG (IEX). Default: IEXG for a session of IEX-TP, else from the file name,"
            + " else XNAS.")
    private String venue;

    @Option(names = "--capacity", paramLabel = "BYTES", converter = ByteSize.Converter.class,
            description = "Size of the log, a power of two: 64M, 1G. Default: that of the bus.")
    private ByteSize capacity;

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Listen for books on other hosts at this"
            + " address: tcp://0.0.0.0:7471 or rdma://0.0.0.0:7471. Books on this host do not need it.")
    private List<String> listens = List.of();

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Connect to books that listen at this address of"
            + " another host: tcp://HOST:7471 or rdma://HOST:7471.")
    private List<String> connects = List.of();

    @Option(names = "--block-for", paramLabel = "NAME", description = "Accept BLOCK from subscriptions of this name,"
            + " such as book; can be repeated. All others read under SKIP. Default: book for files without --listen"
            + " and --connect, else none.")
    private List<String> blocking = List.of();

    @Option(names = "--core", paramLabel = "N", description = "Pin the publishing thread to this core.")
    private Integer core;

    @Option(names = "--quiet-core", paramLabel = "N", description = "Keep the process's other threads (compilers,"
            + " conductor) off this core. Default: they run on all.")
    private Integer quietCore;

    @Option(names = "--timestamps", negatable = true,
            description = "Add a publishing timestamp to each message (about 20 ns). Default: yes, but no for a file"
                    + " at --rate max.")
    private Boolean timestamps;

    @Mixin
    private SnapshotOptions snapshots;

    @Spec
    private CommandSpec spec;

    private final Supplier<Configuration> configuration;
    private final Function<BusSettings, Bus> launcher;
    private final PrintStream out;
    private final PrintStream err;
    private final NanoClock clock = SystemNanoClock.INSTANCE;

    /**
     * Creates a command that uses another bus and the standard streams.
     *
     * @param configuration supplies the settings of the bus and of the stream
     */
    public FeedCommand(final Supplier<Configuration> configuration) {
        this(configuration, Bus::launch, System.out, StandardError.stream());
    }

    FeedCommand(final Supplier<Configuration> configuration, final Function<BusSettings, Bus> launcher,
            final PrintStream out, final PrintStream err) {
        this.configuration = configuration;
        this.launcher = launcher;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the command.
     *
     * @return exit status
     * @throws BusException if the options or the file are wrong
     */
    @Override
    public Integer call() {
        if (live.areGiven() == (file != null)) {
            throw new ParameterException(spec.commandLine(), file == null
                    ? "nothing to play: name a file with --itch, a live session with --moldudp64 or --iex, or a"
                            + " capture with --pcap"
                    : "--itch excludes --moldudp64, --iex and --pcap: a feed plays a file, a live session or a"
                            + " capture");
        }
        final Pace pace = Usage.of(spec, () -> Pace.parse(rate));
        Usage.require(spec, passes >= 1, "--loop", passes, "give 1 or more");
        Usage.require(spec, awaited >= 0, "--await-subscribers", awaited, "give 0 or more");
        Usage.of(spec, snapshots::settings);
        if (glimpse.areGiven() && !live.isOfMold()) {
            throw new ParameterException(spec.commandLine(), "--glimpse is for a live session of --moldudp64: omit it"
                    + " with --itch, --iex and --pcap");
        }
        return file != null ? play(pace) : follow(pace);
    }

    private int play(final Pace pace) {
        if (LiveOptions.IEX.equals(venue)) {
            throw new ParameterException(spec.commandLine(),
                    "--venue " + venue + " sends DEEP, and --itch is for a file"
                            + " of ITCH: play a capture of IEX with --pcap, or omit --venue");
        }
        final TradingDay requested = date == null ? null : day(MessageFormat.ITCH);
        final boolean paced = !(pace instanceof Pace.Max);
        final PublicationSettings settings = settings(paced);
        ItchFiles.requireItch(file);
        // A missing file comes before a missing date.
        final TradingDay day = requested == null ? day(MessageFormat.ITCH) : requested;
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN); BlockSource source = open(pace)) {
            err.println("feed: " + file + " on stream " + stream + " at " + rate
                    + "; " + shown(day));
            final FeedCounts counts = publish(feed -> feed.play(source, pace, passes), MessageFormat.ITCH, passes,
                    List::of,
                    day, settings, shutdown);
            return status(counts, shutdown.isRequested() ? null : source.tail());
        }
    }

    private int follow(final Pace pace) {
        final boolean isCaptured = !live.captures().isEmpty();
        if (passes > 1 || !isCaptured && !(pace instanceof Pace.Max)) {
            throw new ParameterException(spec.commandLine(), isCaptured
                    ? "--loop is for --itch: a session is played once"
                    : "--rate and --loop are for files: a live session cannot be paced or repeated");
        }
        Usage.of(spec, () -> {
            live.check(venue);
            return live;
        });
        final boolean isDayOfPacket = isCaptured && date == null;
        if (!isDayOfPacket) {
            day(MessageFormat.of(live.format(venue))); // so that a mistake is reported before anything is opened
        }
        final PublicationSettings settings = settings(!isCaptured || !(pace instanceof Pace.Max));
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                SnapshotSource recovery = Usage.of(spec, () -> Optional.ofNullable(glimpse.source())).orElse(null);
                MoldSession session = live.open(clock, new OffsetEpochNanoClock(), venue)) {
            final MessageFormat format = MessageFormat.of(session.format());
            final TradingDay day = isDayOfPacket ? day(session) : day(format);
            err.println("feed: " + session.shown() + " on stream " + stream + (isCaptured ? " at " + rate : "") + "; "
                    + shown(day));
            Stream.of(session.shortfall(), live.shortfall()).filter(Objects::nonNull).forEach(err::println);
            final LiveSource source = recovery == null
                    ? session.source()
                    : session.source(recovery, SourceRecovery.defaults());
            final FeedCounts counts;
            try {
                counts = publish(feed -> feed.follow(source, pace), format,
                        isCaptured ? 1 : Progress.LIVE, source::news, day, settings, shutdown);
            } finally {
                session.summarise(out);
                session.defects().forEach(defect -> err.println("feed: warning: " + defect));
            }
            return status(counts, session, isCaptured);
        }
    }

    private TradingDay day(final MoldSession session) {
        return Usage.of(spec, () -> TradingDay.captured(session.firstPacketNs(),
                MessageFormat.of(session.format()).venue(venue), live.captures().getFirst()));
    }

    private TradingDay day(final MessageFormat format) {
        return Usage.of(spec, () -> TradingDay.resolve(date, format.venue(venue), file, Clock.systemUTC()));
    }

    private static String shown(final TradingDay day) {
        return "day " + day.date() + " (" + day.why() + "), venue " + day.venue();
    }

    /**
     * A file or a capture waits for the books of this host by default: without BLOCK they would lose most of it at full
     * speed, and no exchange is delayed.
     */
    private PublicationSettings settings(final boolean paced) {
        final PublicationSettings settings = settings(paced, BlockingPermission.refused());
        return (file != null || !live.captures().isEmpty()) && settings.endpoints().isEmpty()
                ? settings(paced, BlockingPermission.named(BOOKS))
                : settings;
    }

    /** Options replace values of the configuration file, and those replace the defaults of a feed. */
    private PublicationSettings settings(final boolean paced, final BlockingPermission accepted) {
        final PublicationSettings settings = configuration.get().publication(PublicationSettings.of(stream)
                .withTimestamps(paced).withPushesOnCommit(paced).withBlocking(accepted));
        return Usage.of(spec, () -> withOptions(settings));
    }

    private PublicationSettings withOptions(final PublicationSettings configured) {
        PublicationSettings settings = configured;
        if (timestamps != null) {
            settings = settings.withTimestamps(timestamps);
        }
        if (!listens.isEmpty() || !connects.isEmpty()) {
            settings = settings.withEndpoints(Endpoint.of(listens, connects));
        }
        if (!blocking.isEmpty()) {
            settings = settings.withBlocking(BlockingPermission.named(blocking.toArray(String[]::new)));
        }
        return capacity == null ? settings : settings.withCapacity(capacity.ofLog(spec, "--capacity"));
    }

    /** Keeps the file in memory, if it fits, for repeated passes, and so that no due message waits for gzip. */
    private BlockSource open(final Pace pace) {
        final long limitBytes = Math.min(MOST_KEPT_BYTES, Runtime.getRuntime().maxMemory() / 2);
        return passes > 1 || !(pace instanceof Pace.Max)
                ? BlockSource.kept(file, limitBytes)
                : BlockSource.streamed(file);
    }

    private FeedCounts publish(final Consumer<Feed> work, final MessageFormat format, final int times,
            final Supplier<List<String>> news,
            final TradingDay day, final PublicationSettings settings, final ShutdownLatch shutdown) {
        final Audience audience = new Audience(err, InstantSource.system(), Snapshotter::isOwn);
        final SnapshotSettings requested = snapshots.settings();
        final Queue<String> snapshotNews = new ConcurrentLinkedQueue<>();
        // The snapshotter is closed after the publication, because it must read the end of the session.
        try (Bus bus = launcher.apply(configuration.get().bus());
                Snapshotter snapshotter = requested == null
                        ? null
                        : Snapshotter.open(bus, stream, settings.endpoints(), requested, clock, snapshotNews::add);
                Publication publication = bus.publish(settings.withListener(audience))) {
            if (snapshotter != null) {
                snapshotter.follow(publication.session());
            }
            if (quietCore != null) {
                Affinity.keepOthersOff(quietCore);
            }
            // New threads inherit the core, so the snapshotter starts first.
            (core != null ? OptionalInt.of(core) : configuration.get().publishingCore(stream)).ifPresent(Affinity::pin);
            audience.await(publication, awaited, snapshotter == null ? 0 : 1, shutdown::isRequested);
            final Supplier<List<String>> allNews = () -> Stream.of(audience.news(), newsOf(snapshotNews), news.get())
                    .flatMap(List::stream).toList();
            final long startNs = clock.nanoTime();
            final Progress progress = new Progress(err, Terminal.isInteractive(), times, allNews, startNs);
            final Feed feed = new Feed(publication, day, format.normaliser(day), clock,
                    new Watch(publication, settings, progress, shutdown));
            if (noCatchUp) {
                feed.doNotCatchUp();
            }
            try {
                if (!shutdown.isRequested()) { // publish nothing if stopped during the wait
                    work.accept(feed);
                }
            } catch (final RuntimeException | Error e) {
                publication.breakOff(); // so that readers do not take a partial session for a complete one
                throw e;
            } finally {
                progress.endLine();
                allNews.get().forEach(err::println);
                Audience.backPressure(publication.subscribers()).forEach(err::println);
                StandardError.drain(); // so that the summary follows it on a terminal
                FeedSummary.print(out, feed.counts(), format, clock.nanoTime() - startNs, times == Progress.LIVE);
            }
            return feed.counts();
        } finally {
            newsOf(snapshotNews).forEach(err::println);
        }
    }

    private static List<String> newsOf(final Queue<String> snapshots) {
        return Stream.generate(snapshots::poll).takeWhile(Objects::nonNull).map(line -> "feed: " + line).toList();
    }

    /** Prints warnings and returns the exit status. */
    private int status(final FeedCounts counts, final Tail tail) {
        boolean whole = messagesAreWhole(counts, file.toString());
        if (tail == null) {
            err.println("feed: stopped before the end of " + file);
            return 1;
        }
        if (counts.firstEmptyAt() >= 0 && counts.firstEmptyAt() != tail.offset()) {
            err.println(String.format(Locale.ROOT, "feed: warning: %s: the empty message before byte %,d, which ends a"
                    + " session, is not the last one", file, counts.firstEmptyAt()));
            whole = false;
        }
        if (!tail.isWhole()) {
            err.println("feed: warning: " + file + " is " + tail.sentence());
            whole = false;
        }
        return whole && !(strict && counts.unknown() > 0) ? 0 : 1;
    }

    private int status(final FeedCounts counts, final MoldSession session, final boolean isCaptured) {
        final boolean whole = messagesAreWhole(counts, session.shown()) & session.isWhole() & session.hasEnded()
                & session.areFilesWhole();
        if (!session.isWhole()) {
            err.println("feed: warning: messages of the session are lost; the books of its readers " + books(counts));
        }
        if (!session.hasEnded()) {
            err.println("feed: stopped before the end of the session");
        } else if (isCaptured && !session.isComplete()) {
            err.println("feed: note: the capture ends before the end of the session");
        }
        return whole && !(strict && (session.isDisturbed() || counts.unknown() > 0)) ? 0 : 1;
    }

    private static String books(final FeedCounts counts) {
        if (!counts.isSuspect()) {
            return "are sound again, but trades may be missing";
        }
        return counts.suspectAfter() == MessagePrefix.NO_SEQUENCE
                ? "are suspect from the start"
                : String.format(Locale.ROOT, "are suspect after message %,d", counts.suspectAfter());
    }

    private boolean messagesAreWhole(final FeedCounts counts, final String where) {
        if (counts.firstWrongLength() != null) {
            err.println("feed: warning: " + where + ": " + counts.firstWrongLength()
                    + "; the books of its readers " + books(counts));
        }
        return counts.firstWrongLength() == null;
    }

    /** Prints the progress, pushes bursts at maximum rate to other hosts, and stops the feed. */
    private static final class Watch implements FeedObserver {
        private final Publication publication;
        private final boolean inBursts;
        private final Progress progress;
        private final ShutdownLatch shutdown;

        Watch(final Publication publication, final PublicationSettings settings, final Progress progress,
                final ShutdownLatch shutdown) {
            this.publication = publication;
            this.inBursts = !settings.pushesOnCommit() && !settings.endpoints().isEmpty();
            this.progress = progress;
            this.shutdown = shutdown;
        }

        @Override
        public void onProgress(final int pass, final double fraction) {
            progress.at(pass, fraction);
        }

        @Override
        public void onBurst() {
            if (inBursts) {
                publication.flush();
            }
        }

        @Override
        public boolean onCheck(final long nowNs, final long messages) {
            publication.idle();
            progress.tick(nowNs, messages);
            if (publication.isLogRemoved()) {
                throw new BusException(
                        "another program has removed the log: the feed stops before its end; restart it");
            }
            return !shutdown.isRequested();
        }
    }
}
