package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.matching.Terms;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.orders.seat.TradingSeat;
import io.verbus.support.Forked;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seat in C at a gateway in Java. {@code clients/c/tests/seat_driver.c} has the commands and the lines. */
@Tag("processes")
class CSeatTest {
    private static final int KEEP_ALIVE_MS = 60_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path folder;
    private Path exchange;
    private ClientDriver seat;

    @BeforeEach
    void start() throws IOException {
        for (final String name : List.of("A", "B")) {
            SecretFile.write(key(name), "0123456789abcdef" + name + "\n");
        }
        exchange = Files.write(folder.resolve("exchange"),
                List.of("instrument XYZ id=1 tick=0.01", "seat A secret-file=A.key", "seat B secret-file=B.key"));
        seat = driver();
    }

    @AfterEach
    void stop() {
        if (seat != null) {
            seat.close();
        }
    }

    @Test
    void everyRequestIsAnsweredAndEveryReportIsDecoded() throws IOException {
        try (Command _ = gateway(); Bus bus = bus(); TradingSeat other = javaSeat(bus)) {
            open(seat, "A", 1);
            assertEquals(List.of("established 1 1 0 0 "), settle(seat));
            assertEquals("sent 1", seat.command("enter 11 1 S D L 0 10 10000000"));
            assertEquals("not sent: duplicate order", seat.command("enter 11 1 S D L 0 10 10000000"));
            assertEquals(List.of("report 1 type 15 answers 1 order 11"), settle(seat));
            until(other, other::isEstablished);
            assertEquals(1, other.enter(1, 1, Terms.BUY | Terms.IOC, 4, 10_000_000));
            until(other, () -> other.executedQuantity() == 4);
            assertEquals(List.of("report 2 type 20 answers 0 order 11 instrument 1 quantity 4 price 10000000 trade 1"
                    + " rested 1 open 6"), await(seat, 2));
            assertEquals("quantity 6", seat.command("quantity 11"));

            assertEquals("sent 2", seat.command("reduce 11 5"));
            assertEquals("sent 3", seat.command("replace 11 12 7 10010000"));
            assertEquals(List.of("report 3 type 18 answers 2 order 11 quantity 1 open 5",
                    "report 4 type 17 answers 3 order 11 new 12 open 7 keeps 0"), settle(seat));
            assertEquals("sent 4", seat.command("enter 13 1 B G L 1 1 9000000"));
            assertEquals("sent 5", seat.command("open-orders"));
            assertEquals(List.of("report 5 type 15 answers 4 order 13",
                    "report 6 type 23 answers 5 order 12 instrument 1 SD- open 7 price 10010000",
                    "report 7 type 23 answers 5 order 13 instrument 1 BGP open 1 price 9000000",
                    "report 8 type 24 answers 5 order 0 orders 2"), await(seat, 8));
            assertEquals("sent 6", seat.command("enter 14 1 B D L 0 1 9000001"));
            assertEquals("sent 7", seat.command("enter 15 2 B D L 0 1 9000000"));
            assertEquals("sent 8", seat.command("enter 16 1 B I M 0 1 0"));
            assertEquals("sent 9", seat.command("replace 13 17 1 0"));
            assertEquals("not sent: unknown order", seat.command("cancel 11"));
            assertEquals("not sent: unknown order", seat.command("reduce 11 1"));
            assertEquals("not sent: unknown order", seat.command("replace 11 18 1 9000000"));
            assertEquals("not sent: invalid argument", seat.command("enter 18 1 X D L 0 1 9000000"));
            assertEquals(List.of("report 9 type 16 answers 6 order 14 TICK",
                    "report 10 type 16 answers 7 order 15 UNKNOWN_INSTRUMENT"), settle(seat).subList(0, 2));
            assertEquals("sent 10", seat.command("cancel 13"));
            assertEquals("sent 11", seat.command("cancel-all 1"));
            assertEquals("sent 12", seat.command("cancel-all 2"));
            final List<String> cancels = settle(seat);
            assertTrue(cancels.getFirst().endsWith(" type 19 answers 10 order 13 quantity 1 REQUESTED"),
                    cancels::toString);
            assertTrue(cancels.getLast().endsWith(" type 21 answers 12 order 2 UNKNOWN_INSTRUMENT"),
                    cancels::toString);
            assertEquals("quantity 0", seat.command("quantity 12"));
            seat.send("close");
            assertEquals(List.of("ended 0 0 0 0 closed"), linesUntil(seat, "closed"));
        }
    }

    @Test
    void reasonsOfAnEndAreGivenInWords() throws IOException {
        try (Command gateway = gateway(); ClientDriver second = driver()) {
            assertEquals("opened", seat.command("seat C " + key("A") + " 1000 60000 0 1"));
            assertEquals(List.of("ended 0 0 0 2 the gateway has rejected seat C: UNKNOWN_SEAT"), settle(seat));
            seat.command("close");
            assertEquals("opened", seat.command("seat A " + key("B") + " 1000 60000 0 1"));
            assertEquals(List.of("ended 0 0 0 2 the gateway has rejected seat A: PROOF"), settle(seat));
            seat.command("close");
            assertEquals("opened", seat.command("seat A " + key("A") + " 1000 60000 0 2"));
            assertEquals(List.of("ended 0 0 0 2 the gateway has rejected seat A: NEXT_REPORT"), settle(seat));
            seat.command("close");
            assertEquals("not opened: there is no secret file /none: create one by (umask 77; head -c 32 /dev/urandom"
                    + " | base64 > FILE)", seat.command("seat A /none 1000 60000 0 1"));

            open(second, "A", 1);
            settle(second);
            assertEquals("opened", seat.command("seat A " + key("A") + " 1000 100 0 1"));
            assertEquals(List.of("ended 0 0 0 2 seat A was in use for 100 ms: end the other process that uses it (one"
                    + " that hangs keeps it for its keep-alive interval)"), settle(seat));
            seat.command("close");
            gateway.interrupt();
            gateway.awaitLine("resting orders");
            assertEquals(List.of("ended 0 0 0 3 the gateway has disconnected the seat: GATEWAY_ENDED"),
                    await(second, 1));
        }
    }

    /** Between two commands the driver does not poll. */
    @Test
    void ordersOfASeatThatHangsAreCancelledOnRequest() throws IOException {
        try (Command gateway = gateway()) {
            assertEquals("opened", seat.command("seat A " + key("A") + " 3000 60000 1 1"));
            settle(seat);
            assertEquals("sent 1", seat.command("enter 1 1 S D L 0 10 10000000"));
            assertEquals(1, settle(seat).size());
            gateway.awaitLine("seat A is disconnected .KEEP_ALIVE.");
            assertEquals(List.of("report 2 type 19 answers 0 order 1 quantity 10 DISCONNECT",
                    "ended 0 0 0 3 the gateway has disconnected the seat: KEEP_ALIVE"), await(seat, 3));
        }
    }

    @Test
    void nextGatewayTakesTheUnreadRequestsAndReportsAreDeliveredOnce() throws IOException {
        final Path journal = folder.resolve("journal");
        try (Command recorder = Command.start(directory, "record", "--stream", "orders.log", "--dir", journal)) {
            final List<String> lines = new ArrayList<>();
            recorder.awaitLine("waiting for a session");
            try (Command gateway = gateway("--entries", journal)) {
                open(seat, "A", 1);
                lines.addAll(settle(seat));
                for (int id = 1; id <= 20; id++) {
                    assertEquals("sent " + id, seat.command("enter " + id + " 1 S D L 0 10 10000000"));
                }
                lines.addAll(settle(seat));
                gateway.kill();
            }
            for (int id = 21; id <= 40; id++) {
                assertEquals("sent " + id, seat.command("enter " + id + " 1 S D L 0 10 10000000"));
            }
            try (Command _ = gateway("--entries", journal)) {
                lines.addAll(settle(seat));
                assertEquals("sent 41", seat.command("cancel 40"));
                lines.addAll(settle(seat));
                final List<String> reports = new ArrayList<>(IntStream.rangeClosed(1, 40)
                        .mapToObj(id -> "report " + id + " type 15 answers " + id + " order " + id).toList());
                reports.add("report 41 type 19 answers 41 order 40 quantity 10 REQUESTED");
                assertEquals(reports, lines.stream().filter(line -> line.startsWith("report")).toList());
                final List<String> events = lines.stream().filter(line -> !line.startsWith("report")).toList();
                assertEquals("established 1 1 0 0 ", events.getFirst());
                assertTrue(events.get(1).startsWith("interrupted 0 0 0 0 the gateway is lost: "), events::toString);
                assertEquals("established 41 41 0 0 ", events.get(2));
                assertEquals(3, events.size(), events::toString);

                seat.kill();
                try (ClientDriver next = driver()) { // expects the last report again
                    open(next, "A", 41);
                    assertEquals(List.of("established 42 42 0 0 ", reports.getLast()), settle(next));
                    next.command("open-orders");
                    assertEquals(40, await(next, 81).size()); // 39 orders, and their end
                    assertEquals("quantity 10", next.command("quantity 39"));
                    assertEquals("quantity 0", next.command("quantity 40"));
                }
            }
        }
    }

    @Test
    void exampleInCppMovesItsOrderUntilItTrades() throws IOException {
        try (Command _ = gateway(); Bus bus = bus(); TradingSeat other = javaSeat(bus)) {
            until(other, other::isEstablished);
            assertEquals(1, other.enter(1, 1, Terms.SELL | Terms.DAY, 10, 10_000_000));
            until(other, other::isAnswered);
            try (Forked trader = Forked.startProgram(directory, List.of(ClientDriver.programInC("trader").toString(),
                    "A", key("A").toString(), "1", "buy", "10", "9.98", "10.00"))) {
                until(other, () -> other.executedQuantity() == 10);
                assertEquals(0, trader.exitStatus(), trader::output);
                assertEquals("trade 1: 10 at 10.00, 0 open\n", trader.output());
            }
        }
    }

    private static List<String> settle(final ClientDriver driver) {
        driver.send("settle");
        return linesUntil(driver, "settled");
    }

    /** The lines until that report, for requests that have several; until the end of the seat, if it comes first. */
    private static List<String> await(final ClientDriver driver, final int report) {
        driver.send("await " + report);
        return linesUntil(driver, "reached");
    }

    private static List<String> linesUntil(final ClientDriver driver, final String last) {
        final List<String> lines = new ArrayList<>();
        for (String line = driver.answer(); !line.equals(last); line = driver.answer()) {
            lines.add(line);
        }
        return lines;
    }

    private void open(final ClientDriver driver, final String name, final int nextReport) {
        assertEquals("opened", driver.command("seat " + name + " " + key(name) + " " + KEEP_ALIVE_MS + " "
                + Patience.LIMIT.toMillis() + " 0 " + nextReport));
    }

    private ClientDriver driver() throws IOException {
        return ClientDriver.start(directory, List.of(ClientDriver.programInC("seat_driver").toString()));
    }

    private Command gateway(final Object... more) throws IOException {
        final List<Object> arguments = new ArrayList<>(
                List.of("gateway", "--exchange", exchange, "--idle", "sleep"));
        arguments.addAll(List.of(more));
        final Command started = Command.start(directory, arguments.toArray());
        started.awaitLine("gateway: market orders");
        return started;
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private TradingSeat javaSeat(final Bus bus) {
        return new TradingSeat(bus, SeatSettings.of("B", SeatSecret.read(key("B")))
                .withKeepAlive(Duration.ofMillis(KEEP_ALIVE_MS)).withTimeout(Patience.LIMIT), System.err::println);
    }

    private static void until(final TradingSeat seat, final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            seat.poll();
            assertTrue(System.nanoTime() - beginNs < Patience.NS, "nothing comes");
            Thread.onSpinWait();
        }
    }

    private Path key(final String name) {
        return folder.resolve(name + ".key");
    }
}
