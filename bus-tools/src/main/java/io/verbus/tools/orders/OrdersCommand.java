package io.verbus.tools.orders;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.matching.script.LimitLines;
import io.verbus.matching.script.ScriptException;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.tools.options.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code ./bus orders}: shows and controls a market, by an operator's seat. */
@Command(name = "orders", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Shows and controls a market of orders, by an operator's seat.",
        footer = {"", "The seat has operator=yes in the exchange file (docs/reference/orders.md). All commands need"
                + " --seat and --secret-file.",
                "Exit status: 0 if the gateway has done it; 1 if it refuses, or none answers, with a message; 2 for"
                        + " wrong options."})
public final class OrdersCommand implements Runnable {
    private static final Pattern MARKET = Pattern.compile("[A-Za-z0-9._-]{1,112}");
    private static final String ALL = "all";
    /** Longer than the pauses of a process on a busy machine. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    @Option(names = "--seat", scope = ScopeType.INHERIT, paramLabel = "NAME", description = "Name of the operator's"
            + " seat.")
    private String name;

    @Option(names = "--secret-file", scope = ScopeType.INHERIT, paramLabel = "FILE", description = "File with its"
            + " secret.")
    private Path secretFile;

    @Option(names = "--market", scope = ScopeType.INHERIT, defaultValue = "orders", paramLabel = "NAME",
            description = "Name of the market. Default: ${DEFAULT-VALUE}.")
    private String market;

    @Option(names = "--connect", scope = ScopeType.INHERIT, paramLabel = "ADDRESS", description = "Address at which the"
            + " gateway listens on another host: tcp://HOST:7471 or rdma://HOST:7471. Default: a gateway on this host.")
    private List<String> connects = List.of();

    @Option(names = "--timeout", scope = ScopeType.INHERIT, defaultValue = "10", paramLabel = "SECONDS",
            description = "Longest wait for a gateway. Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> settings;

    /**
     * Creates a command.
     *
     * @param settings supplies the settings of the bus
     */
    public OrdersCommand(final Supplier<BusSettings> settings) {
        this.settings = settings;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    @Command(name = "status", mixinStandardHelpOptions = true, description = "Prints the seats with their numbers,"
            + " connections and open orders, positions, and refused messages by code.")
    int status(@Option(names = "--json", description = "Print one JSON object, for programs.") final boolean json) {
        return with(session -> status(session, json));
    }

    @Command(name = "kill", mixinStandardHelpOptions = true, description = "Sets the kill switch of a seat, or of all:"
            + " cancels its orders, and refuses new ones.")
    int kill(@Parameters(paramLabel = "SEAT", description = "Name of the seat, or all.") final String seat) {
        return with(session -> kill(session, seat));
    }

    @Command(name = "revive", mixinStandardHelpOptions = true, description = "Clears the kill switch of a seat, or of"
            + " all. Those of single seats and that of all are independent.")
    int revive(@Parameters(paramLabel = "SEAT", description = "Name of the seat, or all.") final String seat) {
        return with(session -> revive(session, seat));
    }

    @Command(name = "halt", mixinStandardHelpOptions = true, description = "Halts an instrument: new orders and"
            + " replacements are refused.")
    int halt(@Parameters(paramLabel = "SYMBOL", description = "Symbol of the instrument.") final String symbol) {
        return with(session -> session.control(OperatorAction.HALT, symbol));
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Resumes an instrument.")
    int resume(@Parameters(paramLabel = "SYMBOL", description = "Symbol of the instrument.") final String symbol) {
        return with(session -> session.control(OperatorAction.RESUME, symbol));
    }

    @Command(name = "limits", mixinStandardHelpOptions = true, description = "Changes limits: by seat lines as in an"
            + " exchange file, without secrets, and instrument lines that have only a collar.")
    int limits(@Parameters(paramLabel = "FILE", description = "File with the lines.") final Path file) {
        final List<String> text = read(file);
        return with(session -> limits(session, file, text));
    }

    @Command(name = "end-day", mixinStandardHelpOptions = true, description = "Ends the day: cancels the day orders.")
    int endDay() {
        return with(session -> session.control(OperatorAction.END_DAY, ""));
    }

    @Command(name = "console", mixinStandardHelpOptions = true,
            description = "Reads these commands from standard input,"
                    + " one a line, and answers each by a line; the seat stays connected, so that a kill acts at once."
                    + " Ends with the input, with status 1 if a command failed.")
    int console() {
        final int[] failures = new int[1];
        with(session -> failures[0] = new OperatorConsole(session, line -> run(session, line),
                spec.commandLine().getOut()).run(System.in));
        return failures[0] == 0 ? 0 : 1;
    }

    private void run(final OperatorSession session, final String line) {
        final String[] words = line.split(" +", 2);
        final String subject = words.length > 1 ? words[1] : "";
        switch (words[0] + (subject.isEmpty() ? "" : " X")) {
            case "status" -> status(session, false);
            case "kill X" -> kill(session, subject);
            case "revive X" -> revive(session, subject);
            case "halt X" -> session.control(OperatorAction.HALT, subject);
            case "resume X" -> session.control(OperatorAction.RESUME, subject);
            case "limits X" -> limits(session, Path.of(subject), read(Path.of(subject)));
            case "end-day" -> session.control(OperatorAction.END_DAY, "");
            default ->
                throw new BusException("\"" + line + "\" is not a command: use status, kill SEAT, kill all, revive"
                        + " SEAT, revive all, halt SYMBOL, resume SYMBOL, limits FILE or end-day");
        }
    }

    private void status(final OperatorSession session, final boolean json) {
        final MarketStatus status = session.status();
        spec.commandLine().getOut().print(json ? status.json(market) + "\n" : status.text(market));
        spec.commandLine().getOut().flush();
    }

    private static void kill(final OperatorSession session, final String seat) {
        session.control(seat.equals(ALL) ? OperatorAction.KILL_ALL : OperatorAction.KILL, seat);
    }

    private static void revive(final OperatorSession session, final String seat) {
        session.control(seat.equals(ALL) ? OperatorAction.REVIVE_ALL : OperatorAction.REVIVE, seat);
    }

    private static void limits(final OperatorSession session, final Path file, final List<String> text) {
        final LimitLines lines = new RequestedSettings(session).lines();
        long number = 0;
        for (final String line : text) {
            number++;
            try {
                lines.run(line);
            } catch (final ScriptException e) {
                throw new BusException(file + ", " + e.getMessage(), e);
            } catch (final BusException e) {
                throw new BusException(file + ", line " + number + ": " + e.getMessage(), e);
            }
        }
    }

    private int with(final Consumer<OperatorSession> work) {
        if (name == null || secretFile == null) {
            throw new ParameterException(spec.commandLine(), "missing required option: '"
                    + (name == null ? "--seat=NAME" : "--secret-file=FILE") + "'");
        }
        Usage.require(spec, MARKET.matcher(market).matches(), "--market", market,
                "use 1 to 112 letters, digits, . _ -");
        Usage.require(spec, timeoutSeconds >= 1, "--timeout", timeoutSeconds, "give 1 or more");
        final SeatSettings seat = Usage.of(spec, () -> SeatSettings.of(name, SeatSecret.read(secretFile))
                .withMarket(market).withTimeout(Duration.ofSeconds(timeoutSeconds)).withKeepAlive(KEEP_ALIVE)
                .withEndpoints(Endpoint.of(List.of(), connects)));
        try (Bus bus = Bus.launch(settings.get()); OperatorSession session = new OperatorSession(bus, seat)) {
            work.accept(session);
        }
        return 0;
    }

    private static List<String> read(final Path file) {
        if (!Files.exists(file)) {
            throw new BusException("there is no file " + file);
        }
        try {
            return Files.readAllLines(file);
        } catch (final IOException e) {
            throw new BusException(file + " cannot be read as text: " + e.getMessage(), e);
        }
    }
}
