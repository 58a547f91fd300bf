package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trader, a gateway and books in three processes. */
@Tag("processes")
class GatewayTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir(factory = ShmDir.class)
    private Path there;
    @TempDir
    private Path folder;
    private BookFiles books;

    @BeforeEach
    void writeSecrets() throws IOException {
        books = new BookFiles(folder, "books");
        SecretFile.write(folder.resolve("a.key"), "0123456789abcdefA\n");
        SecretFile.write(folder.resolve("b.key"), "0123456789abcdefB\n");
    }

    @Test
    void realSessionEndsInTheKnownBooks() throws IOException {
        assertRealSessionEndsInTheKnownBooks(SeatBuses.one(bus));
    }

    @Test
    void realSessionOfTradersOfAnotherBusEndsInTheKnownBooks() throws IOException {
        assertRealSessionEndsInTheKnownBooks(SeatBuses.overTcp(bus, there, folder));
    }

    private void assertRealSessionEndsInTheKnownBooks(final SeatBuses buses) throws IOException {
        final Optional<KnownSession> real = KnownSession.real();
        assumeTrue(real.isPresent(), "VERBUS_TEST_DATA does not contain a real session");
        assertEndsInTheBooksOf(real.get(), buses);
        assertEquals(List.of(2_982L, 13L, 5_516L, 0L), List.of(books.number("books.orders"),
                books.number("books.executions"), books.number("books.executedShares"),
                books.number("refused.unknownReference")));
    }

    @Test
    void generatedSessionEndsInTheBooksOfAnIndependentDecoder() throws IOException {
        assertEndsInTheBooksOf(KnownSession.generated(folder, 20_000), SeatBuses.one(bus));
    }

    @Test
    void generatedSessionOfTradersOfAnotherBusEndsInTheBooksOfAnIndependentDecoder() throws IOException {
        assertEndsInTheBooksOf(KnownSession.generated(folder, 20_000), SeatBuses.overTcp(bus, there, folder));
    }

    @Test
    void scriptsOfTwoTradersMeetInTheMarket() throws IOException {
        // A script that numbered its instruments from 1 would trade in ABC.
        final Path exchange = exchange("instrument ABC", "instrument XYZ tick=0.01", "seat A secret-file=a.key",
                "seat B secret-file=b.key quantity=100");
        final Path sells = Files.writeString(folder.resolve("sells"),
                "instrument XYZ\nA new 1 XYZ sell 50 @ 10.00\nA new 1 XYZ sell 5 @ 10.00\nA cancel 7\n");
        final Path buys = Files.writeString(folder.resolve("buys"),
                "instrument XYZ\nB new 1 XYZ buy 60 @ 10.01\nB new 2 XYZ buy 101 @ 1\nB cancel-all\n");
        try (Command gateway = gateway(exchange)) {
            gateway.awaitLine("gateway: market orders, instruments: 2, seats: 2");
            assertEquals("A accepted 1 order 1\nA rejected 1 DUPLICATE_ID\nA refused cancel 7 UNKNOWN_ORDER\n",
                    withoutNumbers(trade("A", "a.key", sells)));
            assertEquals("B accepted 1 order 2\nB executed 1 50 @ 10.00 trade 1 taker open 10\n"
                    + "B rejected 2 MAX_QUANTITY\nB cancelled 1 10 REQUESTED\n",
                    withoutNumbers(trade("B", "b.key", buys)));
            gateway.interrupt();
            gateway.awaitLine("gateway: .* 1 trades, 0 resting orders, 0 messages refused");
        }
    }

    @Tag("long")
    @Test
    void traderWithAWrongSecretAndATraderWithoutAGatewayGetOneMessage() throws IOException {
        final Path exchange = exchange("instrument XYZ", "seat A secret-file=a.key");
        final Path script = Files.writeString(folder.resolve("script"), "A cancel-all\n");
        try (Command gateway = gateway(exchange)) {
            gateway.awaitLine("gateway: market orders");
            try (Command trade = Command.start(bus, "trade", "--seat", "A", "--secret-file", folder.resolve("b.key"),
                    "--script", script)) {
                assertEquals(1, trade.exitStatus());
                assertEquals("bus: seat A of market orders has ended: the gateway has rejected seat A: PROOF",
                        error(trade));
            }
        }
        try (Command trade = Command.start(bus, "trade", "--seat", "A", "--secret-file", folder.resolve("a.key"),
                "--script", script, "--market", "other", "--timeout", 1)) {
            assertEquals(1, trade.exitStatus());
            assertEquals("bus: seat A of market other has ended: no gateway has established the seat within PT1S",
                    error(trade));
        }
    }

    @Tag("long")
    @Test
    void sessionIsNotEnteredInInstrumentsOfAnotherMarket() throws IOException {
        final KnownSession session = KnownSession.generated(folder, 20_000);
        final Path exchange = exchange("instrument XYZ tick=0.0001", "seat A secret-file=a.key",
                "seat B secret-file=b.key");
        try (Command gateway = gateway(exchange)) {
            gateway.awaitLine("gateway: market orders");
            try (Command trade = enter(session, SeatBuses.one(bus))) {
                assertEquals(1, trade.exitStatus());
                assertTrue(error(trade).endsWith(": give the exchange file of the gateway the line instruments itch="
                        + session.itch()), trade::output);
            }
            gateway.interrupt();
            gateway.awaitLine("gateway: .* 0 reports, 0 trades, .*");
        }
    }

    @Tag("long")
    @Test
    void strategiesReactToMarketDataAndCancelTheirOrders() throws IOException {
        final Path exchange = exchange("instrument XYZ tick=0.01", "seat A secret-file=a.key",
                "seat B secret-file=b.key self-trade=resting");
        final Path sells = Files.writeString(folder.resolve("sells"),
                "instrument XYZ\nA new 1 XYZ sell 5 @ 10.00\ntime +500\nA new 2 XYZ sell 5 @ 9.90\n");
        final Path taken = folder.resolve("take.summary");
        final Path quoted = folder.resolve("quote.summary");
        final Path entered = folder.resolve("random.summary");
        try (Command book = books.startOn("orders.md", bus, "--policy", "skip"); Command gateway = gateway(exchange)) {
            gateway.awaitLine("gateway: market orders");
            try (Command take = strategy("take", 12, taken)) {
                gateway.awaitLine("gateway: seat B is connected");
                trade("A", "a.key", sells);
                assertEquals(0, take.exitStatus(), take::output);
            }
            try (Command quote = strategy("quote", 1, quoted)) {
                assertEquals(0, quote.exitStatus(), quote::output);
            }
            // Two orders and the mass cancel at the end.
            assertEquals(List.of("3", "2"), List.of(value(taken, "seat.0.requests"),
                    value(taken, "tickToTrade.count")));
            try (Command random = strategy("random", 1, entered)) {
                assertEquals(0, random.exitStatus(), random::output);
            }
            gateway.interrupt();
            assertEquals(0, book.exitStatus(), () -> book.output() + gateway.output());
        }
        assertTrue(books.number("books.executions") >= 2);
        assertTrue(books.number("books.orders") <= 2, "a strategy leaves orders");
        assertTrue(Long.parseLong(value(quoted, "seat.0.requests")) >= 3, "two quotes and a mass cancel");
        assertTrue(Long.parseLong(value(entered, "seat.0.requests")) > 100);
    }

    @Tag("long")
    @Test
    void secondGatewayOfAMarketIsRefused() throws IOException {
        final Path exchange = exchange("instrument XYZ", "seat A secret-file=a.key");
        try (Command gateway = gateway(exchange)) {
            gateway.awaitLine("gateway: market orders");
            try (Command second = gateway(exchange)) {
                assertEquals(1, second.exitStatus());
                assertTrue(error(second).startsWith("bus: market orders has a gateway already, in process "),
                        second::output);
            }
            assertTrue(gateway.isAlive());
            gateway.kill();
        }
        try (Command next = gateway(exchange)) {
            next.awaitLine("gateway: market orders");
        }
    }

    private void assertEndsInTheBooksOf(final KnownSession session, final SeatBuses buses) throws IOException {
        final Path exchange = exchange("instruments itch=" + session.itch().toAbsolutePath(),
                "seat A secret-file=a.key", "seat B secret-file=b.key");
        try (Command book = books.startOn("orders.md", bus, "--policy", "skip");
                Command gateway = gateway(exchange, buses)) {
            gateway.awaitLine("gateway: market orders, ");
            try (Command trade = enter(session, buses)) {
                assertEquals(session.feedStatus(), trade.exitStatus(), trade::output);
            }
            gateway.interrupt();
            assertEquals(0, book.exitStatus(), () -> book.output() + gateway.output());
        }
        assertEquals(session.levels(), KnownSession.digest(books.levels()));
        assertEquals(List.of("ended", "1", "0"),
                List.of(books.value("outcome"), books.value("whole"), books.value("gaps.messages")));
        final Path summary = folder.resolve("gateway.summary");
        assertEquals(books.value("books.orders"), value(summary, "restingOrders"));
        assertEquals(books.value("books.executions"), value(summary, "trades"));
    }

    private Command enter(final KnownSession session, final SeatBuses buses) throws IOException {
        return buses.startTrader("trade", "--idle", "sleep", "--seat", "A", "--secret-file", folder.resolve("a.key"),
                "--second-seat", "B", "--second-secret-file", folder.resolve("b.key"), "--itch", session.itch());
    }

    private Command strategy(final String name, final int seconds, final Path results) throws IOException {
        return Command.start(bus, "trade", "--idle", "sleep", "--seat", "B", "--secret-file", folder.resolve("b.key"),
                "--strategy", name, "--seconds", seconds, "--summary", results);
    }

    private static String value(final Path summary, final String key) throws IOException {
        final Properties values = new Properties();
        values.load(new StringReader(Files.readString(summary)));
        return values.getProperty(key);
    }

    private Path exchange(final String... lines) throws IOException {
        return Files.write(folder.resolve("exchange"), List.of(lines));
    }

    private Command gateway(final Path exchange) throws IOException {
        return gateway(exchange, SeatBuses.one(bus));
    }

    private Command gateway(final Path exchange, final SeatBuses buses) throws IOException {
        return buses.startGateway("gateway", "--exchange", exchange, "--idle", "sleep", "--summary",
                folder.resolve("gateway.summary"));
    }

    private String trade(final String seat, final String key, final Path script) throws IOException {
        try (Command trade = Command.start(bus, "trade", "--idle", "sleep", "--seat", seat, "--secret-file",
                folder.resolve(key), "--script", script, "--print")) {
            assertEquals(0, trade.exitStatus(), trade::output);
            return trade.output();
        }
    }

    /** The only line of an error. */
    private static String error(final Command command) {
        final List<String> lines = command.output().lines().filter(line -> line.startsWith("bus: ")).toList();
        assertEquals(1, lines.size(), command::output);
        return lines.getFirst();
    }

    /** Event numbers depend on the entries of connections. */
    private static String withoutNumbers(final String lines) {
        return lines.replaceAll("(?m)^\\d+ ", "");
    }
}
