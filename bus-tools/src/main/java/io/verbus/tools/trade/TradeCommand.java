package io.verbus.tools.trade;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.ShutdownLatch;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.itch.ItchFiles;
import io.verbus.marketdata.source.Tail;
import io.verbus.matching.script.ScriptException;
import io.verbus.matching.script.SeatScript;
import io.verbus.monitor.StandardError;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.seat.ReportDecoder;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.orders.seat.TradingSeat;
import io.verbus.recovery.RecoverySettings;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.options.Usage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus trade}: enters orders by a seat. */
@Command(name = "trade", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Enters orders at the gateway of a market by a seat: those of a script, the order flow of an ITCH"
                + " session, or those of a strategy.",
        footer = {"",
                "docs/reference/orders.md describes seats, docs/reference/matching.md the lines of a script and the"
                        + " printed reports.",
                "Exit status: 0 if all orders were entered and answered; 1 if a file is invalid or cut off, the seat"
                        + " ended, or the market did not do what the session reports, with a message; 2 for wrong"
                        + " options; 130 or 143 if Ctrl-C or SIGTERM ended it early."})
public final class TradeCommand implements Callable<Integer> {
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final Pattern MARKET = Pattern.compile("[A-Za-z0-9._-]{1,112}");
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);
    private static final int MOST_KEEP_ALIVE = 60;
    private static final double NS_PER_SECOND = 1e9;
    private static final String DEFAULT_RATE = "1000/s";
    private static final long PRICE = 100_000_000;
    private static final long TICK = 10_000;
    /** Of prices of market data. */
    private static final int DECIMALS = 4;

    /** The strategies. */
    enum StrategyKind {
        /** Quotes both sides. */
        quote,
        /** Takes prices that improve. */
        take,
        /** Enters random orders. */
        random
    }

    @Option(names = "--seat", required = true, paramLabel = "NAME", description = "Name of the seat, as in the exchange"
            + " file.")
    private String name;

    @Option(names = "--secret-file", required = true, paramLabel = "FILE", description = "File with its secret.")
    private Path secretFile;

    @Option(names = "--market", defaultValue = "orders", paramLabel = "NAME",
            description = "Name of the market. Default: ${DEFAULT-VALUE}.")
    private String market;

    @Option(names = "--connect", paramLabel = "ADDRESS", description = "Address at which the gateway listens on another"
            + " host: tcp://HOST:7471 or rdma://HOST:7471. Default: a gateway on this host.")
    private List<String> connects = List.of();

    @Option(names = "--recover", description = "Read reports that the log of MARKET.out has lost from its journal,"
            + " which a recorder serves, see record --serve. Default: they are reported as lost, and the open orders"
            + " are requested.")
    private boolean recovers;

    @Option(names = "--recorder", paramLabel = "ADDRESS", description = "Address of that recorder on another host, see"
            + " record --serve-listen. Implies --recover. Default: a recorder on this host.")
    private List<String> recorders = List.of();

    @Option(names = "--script", paramLabel = "FILE", description = "Script to enter, with the lines of one seat; - for"
            + " standard input. Each request is entered when all before are answered.")
    private Path script;

    @Option(names = "--itch", paramLabel = "FILE", description = "ITCH 5.0 session whose order flow to enter, raw or"
            + " gzip, with 2-byte lengths. The second seat enters an IOC order for each execution.")
    private Path itch;

    @Option(names = "--second-seat", paramLabel = "NAME", description = "With --itch: name of the second seat.")
    private String secondName;

    @Option(names = "--second-secret-file", paramLabel = "FILE", description = "With --itch: file with its secret.")
    private Path secondSecretFile;

    @Option(names = "--strategy", paramLabel = "S", description = "Strategy to run: quote (both sides of an instrument,"
            + " skewed by inventory), take (whenever the best price improves) or random.")
    private StrategyKind strategy;

    @Option(names = "--symbol", paramLabel = "SYMBOL", description = "Instrument of quote and take. Default: the first"
            + " one.")
    private String symbol;

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "S", description = "Duration of a strategy. Default:"
            + " ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Seed of a strategy's random choices."
            + " Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--rate", paramLabel = "R", description = "Requests: max, or 50000/s (a second). A strategy sends"
            + " so many that no market data has caused. Default: max with --itch, 1000/s with --strategy.")
    private String rate;

    @Option(names = "--cancel-on-disconnect", description = "The gateway cancels the orders when the seat disconnects.")
    private boolean cancelOnDisconnect;

    @Option(names = "--timeout", defaultValue = "10", paramLabel = "SECONDS", description = "Longest wait for a"
            + " gateway. Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds;

    @Option(names = "--idle", defaultValue = "spin", paramLabel = "HOW", description = "How the trader's thread waits"
            + " for reports: spin, backoff, yield or sleep (1 ms). Default: ${DEFAULT-VALUE}.")
    private PollingIdle idle;

    @Option(names = "--keep-alive", defaultValue = "5", paramLabel = "SECONDS", description = "The gateway disconnects"
            + " a seat that sends nothing for so long: 1 to 60. Default: ${DEFAULT-VALUE}.")
    private int keepAliveSeconds;

    @Option(names = "--print", description = "Print the reports, with lines as of ./bus match.")
    private boolean print;

    @Option(names = "--hlog", paramLabel = "FILE", description = "File for the round trips, in HdrHistogram's log"
            + " format. Default: none.")
    private Path hlog;

    @Option(names = "--summary", paramLabel = "FILE", description = "File for the summary in machine-readable form"
            + " (Java properties). Default: none.")
    private Path summary;

    /** From the claim of a request to the first report that answers it, of all seats. */
    private final Histogram roundTrips = new Histogram(1, LONGEST_NS, DIGITS);

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> settings;

    /**
     * Creates a command.
     *
     * @param settings supplies the settings of the bus
     */
    public TradeCommand(final Supplier<BusSettings> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() {
        final long periodNs = checkOptions();
        final List<SeatSettings> seats = new ArrayList<>(List.of(Usage.of(spec, () -> seat(name, secretFile))));
        if (itch != null) {
            ItchFiles.requireItch(itch);
            seats.add(Usage.of(spec, () -> seat(secondName, secondSecretFile)));
        }
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN); Bus bus = Bus.launch(settings.get())) {
            if (itch != null) {
                return tradeItch(bus, seats, periodNs, shutdown::isRequested);
            }
            return script != null
                    ? tradeScript(bus, seats.getFirst(), shutdown::isRequested)
                    : tradeStrategy(bus, seats.getFirst(), periodNs, shutdown::isRequested);
        }
    }

    /** Returns the ns between two requests. */
    private long checkOptions() {
        if (Stream.of(script, itch, strategy).filter(Objects::nonNull).count() != 1) {
            throw new ParameterException(spec.commandLine(),
                    "give one of --script FILE, --itch FILE and --strategy S");
        }
        if (itch != null && (secondName == null || secondSecretFile == null)) {
            throw new ParameterException(spec.commandLine(), "--itch needs --second-seat and --second-secret-file: the"
                    + " second seat causes the executions of the session");
        }
        if (itch == null && (secondName != null || secondSecretFile != null)) {
            throw new ParameterException(spec.commandLine(), "--second-seat and --second-secret-file are for --itch");
        }
        Usage.require(spec, MARKET.matcher(market).matches(), "--market", market,
                "use 1 to 112 letters, digits, . _ -");
        Usage.require(spec, timeoutSeconds >= 1, "--timeout", timeoutSeconds, "give 1 or more");
        Usage.require(spec, keepAliveSeconds >= 1 && keepAliveSeconds <= MOST_KEEP_ALIVE, "--keep-alive",
                keepAliveSeconds, "give 1 to " + MOST_KEEP_ALIVE);
        Usage.require(spec, seconds >= 1, "--seconds", seconds, "give 1 or more");
        final String requested = rate != null ? rate : strategy == null ? "max" : DEFAULT_RATE;
        return switch (Usage.of(spec, () -> Pace.parse(requested))) {
            case Pace.Max() -> 0;
            case Pace.Rate(double perSecond) -> Math.max(1, Math.round(NS_PER_SECOND / perSecond));
            case Pace.Speed(double factor) -> throw new ParameterException(spec.commandLine(), "Invalid value for"
                    + " option '--rate': '" + rate + "': give max, or 50000/s");
        };
    }

    private SeatSettings seat(final String seat, final Path secret) {
        return SeatSettings.of(seat, SeatSecret.read(secret)).withMarket(market)
                .withKeepAlive(Duration.ofSeconds(keepAliveSeconds))
                .withTimeout(Duration.ofSeconds(timeoutSeconds)).withCancelOnDisconnect(cancelOnDisconnect)
                .withEndpoints(endpoints()).withRecovery(recovery());
    }

    /** Null: no journal is read. */
    private RecoverySettings recovery() {
        return recovers || !recorders.isEmpty()
                ? RecoverySettings.defaults().withEndpoints(Endpoint.of(List.of(), recorders))
                : null;
    }

    private Endpoint[] endpoints() {
        return Endpoint.of(List.of(), connects);
    }

    private int tradeItch(final Bus bus, final List<SeatSettings> seats, final long periodNs,
            final BooleanSupplier stop) {
        final PrintWriter lines = new PrintWriter(spec.commandLine().getOut(), false);
        try (TradingSeat maker = open(bus, seats.get(0), printer(script(seats.get(0), new ScriptTrader()), lines));
                TradingSeat taker = open(bus, seats.get(1),
                        printer(script(seats.get(1), new ScriptTrader()), lines))) {
            final SeatWaits waits = waits(bus, List.of(maker, taker), stop);
            final long beginMs = System.currentTimeMillis();
            final ItchTrader trader;
            final Tail tail;
            try {
                waits.awaitEstablished();
                trader = new ItchTrader(itch, readInstruments(bus, waits), maker, taker, waits, periodNs);
                tail = trader.run();
            } finally {
                lines.flush();
                report(new TradeSummary(List.of(maker, taker), roundTrips, null, beginMs));
            }
            print("trade: " + trader.summary());
            trader.check();
            if (!tail.isWhole()) {
                StandardError.stream().println("trade: warning: " + itch + " is " + tail.sentence());
            }
            return tail.isWhole() ? 0 : 1;
        }
    }

    private int tradeScript(final Bus bus, final SeatSettings seat, final BooleanSupplier stop) {
        final PrintWriter lines = new PrintWriter(spec.commandLine().getOut(), false);
        final ScriptTrader trader = new ScriptTrader();
        final SeatScript requests = script(seat, trader);
        final SeatReportPrinter printer = printer(requests, lines);
        try (TradingSeat trading = open(bus, seat, printer)) {
            final SeatWaits waits = waits(bus, List.of(trading), stop);
            trader.begin(trading, waits, printer);
            final long beginMs = System.currentTimeMillis();
            try (BufferedReader in = openScript()) {
                waits.awaitEstablished();
                readInstruments(bus, waits).forEach((symbol, id) -> requests.define(symbol, id, DECIMALS));
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    requests.run(line);
                }
                waits.awaitAnswers();
            } catch (final ScriptException e) {
                throw new BusException(script + ", " + e.getMessage(), e);
            } catch (final IOException e) {
                throw new BusException(script + " cannot be read: " + e.getMessage(), e);
            } finally {
                lines.flush();
                report(new TradeSummary(List.of(trading), roundTrips, null, beginMs));
            }
        }
        return 0;
    }

    private MarketView marketView(final Bus bus) {
        return new MarketView(bus, new MarketStreams(market).md(), Duration.ofSeconds(timeoutSeconds).toNanos(),
                endpoints());
    }

    /** Returns the numbers of the instruments by symbol: the market data gives them, a trader never guesses one. */
    private Map<String, Integer> readInstruments(final Bus bus, final SeatWaits waits) {
        try (MarketView view = marketView(bus)) {
            waits.awaitMarketData(view, !connects.isEmpty(), Duration.ofSeconds(timeoutSeconds).toNanos());
            return view.symbols();
        }
    }

    private int tradeStrategy(final Bus bus, final SeatSettings seat, final long periodNs,
            final BooleanSupplier stop) {
        final PrintWriter lines = new PrintWriter(spec.commandLine().getOut(), false);
        final SeatReportPrinter printer = printer(script(seat, new ScriptTrader()), lines);
        try (TradingSeat trading = open(bus, seat, printer);
                MarketView view = marketView(bus)) {
            final SeatWaits waits = waits(bus, List.of(trading), stop);
            final StrategyTrader trader = new StrategyTrader(trading, waits, view);
            final long beginMs = System.currentTimeMillis();
            try {
                waits.awaitEstablished();
                trader.awaitInstruments(!connects.isEmpty(), Duration.ofSeconds(timeoutSeconds).toNanos());
                trader.run(strategy(trading, view, beginMs), periodNs, Duration.ofSeconds(seconds).toNanos());
            } finally {
                lines.flush();
                report(new TradeSummary(List.of(trading), roundTrips, trader.tickToTrade(), beginMs));
            }
        }
        return 0;
    }

    private Strategy strategy(final TradingSeat trading, final MarketView view, final long beginMs) {
        final StrategySettings wanted = new StrategySettings(symbol, seed, PRICE, TICK);
        final OrderIdSequence ids = new OrderIdSequence(beginMs);
        return switch (strategy) {
            case quote -> new QuoteStrategy(trading, view, wanted, ids);
            case take -> new TakeStrategy(trading, view, wanted, ids);
            case random -> new RandomStrategy(trading, view, wanted, ids);
        };
    }

    private TradingSeat open(final Bus bus, final SeatSettings seat, final SeatReportPrinter printer) {
        final TradingSeat trading = new TradingSeat(bus, seat,
                notice -> StandardError.stream().println("trade: " + notice));
        trading.onRoundTrip(ns -> roundTrips.recordValue(Math.clamp(ns, 1, LONGEST_NS)));
        if (printer != null) {
            trading.onReport(new ReportDecoder(printer));
        }
        return trading;
    }

    private SeatWaits waits(final Bus bus, final List<TradingSeat> seats, final BooleanSupplier stop) {
        return new SeatWaits(seats, idle.strategy(), bus.settings().clocks().monotonic(), stop);
    }

    private SeatScript script(final SeatSettings seat, final ScriptTrader trader) {
        try {
            return new SeatScript(seat.name(), trader, trader::pause);
        } catch (final ScriptException e) {
            throw new BusException("seat \"" + seat.name() + "\" cannot have a script: " + e.getMessage(), e);
        }
    }

    private SeatReportPrinter printer(final SeatScript names, final PrintWriter lines) {
        return print ? new SeatReportPrinter(names, line -> print(lines, line)) : null;
    }

    private static void print(final PrintWriter lines, final String line) {
        lines.write(line);
        lines.write('\n');
    }

    private BufferedReader openScript() throws IOException {
        if (script.equals(STANDARD_INPUT)) {
            return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        }
        if (!Files.exists(script)) {
            throw new BusException("there is no file " + script);
        }
        if (Files.isDirectory(script)) {
            throw new BusException(script + " is a folder: name a script in it");
        }
        return Files.newBufferedReader(script);
    }

    private void report(final TradeSummary results) {
        StandardError.drain(); // so that the summary follows the notices on a terminal
        if (!print) {
            print("trade: " + results.line());
        }
        if (hlog != null) {
            results.writeLog(hlog, System.currentTimeMillis());
        }
        if (summary != null) {
            try {
                Files.writeString(summary, results.properties());
            } catch (final IOException e) {
                throw new BusException("cannot write " + summary + ": " + e.getMessage(), e);
            }
        }
    }

    private void print(final String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
