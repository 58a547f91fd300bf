package io.verbus.tools.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.marketdata.itch.ItchType;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class GenerateCommandTest {
    @TempDir
    private Path folder;

    @Test
    void lengthPrecedesEachMessage() throws IOException {
        final Path file = folder.resolve("session.itch");
        run("--seed", "5", "--messages", "20000", "--symbols", "100", "--out", file.toString());
        final ByteBuffer session = ByteBuffer.wrap(Files.readAllBytes(file));
        int messages = 0;
        while (session.hasRemaining()) {
            final int length = session.getShort();
            assertEquals(ItchType.length(session.get(session.position())), length);
            session.position(session.position() + length);
            messages++;
        }
        assertEquals(20_000, messages);
    }

    @Test
    void gzSuffixCompressesTheSameSession() throws IOException {
        final Path plain = folder.resolve("session.itch");
        final Path compressed = folder.resolve("session.itch.gz");
        run("--seed", "5", "--messages", "20000", "--symbols", "100", "--out", plain.toString());
        run("--seed", "5", "--messages", "20000", "--symbols", "100", "--out", compressed.toString());
        try (InputStream in = new GZIPInputStream(Files.newInputStream(compressed))) {
            assertArrayEquals(Files.readAllBytes(plain), in.readAllBytes());
        }
    }

    @Test
    void sessionLargerThanFreeSpaceIsRefused() {
        final Path file = folder.resolve("session.itch");
        final String output = assertThrows(BusException.class,
                () -> run("--seed", "5", "--messages", "1000000000000000", "--out", file.toString())).getMessage();
        assertTrue(
                output.startsWith(
                        "--out " + file + ": 1,000,000,000,000,000 messages need about 30,000,000.0 GB, and "),
                output);
        assertTrue(output.endsWith(" GB are free: generate fewer messages, or use another file system"), output);
        assertTrue(Files.notExists(file));
    }

    @Test
    void summaryShowsFileAndCounts() {
        final Path file = folder.resolve("session.itch");
        final String output = run("--seed", "5", "--messages", "20000", "--symbols", "100", "--out", file.toString());
        assertTrue(output.startsWith(file + ": 20,000 messages, 100 symbols, seed 5, 0.6 MB, written in "), output);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    --messages 10 --symbols 8000 | --messages 10: a session of 8,000 symbols needs at least 49,000 \
                    messages: generate more, or use fewer --symbols
                    --messages 100000 --symbols 0 | --symbols 0: expected 1 to 65,535
                    --messages 900000 --symbols 70000 | --symbols 70,000: expected 1 to 65,535
                    --messages 100000 --live-orders 0 | --live-orders 0: expected 1 to 10,000,000
                    """)
    void impossibleShapesAreRefused(final String options, final String message) {
        final String[] arguments = ("--seed 1 --out " + folder.resolve("x") + " " + options).split(" ");
        final StringWriter errors = new StringWriter();
        assertEquals(2, new CommandLine(new GenerateCommand()).setErr(new PrintWriter(errors)).execute(arguments));
        assertEquals(message, errors.toString().lines().findFirst().orElseThrow());
    }

    @Test
    void unwritableFileIsReportedWithItsReason() {
        final Path file = folder.resolve("nowhere").resolve("session.itch");
        final BusException refused = assertThrows(BusException.class,
                () -> run("--seed", "5", "--messages", "20000", "--symbols", "100", "--out", file.toString()));
        assertEquals("--out " + file + ": cannot write the file: its folder does not exist", refused.getMessage());
    }

    private static String run(final String... arguments) {
        final StringWriter terminal = new StringWriter();
        final AtomicReference<Exception> thrown = new AtomicReference<>();
        final int status = new CommandLine(new GenerateCommand()).setOut(new PrintWriter(terminal))
                .setExecutionExceptionHandler((exception, _, _) -> {
                    thrown.set(exception);
                    return 1;
                })
                .execute(arguments);
        if (thrown.get() instanceof final BusException refusal) {
            throw refusal;
        }
        assertEquals(0, status);
        return terminal.toString();
    }
}
