package io.verbus.tools.book;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.ShutdownLatch;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.join.JoinSettings;
import io.verbus.marketdata.join.JoiningSubscription;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.tools.options.OutputFile;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.options.ReadingAddresses;
import io.verbus.tools.terminal.Screen;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus book}: keeps the order books of a stream until its session ends. */
@Command(name = "book", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Keeps full-depth order books of all symbols of a stream until its session ends.",
        footer = {"", "The command can be started before or after the feed.",
                "Exit status: 0 if the session ended and the books include all of it; 1 if anything is missing, under"
                        + " any policy (messages before the first one read, gaps, unknown orders, suspect books), with"
                        + " a message that lists it; 2 for wrong options. With --follow: of all sessions; the end of"
                        + " one that runs is not awaited."})
public final class BookCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);
    /** Options that a journal does not use. */
    private static final List<String> OF_STREAMS = List.of("--stream", "--follow", "--policy", "--latencies", "--hlog",
            "--connect", "--listen", "--accept-relay", "--join", "--recorder", "--join-timeout", "--join-memory");

    @Spec
    private CommandSpec spec;

    @Option(names = "--stream", paramLabel = "NAME", description = "Stream to read.")
    private String stream;

    @Option(names = "--journal", paramLabel = "DIR", description = "Read all sessions of a journal in place of a"
            + " stream, each with books of its own. The files have those of the newest session.")
    private Path journal;

    @Option(names = "--follow", description = "Continue with the next session, and with sessions at the same time, such"
            + " as those of several venues, each with books of its own, until a signal. The files have the session that"
            + " started last; --book-out and --levels-out are written whenever a session ends.")
    private boolean follow;

    @Option(names = "--top", split = ",", paramLabel = "SYMBOL",
            description = "Print the best prices of these symbols, such as AAPL,SPY. Default: the most active.")
    private List<String> symbols = List.of();

    @Option(names = "--book-out", paramLabel = "FILE",
            description = "File for the final price levels of order books, with lines locate,side,price,shares,orders,"
                    + " and a last field 'suspect' if the book may be wrong. Default: none.")
    private Path bookOut;

    @Option(names = "--levels-out", paramLabel = "FILE",
            description = "File for the final price levels of a venue that sends levels in place of orders, such as"
                    + " IEX, with lines symbol,side,price,size, and a last field 'suspect' if the book may be wrong."
                    + " Those of the newest session, also of the source, that had a level. Default: none.")
    private Path levelsOut;

    @Option(names = "--hlog", paramLabel = "FILE",
            description = "File for the latencies, one histogram per second, in HdrHistogram's log format. Default:"
                    + " none.")
    private Path hlog;

    @Option(names = "--summary", paramLabel = "FILE",
            description = "File for the summary in machine-readable form (Java properties). Default: none.")
    private Path summary;

    @Option(names = "--policy", paramLabel = "POLICY",
            description = "Treatment of slow books: block (the feed waits), skip (they resume half a log before the"
                    + " end), conflate (they resume at the newest message) or evict (they lose the session). Default:"
                    + " block.")
    private Policy policy;

    @Option(names = "--latencies", negatable = true, description = "Record the latency of each message, for ./bus stat:"
            + " a feed with --timestamps. Default: the configuration file, else no.")
    private Boolean latencies;

    @Mixin
    private ReadingAddresses addresses;

    @Option(names = "--core", paramLabel = "N",
            description = "Core of the polling thread, from 0. Default: not pinned.")
    private Integer core;

    @Option(names = "--quiet-core", paramLabel = "N", description = "Keep the process's other threads (compilers,"
            + " conductor) off this core. Default: they run on all.")
    private Integer quietCore;

    @Option(names = "--idle", defaultValue = "spin", paramLabel = "HOW",
            description = "How the polling thread waits for messages: spin, backoff, yield or sleep (1 ms). Default:"
                    + " ${DEFAULT-VALUE}.")
    private PollingIdle idle;

    @Mixin
    private JoinOptions join;

    @Mixin
    private SampleOptions sample;

    private final Supplier<Configuration> configuration;
    /** Number of the session whose orders and levels the files have. */
    private int ordersFrom;
    private int levelsFrom;

    /**
     * Creates a command.
     *
     * @param configuration supplies the settings of the bus and of the stream
     */
    public BookCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    @Override
    public Integer call() throws InterruptedException {
        final List<String> topSymbols = options();
        OutputFile.requireWritable("--book-out", bookOut);
        OutputFile.requireWritable("--levels-out", levelsOut);
        OutputFile.requireWritable("--hlog", hlog);
        OutputFile.requireWritable("--summary", summary);
        sample.requireWritable();
        final boolean isTerminal = System.console() != null && System.console().isTerminal();
        final Screen screen = Screen.inBackground(spec.commandLine().getOut(), spec.commandLine().getErr(), isTerminal);
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN)) {
            return run(topSymbols, screen, shutdown::isRequested);
        }
    }

    private int run(final List<String> topSymbols, final Screen screen, final BooleanSupplier stop)
            throws InterruptedException {
        final List<String> missing = new ArrayList<>();
        try (Bus bus = journal == null ? Bus.launch(configuration.get().bus()) : null;
                LatencyLog latencies = new LatencyLog(hlog, stream, SystemEpochClock.INSTANCE);
                BookSamples samples = sample.open()) {
            final BookSessions sessions = new BookSessions(isFollowed(), topSymbols, screen, InstantSource.system(),
                    Clocks.SYSTEM.monotonic(), samples);
            final Reading reading = new Reading(sessions, new StateSnapshot(), screen, stop,
                    books -> onOver(books, latencies, missing, screen));
            read(bus, latencies, reading, missing);
            screen.finish();
            sessions.present().forEach(books -> onOver(books, latencies, missing, screen));
            if (samples != null) {
                missing.addAll(samples.missing());
                screen.print(samples.complete());
            }
            final Outcome outcome = new Outcome(stream, sessions.latest(), latencies.total(), missing);
            screen.print(Summary.latency(outcome));
            OutputFile.write(summary, to -> to.write(SummaryFile.text(outcome)));
            return status(missing, screen);
        } finally {
            screen.finish();
        }
    }

    /** The books of a session have all that they read. */
    private void onOver(final SessionBooks books, final LatencyLog latencies, final List<String> missing,
            final Screen screen) {
        books.end();
        books.handler().doubtRefused();
        books.fill();
        final List<String> ofSession = isFollowed()
                ? Missing.soFar(books.watch(), books.handler())
                : Missing.of(books.watch(), books.handler());
        missing.addAll(ofSession);
        Summary.lines(new Outcome(stream, books, latencies.total(), ofSession)).forEach(screen::print);
        final MarketDataHandler handler = books.handler();
        if (!isFollowed() || books.watch().session() != null && books.number() >= ordersFrom) {
            ordersFrom = books.number();
            OutputFile.write(bookOut, to -> LevelLines.write(handler.books(), to));
        }
        if (!isFollowed() || handler.hasLevels() && books.number() >= levelsFrom) {
            levelsFrom = books.number();
            OutputFile.write(levelsOut, to -> to.write(handler.levelLines()));
        }
    }

    private void read(final Bus bus, final LatencyLog latencies, final Reading reading, final List<String> missing)
            throws InterruptedException {
        final BookSessions sessions = reading.sessions();
        final Thread watcher = Thread.ofPlatform().daemon().name("watcher").unstarted(
                new Watcher(reading.snapshot(), latencies, reading.screen(), SystemNanoClock.INSTANCE));
        try {
            if (journal != null) {
                missing.addAll(readJournal(reading, watcher));
            } else if (join.byJournal()) {
                readWithJournal(bus, requested(sessions), reading, watcher);
            } else if (join.bySnapshot()) {
                readWithSnapshot(bus, requested(sessions), reading, watcher);
            } else {
                try (Subscription subscription = bus.subscribe(requested(sessions))) {
                    begin(() -> subscription.poll(sessions, 1), () -> subscription.sessions().isEmpty(), reading,
                            watcher);
                    read(subscription::poll, reading);
                }
            }
        } finally {
            watcher.interrupt();
            watcher.join();
        }
        reading.snapshot().fill(sessions);
        latencies.add(reading.snapshot().latencies());
    }

    private SubscriptionSettings requested(final BookSessions sessions) {
        return requested().withListener(sessions);
    }

    /** Options replace values of the configuration file, and those replace the defaults of a book. */
    private SubscriptionSettings requested() {
        final SubscriptionSettings configured = configuration.get().subscription(SubscriptionSettings.of(stream)
                .withName("book").withPolicy(Policy.BLOCK).withStart(Start.oldest()));
        final SubscriptionSettings reading = policy == null ? configured : configured.withPolicy(policy);
        return addresses.of(latencies == null ? reading : reading.withLatencies(latencies));
    }

    /** The objects that take part in reading. */
    private record Reading(BookSessions sessions, StateSnapshot snapshot, Screen screen, BooleanSupplier stop,
            Consumer<SessionBooks> onOver) {}

    /** Reads a journal, without a bus. Returns its damage. */
    private List<String> readJournal(final Reading reading, final Thread watcher) {
        try (JournalBooks source = new JournalBooks(journal, reading.sessions())) {
            stream = source.stream();
            begin(() -> source.poll(reading.sessions(), 1), () -> false, reading, watcher);
            new BookLoop(source, reading.sessions(), reading.onOver(), reading.snapshot(), idle.strategy(),
                    () -> reading.stop().getAsBoolean() || source.isOver()).run();
            return source.damage();
        }
    }

    private void readWithJournal(final Bus bus, final SubscriptionSettings requested, final Reading reading,
            final Thread watcher) {
        try (RecoveringSubscription subscription = RecoveringSubscription.of(bus,
                requested.withStart(Start.at(0)).withRepair(Repair.REPAIR),
                join.recovery(configuration.get(), stream))) {
            begin(() -> subscription.poll(reading.sessions(), 1), () -> subscription.sessions().isEmpty(), reading,
                    watcher);
            read(subscription::poll, reading);
        }
    }

    private void readWithSnapshot(final Bus bus, final SubscriptionSettings requested, final Reading reading,
            final Thread watcher) {
        final BookSessions sessions = reading.sessions();
        final JoinSettings limits = JoinSettings.defaults().withMemoryBytes(join.memoryBytes())
                .withTimeout(Duration.ofNanos(join.timeoutNs()));
        try (JoiningSubscription subscription = follow
                ? JoiningSubscription.ofEach(bus, requested, limits, sessions::begin, sessions)
                : JoiningSubscription.of(bus, requested, limits, sessions.latest().handler().updater(), sessions)) {
            begin(() -> subscription.poll(sessions, 1), () -> subscription.sessions().isEmpty(), reading, watcher);
            read(subscription::poll, reading);
        }
    }

    private void begin(final Runnable firstPoll, final BooleanSupplier hasNoSession, final Reading reading,
            final Thread watcher) {
        // Threads inherit affinity, so the watcher must start before this thread is pinned.
        watcher.start();
        if (quietCore != null) {
            Affinity.keepOthersOff(quietCore);
        }
        (core != null ? OptionalInt.of(core) : configuration.get().pollingCore(stream)).ifPresent(Affinity::pin);
        firstPoll.run();
        if (hasNoSession.getAsBoolean() && reading.sessions().isWaiting()) {
            reading.screen().print("waiting for a session on stream " + stream + where());
        }
    }

    private void read(final BookLoop.Source source, final Reading reading) {
        new BookLoop(source, reading.sessions(), reading.onOver(), reading.snapshot(), idle.strategy(), reading.stop())
                .run();
    }

    private String where() {
        return requested().endpoints().stream().map(endpoint -> ", " + endpoint).collect(Collectors.joining());
    }

    private static int status(final List<String> missing, final Screen screen) {
        if (missing.isEmpty()) {
            return 0;
        }
        screen.warn("book: the books are not whole: " + String.join("; ", missing));
        return 1;
    }

    /** Checks the options before any resource is opened, so that errors count as wrong usage. Returns the symbols. */
    private List<String> options() {
        final Configuration configured = configuration.get();
        try {
            requireSource();
            sample.check();
            join.bySnapshot();
            if (stream != null) {
                join.recovery(configured, stream);
                requested();
            }
            return symbols();
        } catch (final BusException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void requireSource() {
        if (stream == null && journal == null) {
            throw new BusException("Missing required option: '--stream=NAME' or '--journal=DIR'");
        }
        for (final String option : journal == null ? List.<String>of() : OF_STREAMS) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new BusException(option + " is for a stream, --journal reads none: give one of them");
            }
        }
    }

    /** Whether several sessions are read, each with books of its own. */
    private boolean isFollowed() {
        return follow || journal != null;
    }

    private List<String> symbols() {
        for (final String symbol : symbols) {
            if (symbol.isEmpty() || !symbol.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
                throw new BusException("--top: '" + symbol + "' is not a symbol: use printable characters, separated by"
                        + " commas, such as AAPL,SPY");
            }
        }
        return List.copyOf(new LinkedHashSet<>(symbols));
    }
}
