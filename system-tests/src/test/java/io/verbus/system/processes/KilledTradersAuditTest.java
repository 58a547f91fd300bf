package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traders of two seats are killed at random moments while they and a third one trade; an audit reads all entries. */
@Tag("processes")
@Tag("long")
class KilledTradersAuditTest {
    private static final int KILLS = Integer.getInteger("verbus.traderKills", 6);
    /** In a market: no process of a test runs longer than two minutes. */
    private static final int MOST_KILLS = 25;
    private static final int MOST_REQUESTS = 1_000;
    /** Low enough for orders.out and orders.md to keep all messages: a trader that begins later needs them. */
    private static final String RATE = "1000/s";
    private static final List<String> SEATS = List.of("A", "B", "C");
    /** Its orders are cancelled when it is disconnected. */
    private static final int CANCELLING = 0;
    private static final int KEEPING = 1;
    /** Is never killed. */
    private static final int OTHER = 2;

    @TempDir(factory = ShmDir.class)
    private Path here;
    @TempDir(factory = ShmDir.class)
    private Path there;
    @TempDir
    private Path folder;
    private SeatBuses buses;
    private Set<DisconnectCause> causes;
    /** Whether the traders that are killed are programs in C. */
    private boolean isInC;

    /** The kills in each market. */
    static IntStream markets() {
        return IntStream.iterate(KILLS, left -> left > 0, left -> left - MOST_KILLS)
                .map(left -> Math.min(left, MOST_KILLS));
    }

    @ParameterizedTest
    @MethodSource("markets")
    void nothingIsLostOrTakenTwiceWhenTradersAreKilled(final int kills) throws IOException {
        buses = SeatBuses.one(here);
        causes = Set.of(DisconnectCause.SESSION_LOST);
        assertNothingIsLostOrTakenTwice(kills);
    }

    @ParameterizedTest
    @MethodSource("markets")
    void nothingIsLostOrTakenTwiceWhenTradersOfAnotherBusAreKilled(final int kills) throws IOException {
        buses = SeatBuses.overTcp(here, there, folder);
        // A trader of another host may return, until its keep-alive lapses.
        causes = Set.of(DisconnectCause.SESSION_LOST, DisconnectCause.KEEP_ALIVE);
        assertNothingIsLostOrTakenTwice(kills);
    }

    @ParameterizedTest
    @MethodSource("markets")
    void nothingIsLostOrTakenTwiceWhenTradersInCAreKilled(final int kills) throws IOException {
        ClientDriver.programInC("seat_driver");
        isInC = true;
        buses = SeatBuses.one(here);
        causes = Set.of(DisconnectCause.SESSION_LOST);
        assertNothingIsLostOrTakenTwice(kills);
    }

    private void assertNothingIsLostOrTakenTwice(final int kills) throws IOException {
        for (final String seat : SEATS) {
            SecretFile.write(key(seat), "0123456789abcdef" + seat + "\n");
        }
        final Path exchange = Files.write(folder.resolve("exchange"), List.of("instrument XYZ",
                "seat A secret-file=a.key", "seat B secret-file=b.key", "seat C secret-file=c.key"));
        final BookFiles books = new BookFiles(folder, "books");
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        try (Command book = books.startOn("orders.md", here, "--policy", "skip");
                Command gateway = buses.startGateway("gateway", "--exchange", exchange, "--idle", "sleep",
                        "--summary", folder.resolve("gateway.summary"))) {
            gateway.awaitLine("gateway: market orders");
            try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(here));
                    EntryAudit audit = new EntryAudit(bus);
                    Command other = trader(OTHER, 0)) {
                audit.until(() -> audit.nextRequest(OTHER) > 1, "", gateway, other); // slower to start than C
                for (int i = 0; i < kills; i++) {
                    kill(audit, i % 2 == 0 ? CANCELLING : KEEPING, random, "kill " + i + ", seed " + seed + ": ");
                }
                assertTrue(other.isAlive(), other::output);
                assertTrue(audit.isConnected(OTHER));
                other.kill();
                audit.until(() -> !audit.isConnected(OTHER), "", gateway);
                for (final String seat : SEATS) {
                    cancelAll(seat);
                }
                if (isInC) {
                    traderInC(CANCELLING).assertEachReportWasHandledOnce(audit, CANCELLING);
                    traderInC(KEEPING).assertEachReportWasHandledOnce(audit, KEEPING);
                }
                gateway.interrupt();
                assertEquals(0, book.exitStatus(), () -> book.output() + gateway.output());
                audit.until(() -> audit.events() == value("entries"), gateway.output());
                assertAgree(audit);
                assertEquals(0, audit.repeated());
            }
        }
        assertEquals(List.of("0", "1"), List.of(books.value("books.orders"), books.value("whole")));
        System.out.printf(Locale.ROOT, "seats: %d traders were killed, seed %d%n", kills, seed);
    }

    private void kill(final EntryAudit audit, final int seat, final Random random, final String moment)
            throws IOException {
        final long requests = audit.nextRequest(seat) + random.nextInt(MOST_REQUESTS);
        try (Command trader = trader(seat, random.nextInt(1_000))) {
            audit.until(() -> audit.nextRequest(seat) > requests, moment, trader);
            trader.kill();
            audit.until(() -> !audit.isConnected(seat), moment);
            assertTrue(causes.contains(audit.lastCause()), () -> moment + audit.lastCause());
        }
    }

    private void assertAgree(final EntryAudit audit) throws IOException {
        for (int seat = 0; seat < SEATS.size(); seat++) {
            assertEquals(value("seat." + seat + ".nextNumber"), audit.nextRequest(seat));
            assertTrue(audit.executions(seat) > 0, "no trades");
        }
        audit.requireNoExecutionWhileAbsent(CANCELLING);
        assertEquals(0, value("restingOrders"));
        assertEquals(0, value("notApplied.HIGHER_NUMBER") + value("notApplied.MALFORMED"));
    }

    private TraderInC traderInC(final int seat) {
        final String name = SEATS.get(seat);
        return new TraderInC(here, folder.resolve(name), name, key(name), seat == CANCELLING);
    }

    /** Runs until it is killed. */
    private Command trader(final int seat, final int seed) throws IOException {
        if (isInC && seat != OTHER) {
            return traderInC(seat).start(seed);
        }
        final String name = SEATS.get(seat);
        final List<Object> arguments = new ArrayList<>(List.of("trade", "--idle", "sleep", "--seat", name,
                "--secret-file", key(name), "--strategy", "random", "--seconds", 3_600, "--rate", RATE, "--seed",
                seed));
        if (seat == CANCELLING) {
            arguments.add("--cancel-on-disconnect");
        }
        return buses.startTrader(arguments.toArray());
    }

    /** The next trader of a seat finds all its reports, and no order is left after its mass cancel. */
    private void cancelAll(final String seat) throws IOException {
        final Path script = Files.writeString(folder.resolve("script"), seat + " cancel-all\n");
        final Path results = folder.resolve("trade.summary");
        try (Command trade = buses.startTrader("trade", "--idle", "sleep", "--seat", seat, "--secret-file",
                key(seat), "--script", script, "--summary", results)) {
            assertEquals(0, trade.exitStatus(), trade::output);
        }
        assertEquals(List.of(0L, 0L), List.of(value(results, "seat.0.missing"), value(results, "seat.0.notTaken")));
    }

    private Path key(final String seat) {
        return folder.resolve(seat.toLowerCase(Locale.ROOT) + ".key");
    }

    private long value(final String key) {
        try {
            return value(folder.resolve("gateway.summary"), key);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long value(final Path file, final String key) throws IOException {
        final Properties values = new Properties();
        values.load(new StringReader(Files.readString(file)));
        return Long.parseLong(values.getProperty(key));
    }
}
