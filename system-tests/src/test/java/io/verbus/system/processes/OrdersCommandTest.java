package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator in a process of its own. */
@Tag("processes")
class OrdersCommandTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        SecretFile.write(folder.resolve("a.key"), "0123456789abcdefA\n");
        SecretFile.write(folder.resolve("o.key"), "0123456789abcdefO\n");
        Files.write(folder.resolve("exchange"), List.of("instrument XYZ", "seat A secret-file=a.key",
                "seat OPS secret-file=o.key operator=yes"));
        Files.writeString(folder.resolve("script"), "instrument XYZ\nA new 1 XYZ buy 5 @ 1\nA new 2 XYZ buy 4 @ 1\n");
        Files.writeString(folder.resolve("limits"), "# by the operator\nseat A quantity=4 rate=10/s\n");
        Files.writeString(folder.resolve("wrong"), "seat A quantity=4\nseat D quantity=4\n");
    }

    @Tag("long")
    @Test
    void operatorControlsTheMarket() throws IOException {
        try (Command gateway = Command.start(bus, "gateway", "--exchange", folder.resolve("exchange"), "--idle",
                "sleep")) {
            gateway.awaitLine("gateway: market orders");
            orders(0, "limits", folder.resolve("limits"));
            try (Command trade = Command.start(bus, "trade", "--idle", "sleep", "--seat", "A", "--secret-file",
                    folder.resolve("a.key"), "--script", folder.resolve("script"), "--print")) {
                assertEquals(0, trade.exitStatus(), trade::output);
                assertTrue(trade.output().matches("\\d+ A rejected 1 MAX_QUANTITY\n\\d+ A accepted 2 order 1\n"),
                        trade::output);
            }
            orders(0, "halt", "XYZ");
            orders(0, "kill", "A");
            final String status = orders(0, "status", "--json");
            assertTrue(status.replace("\"", "").contains("seats:[{name:A,state:TERMINATED,nextRequest:3,nextReport:4,"
                    + "openOrders:0,killed:true,notApplied:0,skipped:0},{name:OPS,state:CONNECTED"), () -> status);
            assertTrue(orders(0, "status").contains("no message was refused\n"));
            assertEquals("bus: market orders has no seat B: ./bus orders status lists them\n", orders(1, "kill", "B"));
            assertEquals("bus: " + folder.resolve("wrong") + ", line 2: market orders has no seat D: ./bus orders"
                    + " status lists them\n", orders(1, "limits", folder.resolve("wrong")));
            orders(0, "end-day");
        }
    }

    @Tag("long")
    @Test
    void mistakesHaveOneMessage() throws IOException {
        assertEquals("bus: seat OPS of market orders has ended: no gateway has established the seat within PT1S\n",
                orders(1, "end-day", "--timeout", 1));
        try (Command command = Command.start(bus, "orders", "status")) {
            assertEquals(2, command.exitStatus());
            assertTrue(command.output().startsWith("bus: missing required option: '--seat=NAME'\n"), command::output);
        }
        try (Command command = Command.start(bus, "orders")) {
            assertEquals(2, command.exitStatus());
            assertTrue(command.output().startsWith("bus: missing command\n"), command::output);
        }
    }

    private String orders(final int status, final Object... arguments) throws IOException {
        final Object[] all = Stream.concat(Stream.concat(Stream.of("orders"), Stream.of(arguments)),
                Stream.of("--seat", "OPS", "--secret-file", folder.resolve("o.key"))).toArray();
        try (Command command = Command.start(bus, all)) {
            assertEquals(status, command.exitStatus(), command::output);
            return command.output();
        }
    }
}
