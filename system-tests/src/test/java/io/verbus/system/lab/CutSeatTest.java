package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.system.processes.BookFiles;
import io.verbus.system.processes.Command;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A gateway on host A, a trader on host B, and a cable that is cut while orders are entered. */
@Tag("lab")
class CutSeatTest {
    /** A process of the emulator may need more than the default of 10 s until it is connected. */
    private static final int PATIENCE_S = (int) Patience.LIMIT.toSeconds();

    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    @TempDir
    private Path folder;
    @RegisterExtension
    private final Cable cable = new Cable();
    private BookFiles books;

    @BeforeEach
    void writeFiles() throws IOException {
        books = new BookFiles(folder, "books");
        SecretFile.write(folder.resolve("a.key"), "0123456789abcdef-a\n");
        Files.write(folder.resolve("exchange"), List.of("instrument XYZ", "instrument ABC",
                "seat A secret-file=a.key"));
    }

    @Test
    void ordersOfASeatThatIsCutOffAreCancelledAndItsNextRequestsContinue() throws IOException {
        try (Command book = books.startSleepingOn("orders.md", hostA, "--policy", "skip");
                Command gateway = gateway()) {
            gateway.awaitLine("gateway: market orders");
            try (Command cut = random()) {
                cut.awaitLine(" accepted ");
                cable.cut();
                gateway.awaitLine("gateway: seat A is disconnected .(SESSION_LOST|KEEP_ALIVE).");
                cable.repair();
                assertEquals(1, cut.exitStatus(), () -> cut.output() + gateway.output());
                assertTrue(cut.output().contains("bus: seat A of market orders has ended: "), cut::output);
            }
            final Path script = Files.writeString(folder.resolve("script"), """
                    A new 1000001 XYZ sell 5 @ 1000
                    A new 1000002 ABC buy 5 @ 1
                    """);
            try (Command next = trade("--script", script, "--print")) {
                assertEquals(0, next.exitStatus(), () -> next.output() + gateway.output());
                assertTrue(next.output().contains("accepted 1000002"), next::output);
            }
            gateway.interrupt();
            assertEquals(0, book.exitStatus(), () -> book.output() + gateway.output());
        }
        assertEquals(List.of("2", "2", "1"),
                List.of(restingOrders(), books.value("books.orders"), books.value("whole")));
    }

    private Command gateway() throws IOException {
        return Command.start(hostA, "gateway", "--exchange", folder.resolve("exchange"), "--idle", "sleep",
                "--listen", Cable.atA(), "--summary", folder.resolve("gateway.summary"));
    }

    /** A trader that runs until it is cut off. */
    private Command random() throws IOException {
        return trade("--strategy", "random", "--seconds", 600, "--rate", "500/s", "--print", "--seed=7",
                "--cancel-on-disconnect");
    }

    private Command trade(final Object... more) throws IOException {
        return Command.start(hostB, Stream.concat(Stream.of("trade", "--idle", "sleep", "--seat", "A",
                "--secret-file", folder.resolve("a.key"), "--timeout", PATIENCE_S, "--connect", Cable.fromB()),
                Stream.of(more)).toArray());
    }

    private String restingOrders() throws IOException {
        final Properties values = new Properties();
        values.load(new StringReader(Files.readString(folder.resolve("gateway.summary"))));
        return values.getProperty("restingOrders");
    }
}
