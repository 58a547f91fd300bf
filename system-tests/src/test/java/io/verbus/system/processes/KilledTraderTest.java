package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traders that are killed, or stopped, while they enter orders: their seats are disconnected, and used again. */
@Tag("processes")
@Tag("long")
class KilledTraderTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private BookFiles books;
    private Path exchange;

    @BeforeEach
    void writeFiles() throws IOException {
        books = new BookFiles(folder, "books");
        for (final String seat : List.of("a", "b", "c")) {
            SecretFile.write(folder.resolve(seat + ".key"), "0123456789abcdef" + seat + "\n");
        }
        exchange = Files.write(folder.resolve("exchange"), List.of("instrument XYZ", "instrument ABC",
                "seat A secret-file=a.key", "seat B secret-file=b.key", "seat C secret-file=c.key"));
    }

    @Test
    void ordersOfADeadTraderAreCancelledOnRequestAndElseStayItsOwn() throws IOException {
        try (Command book = books.startOn("orders.md", bus, "--policy", "skip"); Command gateway = gateway()) {
            gateway.awaitLine("gateway: market orders");
            try (Command cancelling = random("A", "--cancel-on-disconnect"); Command keeping = random("B")) {
                cancelling.awaitLine(" accepted ");
                keeping.awaitLine(" accepted ");
                cancelling.kill();
                gateway.awaitLine("gateway: seat A is disconnected .SESSION_LOST.");
                keeping.kill();
                gateway.awaitLine("gateway: seat B is disconnected .SESSION_LOST.");
            }
            assertTrue(trade("B", "cancel-all").contains(" REQUESTED\n"));
            gateway.interrupt();
            assertEquals(0, book.exitStatus(), () -> book.output() + gateway.output());
        }
        assertEquals(List.of("0", "0", "1"),
                List.of(value("restingOrders"), books.value("books.orders"), books.value("whole")));
    }

    @Tag("long")
    @Test
    void stoppedTraderIsDisconnectedByItsKeepAliveAndReplaced() throws IOException {
        try (Command gateway = gateway()) {
            gateway.awaitLine("gateway: market orders");
            try (Command stopped = random("C", "--cancel-on-disconnect")) {
                stopped.awaitLine(" accepted ");
                stopped.stop();
                gateway.awaitLine("gateway: seat C is disconnected .KEEP_ALIVE.");
                trade("C", "cancel-all");
                stopped.resume();
                assertEquals(1, stopped.exitStatus());
                assertTrue(stopped.output().contains("bus: seat C of market orders has ended: the gateway "),
                        stopped::output);
            }
            gateway.interrupt();
            gateway.awaitLine("gateway: .* 0 resting orders");
        }
    }

    private Command gateway() throws IOException {
        return Command.start(bus, "gateway", "--exchange", exchange, "--idle", "sleep", "--summary",
                folder.resolve("gateway.summary"));
    }

    /** A trader that runs until it is killed. */
    private Command random(final String seat, final Object... more) throws IOException {
        final Object[] arguments = new Object[13 + more.length];
        System.arraycopy(new Object[]{"trade", "--idle", "sleep", "--seat", seat, "--secret-file", key(seat),
                "--strategy", "random", "--seconds", 600, "--print", "--seed=7"}, 0, arguments, 0, 13);
        System.arraycopy(more, 0, arguments, 13, more.length);
        return Command.start(bus, arguments);
    }

    private String trade(final String seat, final String line) throws IOException {
        final Path script = Files.writeString(folder.resolve("script"), seat + " " + line + "\n");
        try (Command trade = Command.start(bus, "trade", "--idle", "sleep", "--seat", seat, "--secret-file", key(seat),
                "--script", script, "--print")) {
            assertEquals(0, trade.exitStatus(), trade::output);
            return trade.output();
        }
    }

    private Path key(final String seat) {
        return folder.resolve(seat.toLowerCase(Locale.ROOT) + ".key");
    }

    private String value(final String key) throws IOException {
        final Properties values = new Properties();
        values.load(new StringReader(Files.readString(folder.resolve("gateway.summary"))));
        return values.getProperty(key);
    }
}
