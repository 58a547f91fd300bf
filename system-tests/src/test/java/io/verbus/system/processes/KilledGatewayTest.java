package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.journal.JournalReader;
import io.verbus.journal.SessionReader;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The gateway is killed at random moments while two traders trade. The next one continues after the entries that a
 * recorder has; the traders continue, and an audit reads all entries.
 */
@Tag("processes")
@Tag("long")
class KilledGatewayTest {
    private static final int KILLS = Integer.getInteger("verbus.gatewayKills", 3);
    private static final int MOST_REQUESTS = 1_000;
    /** Nothing is lost. */
    private static final Pattern CONTINUES = Pattern
            .compile("gateway: the market continues after entry [0-9]+ of \\S+Z\n");
    private static final Pattern LOST = Pattern
            .compile("the market continues after entry ([0-9]+) of \\S+Z: the journal"
                    + " does not have the end of the earlier gateway, ");
    private static final List<String> SEATS = List.of("A", "B");

    @TempDir(factory = ShmDir.class)
    private Path busDirectory;
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tradersContinueWithTheNextGatewayAndNothingIsLostOrTakenTwice(final boolean isOneInC) throws IOException {
        final Path exchange = writeFiles();
        final Path journal = folder.resolve("journal");
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        final String moment = "seed " + seed + ": ";
        Command gateway = gateway(exchange);
        try (Command recorder = record(journal);
                Bus bus = Bus.launch(BusSettings.defaults().withDirectory(busDirectory));
                EntryAudit audit = new EntryAudit(bus);
                Command first = trader("A", random.nextInt(1_000));
                Command second = isOneInC
                        ? traderInC().start(random.nextInt(1_000))
                        : trader("B", random.nextInt(1_000))) {
            for (int i = 0; i < KILLS; i++) {
                awaitRequests(audit, random.nextInt(MOST_REQUESTS), moment, gateway, recorder, first, second);
                gateway.kill();
                gateway.close();
                if (random.nextBoolean()) {
                    refuse(journal);
                }
                gateway = gateway(exchange, "--entries", journal);
                gateway.awaitLine("gateway: seat . is connected");
                assertTrue(CONTINUES.matcher(gateway.output()).find(), moment + gateway.output());
            }
            awaitRequests(audit, MOST_REQUESTS, moment, gateway, recorder, first, second);
            for (final Command trader : List.of(first, second)) {
                trader.kill();
                assertTrue(!trader.output().contains("was not taken") && !trader.output().contains("are lost"),
                        () -> moment + trader.output());
            }
            audit.until(() -> !audit.isConnected(0) && !audit.isConnected(1), moment, gateway, recorder);
            for (final String seat : SEATS) {
                cancelAll(seat);
            }
            if (isOneInC) {
                traderInC().assertEachReportWasHandledOnce(audit, 1);
            }
            gateway.interrupt();
            assertAgree(audit, gateway, moment);
        } finally {
            gateway.close();
        }
        System.out.printf(Locale.ROOT, "seats: the gateway was killed %d times, seed %d%n", KILLS, seed);
    }

    @Test
    void seatsAreDisconnectedIfTheRecorderHadDiedToo() throws IOException {
        final Path exchange = writeFiles();
        final Path journal = folder.resolve("journal");
        final Command gateway = gateway(exchange);
        try (Command first = trader("A", 1); Command second = trader("B", 2)) {
            try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(busDirectory));
                    EntryAudit audit = new EntryAudit(bus);
                    Command recorder = record(journal)) {
                recorder.awaitLine("recording");
                awaitRequests(audit, 100, "", gateway, recorder, first, second);
                final long connected = audit.events(); // the next gateway disconnects seats that were connected there
                audit.until(() -> entries(journal) >= connected, "", gateway, recorder, first, second);
                recorder.kill();
                awaitRequests(audit, 100, "", gateway, first, second);
            } // no process reads the entries any more, so they end with the gateway
            gateway.kill();
            try (Command recorder = record(journal); Command next = afterRefusal(exchange, journal)) {
                assertEquals(List.of(1, 1), List.of(first.exitStatus(), second.exitStatus()),
                        () -> first.output() + next.output() + recorder.output());
                for (final Command trader : List.of(first, second)) {
                    assertTrue(trader.output().contains("was not taken"), trader::output);
                    assertTrue(trader.output().contains("the gateway has disconnected the seat: ENTRIES_LOST, "),
                            trader::output);
                }
                for (final String seat : SEATS) {
                    cancelAll(seat);
                }
                next.interrupt();
                next.awaitLine("gateway: .* 0 resting orders");
                // The next recorder may still read a part of the dead gateway's log, so the last entry is not known.
                assertTrue(LOST.matcher(next.output()).find(), next::output);
            }
        } finally {
            gateway.close();
        }
    }

    private Command afterRefusal(final Path exchange, final Path journal) throws IOException {
        refuse(journal);
        return gateway(exchange, "--entries", journal);
    }

    /** A gateway that is refused after it has begun its session, which has no entries. */
    private void refuse(final Path journal) throws IOException {
        final Path other = Files.write(folder.resolve("other"),
                List.of("instrument ABC", "seat A secret-file=a.key", "seat B secret-file=b.key"));
        try (Command refused = Command.start(busDirectory, "gateway", "--exchange", other, "--entries", journal)) {
            assertEquals(1, refused.exitStatus(), refused::output);
            assertTrue(refused.output().contains("another exchange file"), refused::output);
        }
    }

    /** Recorded entries. The recorder makes a segment before it writes the first entry to it. */
    private static long entries(final Path journal) {
        final String[] segments = journal.toFile().list((directory, name) -> name.endsWith(".segment"));
        if (segments == null || segments.length == 0) {
            return 0;
        }
        final JournalReader reader = JournalReader.open(journal);
        try (SessionReader in = reader.read(reader.sessions().getFirst().session().id())) {
            long count = 0;
            int more;
            do {
                more = in.poll((buffer, offset, length, header) -> Action.TAKEN, MOST_REQUESTS);
                count += more;
            } while (more > 0);
            return count;
        }
    }

    private Command record(final Path journal) throws IOException {
        return Command.start(busDirectory, "record", "--stream", "orders.log", "--dir", journal);
    }

    private Path writeFiles() throws IOException {
        for (final String seat : SEATS) {
            SecretFile.write(key(seat), "0123456789abcdef" + seat + "\n");
        }
        return Files.write(folder.resolve("exchange"),
                List.of("instrument XYZ", "seat A secret-file=a.key", "seat B secret-file=b.key"));
    }

    private void assertAgree(final EntryAudit audit, final Command gateway, final String moment) throws IOException {
        gateway.awaitLine("gateway: .* 0 resting orders");
        final Properties values = new Properties();
        audit.until(() -> Files.exists(folder.resolve("gateway.summary")) && !gateway.isAlive(), moment);
        values.load(new StringReader(Files.readString(folder.resolve("gateway.summary"))));
        audit.until(() -> audit.events() == value(values, "entries"), moment);
        for (int seat = 0; seat < SEATS.size(); seat++) {
            assertEquals(value(values, "seat." + seat + ".nextNumber"), audit.nextRequest(seat), moment);
            assertTrue(audit.executions(seat) > 0, moment + "no trades");
        }
        assertTrue(audit.repeated() > 0, moment + "no reports were repeated");
        assertEquals(0, value(values, "notApplied.HIGHER_NUMBER") + value(values, "notApplied.MALFORMED"), moment);
    }

    /** Until each seat has so many more requests taken. */
    private static void awaitRequests(final EntryAudit audit, final int count, final String moment,
            final Command... running) {
        final long first = audit.nextRequest(0) + count;
        final long second = audit.nextRequest(1) + 1;
        audit.until(() -> audit.nextRequest(0) > first && audit.nextRequest(1) > second, moment, running);
    }

    private Command gateway(final Path exchange, final Object... more) throws IOException {
        final Object[] arguments = new Object[7 + more.length];
        System.arraycopy(new Object[]{"gateway", "--exchange", exchange, "--idle", "sleep", "--summary",
                folder.resolve("gateway.summary")}, 0, arguments, 0, 7);
        System.arraycopy(more, 0, arguments, 7, more.length);
        final Command started = Command.start(busDirectory, arguments);
        started.awaitLine("gateway: market orders");
        return started;
    }

    private TraderInC traderInC() {
        return new TraderInC(busDirectory, folder.resolve("B"), "B", key("B"), false);
    }

    /** Runs until it is killed. */
    private Command trader(final String seat, final int seed) throws IOException {
        return Command.start(busDirectory, "trade", "--idle", "sleep", "--seat", seat, "--secret-file", key(seat),
                "--strategy", "random", "--seconds", 3_600, "--rate", "1000/s",
                "--keep-alive", 60, "--seed", seed);
    }

    /** The next trader of a seat finds all its reports, and no order is left after its mass cancel. */
    private void cancelAll(final String seat) throws IOException {
        final Path script = Files.writeString(folder.resolve("script"), seat + " cancel-all\n");
        final Path results = folder.resolve("trade.summary");
        try (Command trade = Command.start(busDirectory, "trade", "--idle", "sleep", "--seat", seat, "--secret-file",
                key(seat), "--script", script, "--summary", results)) {
            assertEquals(0, trade.exitStatus(), trade::output);
        }
        final Properties values = new Properties();
        values.load(new StringReader(Files.readString(results)));
        assertEquals(List.of(0L, 0L), List.of(value(values, "seat.0.missing"), value(values, "seat.0.notTaken")));
    }

    private Path key(final String seat) {
        return folder.resolve(seat.toLowerCase(Locale.ROOT) + ".key");
    }

    private static long value(final Properties values, final String key) {
        return Long.parseLong(values.getProperty(key));
    }
}
