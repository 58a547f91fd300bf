package io.verbus.tools.gateway;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.ShutdownLatch;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.InstrumentFile;
import io.verbus.matching.script.ListedSeat;
import io.verbus.monitor.StandardError;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.gateway.ExchangeFiles;
import io.verbus.orders.gateway.GatewaySettings;
import io.verbus.orders.gateway.GatewaySummary;
import io.verbus.orders.gateway.OrderGateway;
import io.verbus.orders.gateway.RecordedEntries;
import io.verbus.tools.options.OutputFile;
import io.verbus.tools.options.PollingIdle;
import io.verbus.tools.options.SnapshotOptions;
import io.verbus.tools.options.Usage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus gateway}: runs the gateway of a market until it is ended. */
@Command(name = "gateway", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Takes orders of seats, matches them, and publishes reports and changes of the books.",
        footer = {"", "Streams of the market: orders.in (the seats), orders.log (entries), orders.out (reports),"
                + " orders.md (market data, for ./bus book).",
                "docs/reference/orders.md describes seats and the exchange file.",
                "Exit status: 0 if --until-idle ended it; 1 if the exchange file is invalid, the market has a gateway"
                        + " already, its entries cannot be repeated, or the gateway failed, with a message; 2 for wrong"
                        + " options; 130 or 143 if Ctrl-C or SIGTERM ended it."})
public final class GatewayCommand implements Callable<Integer> {
    private static final Pattern MARKET = Pattern.compile("[A-Za-z0-9._-]{1,112}");
    private static final Duration SHUTDOWN = Duration.ofSeconds(20);
    private static final long RECORDERS_NS = 1_000_000_000L;
    private static final Duration DISCONNECT = Duration.ofSeconds(2);
    private static final int MOST_SECONDS = 86_400;

    @Option(names = "--exchange", required = true, paramLabel = "FILE",
            description = "Instruments and seats, with lines as in ./bus match.")
    private Path exchangeFile;

    @Option(names = "--market", defaultValue = "orders", paramLabel = "NAME",
            description = "Name of the market, which its streams begin with. Default: ${DEFAULT-VALUE}.")
    private String market;

    @Option(names = "--entries", paramLabel = "DIR", description = "Continue the market after the entries in this"
            + " journal, of record --stream MARKET.log: orders, numbers and seats are as the earlier gateway had left"
            + " them. A directory without entries, or that does not exist yet, begins a market. Default: a new market.")
    private Path entries;

    @Option(names = "--require-recorder", description = "Publish reports and market data only when a recorder has read"
            + " the entries that they follow from: then each report holds for the next gateway too. Default: a recorder"
            + " may lag or be missing.")
    private boolean requiresRecorder;

    @Option(names = "--core", paramLabel = "N", description = "Core of the gateway's thread, from 0. Default: not"
            + " pinned.")
    private Integer core;

    @Option(names = "--idle", defaultValue = "spin", paramLabel = "HOW",
            description = "How the gateway's thread waits for messages: spin, backoff, yield or sleep (1 ms). Default:"
                    + " ${DEFAULT-VALUE}.")
    private PollingIdle idle;

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Listen for seats on other hosts at this"
            + " address: tcp://HOST:7471 or rdma://HOST:7471. Seats on this host need no address. Default: none.")
    private List<String> listens = List.of();

    @Option(names = "--summary", paramLabel = "FILE",
            description = "File for the summary in machine-readable form (Java properties). Default: none.")
    private Path summary;

    @Option(names = "--until-idle", paramLabel = "SECONDS",
            description = "End when no seat has sent anything for so long. Default: run until Ctrl-C or SIGTERM.")
    private Integer untilIdleSeconds;

    @Mixin
    private SnapshotOptions snapshots = new SnapshotOptions(true);

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> settings;
    private final InstrumentFile instruments;

    /**
     * Creates a command.
     *
     * @param settings supplies the settings of the bus
     * @param instruments reads files that {@code instruments} lines name
     */
    public GatewayCommand(final Supplier<BusSettings> settings, final InstrumentFile instruments) {
        this.settings = settings;
        this.instruments = instruments;
    }

    @Override
    public Integer call() {
        require(MARKET.matcher(market).matches(), "--market", market, "use 1 to 112 letters, digits, . _ -");
        require(untilIdleSeconds == null || untilIdleSeconds >= 1 && untilIdleSeconds <= MOST_SECONDS, "--until-idle",
                untilIdleSeconds, "give 1 to " + MOST_SECONDS + " seconds");
        OutputFile.requireWritable("--summary", summary);
        final ExchangeFiles files = new ExchangeFiles(exchangeFile, instruments);
        final ExchangeFile exchange = files.read();
        final Map<Integer, SeatSecret> secrets = new HashMap<>();
        for (final ListedSeat seat : exchange.seats()) {
            secrets.put(seat.number(), files.secret(seat));
        }
        final List<Endpoint> endpoints = List.of(Endpoint.of(listens, List.of()));
        Usage.of(spec, snapshots::settings);
        try (ShutdownLatch shutdown = ShutdownLatch.register(SHUTDOWN);
                Bus bus = Bus.launch(settings.get());
                Snapshotter snapshotter = snapshotter(bus, endpoints);
                OrderGateway gateway = new OrderGateway(bus, exchange, seat -> secrets.get(seat.number()),
                        gatewaySettings(endpoints, snapshotter), Clocks.SYSTEM, GatewayCommand::notice)) {
            print("gateway: market %s, instruments: %,d, seats: %,d", market, exchange.instruments().size(),
                    exchange.seats().size());
            final Thread watch = Thread.ofPlatform().daemon().name("verbus-recorders").unstarted(
                    () -> watchRecorders(gateway.recorded()));
            if (entries != null || requiresRecorder) {
                watch.start();
            }
            if (core != null) {
                Affinity.pin(core);
            }
            try {
                run(gateway, shutdown::isRequested);
                end(gateway);
            } finally {
                watch.interrupt();
            }
        }
        return 0;
    }

    private GatewaySettings gatewaySettings(final List<Endpoint> endpoints, final Snapshotter snapshotter) {
        final GatewaySettings requested = GatewaySettings.of(market).withEndpoints(endpoints).withEntries(entries)
                .withRequiredRecorder(requiresRecorder);
        return snapshotter == null
                ? requested
                : requested.withMarketDataReader(snapshotter::join, Snapshotter::lags);
    }

    /** Null: none are published. */
    private Snapshotter snapshotter(final Bus bus, final List<Endpoint> endpoints) {
        final SnapshotSettings requested = snapshots.settings();
        return requested == null
                ? null
                : Snapshotter.open(bus, new MarketStreams(market).md(), endpoints, requested, Clocks.SYSTEM.monotonic(),
                        GatewayCommand::notice);
    }

    private static void notice(final String line) {
        StandardError.stream().println("gateway: " + line);
    }

    /** Warns once a second while no recorder reads new entries. Ends when it is interrupted. */
    private void watchRecorders(final RecordedEntries recorded) {
        long warned = 0;
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(RECORDERS_NS);
            recorded.look();
            final long written = recorded.written();
            if (recorded.recorders() == 0 && written > warned) {
                warned = written;
                StandardError.stream().println("gateway: warning: no recorder reads " + market + ".log, it is recorded"
                        + " up to entry " + recorded.event() + ": " + (requiresRecorder
                                ? "later requests are not answered"
                                : "the next gateway cannot continue after later ones")
                        + ", start ./bus record --stream " + market + ".log --dir "
                        + (entries == null ? "DIR" : entries));
            }
        }
    }

    private void run(final OrderGateway gateway, final BooleanSupplier stop) {
        final IdleStrategy strategy = idle.strategy();
        final long limitNs = untilIdleSeconds == null ? Long.MAX_VALUE : untilIdleSeconds * 1_000_000_000L;
        gateway.doWork();
        long lastWorkNs = gateway.nowNs();
        while (!stop.getAsBoolean()) {
            final int work = gateway.doWork();
            if (work > 0) {
                lastWorkNs = gateway.nowNs();
            } else if (gateway.nowNs() - lastWorkNs > limitNs) {
                return;
            }
            strategy.idle(work);
        }
    }

    private void end(final OrderGateway gateway) {
        gateway.disconnectSeats(DISCONNECT);
        StandardError.drain(); // so that the summary follows the notices on a terminal
        print("gateway: %s", GatewaySummary.line(gateway));
        OutputFile.write(summary, to -> to.write(GatewaySummary.text(market, gateway)));
    }

    private void print(final String format, final Object... values) {
        final PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }

    private void require(final boolean condition, final String option, final Object value, final String expected) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '" + option + "': '" + value
                    + "': " + expected);
        }
    }
}
