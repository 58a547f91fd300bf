package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import io.verbus.testkit.SecretFile;
import io.verbus.testkit.ShmDir;
import io.verbus.tools.orders.OrdersCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import picocli.CommandLine;

/** A console reads commands from standard input, and its seat stays connected. */
@Tag("processes")
class OperatorConsoleTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void eachLineIsACommandAndIsAnswered() throws IOException {
        final Path key = SecretFile.write(folder.resolve("o.key"), "0123456789abcdefO");
        final Path exchange = Files.write(folder.resolve("exchange"),
                List.of("instrument XYZ", "seat OPS secret-file=o.key operator=yes"));
        try (Command gateway = Command.start(bus, "gateway", "--exchange", exchange, "--idle", "sleep")) {
            gateway.awaitLine("gateway: market orders");
            assertEquals(1, run(key, "kill OPS\n\n  revive   OPS\nhalt ABC\nstatus\nkil OPS\nend-day\n"),
                    () -> printed.toString());
        }
        final List<String> lines = printed.toString().lines().toList();
        assertEquals(List.of("connected", "kill OPS: done", "revive   OPS: done",
                "halt ABC: market orders has no instrument ABC: the exchange file lists them"), lines.subList(0, 4));
        assertTrue(lines.get(4).startsWith("market orders: "), printed::toString);
        assertTrue(lines.contains("kil OPS: \"kil OPS\" is not a command: use status, kill SEAT, kill all, revive SEAT,"
                + " revive all, halt SYMBOL, resume SYMBOL, limits FILE or end-day"), printed::toString);
        assertEquals("end-day: done", lines.getLast());
    }

    private final StringWriter printed = new StringWriter();

    private int run(final Path key, final String input) {
        final InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return new CommandLine(new OrdersCommand(() -> BusSettings.defaults().withDirectory(bus)))
                    .setOut(new PrintWriter(printed, true))
                    .execute("console", "--seat", "OPS", "--secret-file", key.toString());
        } finally {
            System.setIn(before);
        }
    }
}
