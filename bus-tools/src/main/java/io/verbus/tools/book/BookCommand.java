package io.verbus.tools.book;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.ShutdownLatch;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.join.JoinSettings;
import io.verbus.marketdata.join.JoiningSubscription;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.tools.options.OutputFile;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.terminal.Screen;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.IdleStrategy;
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
                        + " any policy (messages before the first one read, gaps, unknown orders), with a message that"
                        + " lists it; 2 for wrong options."})
public final class BookCommand implements Callable<Integer> {
    private static final int EXPECTED_ORDERS = 4_096;
    private static final int POLL_LIMIT = 512;
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Option(names = "--stream", required = true, paramLabel = "NAME", description = "Stream to read.")
    private String stream;

    @Option(names = "--top", split = ",", paramLabel = "SYMBOL",
            description = "Print the best prices of these symbols, such as AAPL,SPY. Default: the most active.")
    private List<String> symbols = List.of();

    @Option(names = "--book-out", paramLabel = "FILE",
            description = "File for the final price levels of order books, with lines locate,side,price,shares,orders."
                    + " Default: none.")
    private Path bookOut;

    @Option(names = "--levels-out", paramLabel = "FILE",
            description = "File for the final price levels of a venue that sends levels in place of orders, such as"
                    + " IEX, with lines symbol,side,price,size. If the source restarted, those of its newest session"
                    + " that had a level. Default: none.")
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

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Address at which a feed on another host"
            + " listens: tcp://HOST:7471 or rdma://HOST:7471. Default: read the stream on this host.")
    private List<String> connects = List.of();

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Address to which a feed on another host"
            + " connects: tcp://0.0.0.0:7471 or rdma://0.0.0.0:7471.")
    private List<String> listens = List.of();

    @Option(names = "--core", paramLabel = "N",
            description = "Core of the polling thread, from 0. Default: not pinned.")
    private Integer core;

    @Option(names = "--quiet-core", paramLabel = "N", description = "Keep the process's other threads (compilers,"
            + " conductor) off this core. Default: they run on all.")
    private Integer quietCore;

    @Option(names = "--idle", defaultValue = "spin", paramLabel = "HOW",
            description = "How the polling thread waits for messages: spin, yield or sleep (1 ms). Default:"
                    + " ${DEFAULT-VALUE}.")
    private PollingIdle idle;

    @Mixin
    private JoinOptions join;

    private final Supplier<Configuration> configuration;

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
        final boolean isTerminal = System.console() != null && System.console().isTerminal();
        final Screen screen = Screen.inBackground(spec.commandLine().getOut(), spec.commandLine().getErr(), isTerminal);
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN)) {
            return run(topSymbols, screen, shutdown::isRequested);
        }
    }

    private int run(final List<String> topSymbols, final Screen screen, final BooleanSupplier stop)
            throws InterruptedException {
        try (Bus bus = Bus.launch(configuration.get().bus());
                LatencyLog latencies = new LatencyLog(hlog, stream, SystemEpochClock.INSTANCE)) {
            final Outcome outcome = read(bus, new TopRows(topSymbols), latencies, screen, stop);
            screen.finish();
            Summary.lines(outcome).forEach(screen::print);
            writeFiles(outcome);
            return status(outcome, screen);
        } finally {
            screen.finish();
        }
    }

    private Outcome read(final Bus bus, final TopRows top, final LatencyLog latencies, final Screen screen,
            final BooleanSupplier stop) throws InterruptedException {
        final MarketDataHandler handler = new MarketDataHandler(new Books(EXPECTED_ORDERS), new Instruments(),
                new LatencyMeter(), new LoopRates(), Clocks.SYSTEM.monotonic());
        final SessionWatch watch = new SessionWatch(handler, screen, InstantSource.system());
        final StateSnapshot snapshot = new StateSnapshot(top);
        final Thread watcher = Thread.ofPlatform().daemon().name("watcher").unstarted(
                new Watcher(snapshot, handler.instruments(), latencies, screen, SystemNanoClock.INSTANCE));
        final Reading reading = new Reading(handler, watch, snapshot, watcher, screen, stop);
        final SubscriptionSettings requested = requested().withListener(watch);
        try {
            if (join.byJournal()) {
                readWithJournal(bus, requested, reading);
            } else if (join.bySnapshot()) {
                readWithSnapshot(bus, requested, reading);
            } else {
                try (Subscription subscription = bus.subscribe(requested)) {
                    begin(() -> subscription.poll(handler, 1), () -> subscription.sessions().isEmpty(), reading);
                    read(subscription::poll, reading);
                }
            }
        } finally {
            watcher.interrupt();
            watcher.join();
        }
        snapshot.fill(handler);
        latencies.add(snapshot.latencies());
        return new Outcome(stream, handler, watch, latencies.total(), top);
    }

    /** Options replace values of the configuration file, and those replace the defaults of a book. */
    private SubscriptionSettings requested() {
        final SubscriptionSettings configured = configuration.get().subscription(SubscriptionSettings.of(stream)
                .withName("book").withPolicy(Policy.BLOCK).withStart(Start.oldest()));
        final SubscriptionSettings reading = policy == null ? configured : configured.withPolicy(policy);
        final SubscriptionSettings settings = latencies == null ? reading : reading.withLatencies(latencies);
        return listens.isEmpty() && connects.isEmpty()
                ? settings
                : settings.withEndpoints(Endpoint.of(listens, connects));
    }

    /** The objects that take part in reading. */
    private record Reading(MarketDataHandler handler, SessionWatch watch, StateSnapshot snapshot, Thread watcher,
            Screen screen,
            BooleanSupplier stop) {}

    private void readWithJournal(final Bus bus, final SubscriptionSettings requested, final Reading reading) {
        try (RecoveringSubscription subscription = RecoveringSubscription.of(bus,
                requested.withStart(Start.at(0)).withRepair(Repair.REPAIR),
                join.recovery(configuration.get(), stream))) {
            begin(() -> subscription.poll(reading.handler(), 1), () -> subscription.sessions().isEmpty(), reading);
            read(subscription::poll, reading);
        }
    }

    private void readWithSnapshot(final Bus bus, final SubscriptionSettings requested, final Reading reading) {
        final MarketDataHandler handler = reading.handler();
        try (JoiningSubscription subscription = JoiningSubscription.of(bus, requested,
                JoinSettings.defaults().withMemoryBytes(join.memoryBytes())
                        .withTimeout(Duration.ofNanos(join.timeoutNs())),
                handler.updater(),
                reading.watch())) {
            begin(() -> subscription.poll(handler, 1), () -> subscription.sessions().isEmpty(), reading);
            final IdleStrategy strategy = idle.strategy();
            while (!subscription.isJoined() && !reading.stop().getAsBoolean()) {
                final int work = subscription.poll(handler, POLL_LIMIT);
                fill(reading.snapshot(), handler);
                strategy.idle(work);
            }
            read(subscription::poll, reading);
        }
    }

    private void begin(final Runnable firstPoll, final BooleanSupplier hasNoSession, final Reading reading) {
        // Threads inherit affinity, so the watcher must start before this thread is pinned.
        reading.watcher().start();
        if (quietCore != null) {
            Affinity.keepOthersOff(quietCore);
        }
        (core != null ? OptionalInt.of(core) : configuration.get().pollingCore(stream)).ifPresent(Affinity::pin);
        firstPoll.run();
        if (hasNoSession.getAsBoolean() && reading.watch().state() == SessionWatch.State.WAITING) {
            reading.screen().print("waiting for a session on stream " + stream + where());
        }
    }

    private void read(final BookLoop.Source source, final Reading reading) {
        new BookLoop(source, reading.handler(), reading.watch(), reading.snapshot(), idle.strategy(), reading.stop())
                .run();
    }

    private static void fill(final StateSnapshot snapshot, final MarketDataHandler handler) {
        if (snapshot.isRequested()) {
            snapshot.fill(handler);
        }
    }

    private String where() {
        return requested().endpoints().stream().map(endpoint -> ", " + endpoint).collect(Collectors.joining());
    }

    private static int status(final Outcome outcome, final Screen screen) {
        if (outcome.missing().isEmpty()) {
            return 0;
        }
        screen.warn("book: the books are not whole: " + String.join("; ", outcome.missing()));
        return 1;
    }

    /** Checks the options before any resource is opened, so that errors count as wrong usage. Returns the symbols. */
    private List<String> options() {
        final Configuration configured = configuration.get();
        try {
            join.bySnapshot();
            join.recovery(configured, stream);
            Endpoint.of(listens, connects);
            return symbols();
        } catch (final BusException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
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

    private void writeFiles(final Outcome outcome) {
        OutputFile.write(bookOut, to -> LevelLines.write(outcome.handler().books(), to));
        OutputFile.write(levelsOut, to -> to.write(outcome.handler().levelLines()));
        OutputFile.write(summary, to -> to.write(SummaryFile.text(outcome)));
    }
}
