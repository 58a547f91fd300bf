package io.verbus.tools.trade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Options of the trader's command: each mistake has one message, before a bus is launched. */
class TradeCommandTest {
    @TempDir
    private Path folder;
    private Path secret;

    @BeforeEach
    void writeSecret() throws IOException {
        secret = SecretFile.write(folder.resolve("a.key"), "0123456789abcdef\n");
    }

    @Test
    void ordersComeFromOneSource() {
        assertEquals("give one of --script FILE, --itch FILE and --strategy S", run(2));
        assertEquals("give one of --script FILE, --itch FILE and --strategy S", run(2, "--script", "a", "--itch", "b"));
        assertEquals("--itch needs --second-seat and --second-secret-file: the second seat causes the executions of the"
                + " session", run(2, "--itch", "b", "--second-seat", "B"));
        assertEquals("--second-seat and --second-secret-file are for --itch",
                run(2, "--script", "a", "--second-seat", "B"));
    }

    @Test
    void wrongValuesAreRefused() {
        assertEquals("Invalid value for option '--market': 'a/b': use 1 to 112 letters, digits, . _ -",
                run(2, "--script", "a", "--market", "a/b"));
        assertEquals("Invalid value for option '--timeout': '0': give 1 or more",
                run(2, "--script", "a", "--timeout", "0"));
        assertEquals("Invalid value for option '--keep-alive': '61': give 1 to 60",
                run(2, "--script", "a", "--keep-alive", "61"));
        assertEquals("Invalid value for option '--rate': 'x2': give max, or 50000/s",
                run(2, "--script", "a", "--rate", "x2"));
        assertTrue(run(2, "--script", "a", "--rate", "fast").startsWith("'fast' is not a rate: use max"));
        assertEquals("Invalid value for option '--seconds': '0': give 1 or more",
                run(2, "--strategy", "random", "--seconds", "0"));
        assertTrue(run(2, "--script", "a", "--recorder", "host:1").contains("host:1"));
        assertTrue(run(2, "--strategy", "guess").startsWith("Invalid value for option '--strategy'"));
        assertTrue(run(2, "--script", "a", "--idle", "park").startsWith("Invalid value for option '--idle'"));
    }

    @Test
    void secretsAndSessionsAreReadBeforeTheBusIsLaunched() throws IOException {
        secret = folder.resolve("none");
        assertEquals(
                "there is no secret file " + secret + ": create one by (umask 77; head -c 32 /dev/urandom | base64 > "
                        + secret + ")",
                run(2, "--script", "a"));
        secret = Files.writeString(folder.resolve("open"), "0123456789abcdef\n");
        assertEquals("secret file " + secret + " is accessible to others: chmod 600 " + secret,
                run(2, "--script", "a"));
        secret = SecretFile.write(folder.resolve("short"), "0123456789abcde\n");
        assertTrue(run(2, "--script", "a").startsWith("secret file " + secret + " has 15 bytes, expected at least 16"));
        secret = folder.resolve("a.key");
        assertTrue(run(1, "--itch", secret.toString(), "--second-seat", "B", "--second-secret-file", secret.toString())
                .startsWith(secret + " is not a file of ITCH 5.0 messages"));
    }

    /** Runs the command and returns its error message. */
    private String run(final int expected, final String... more) {
        final StringWriter printed = new StringWriter();
        final String[] arguments = Stream
                .concat(Stream.of("--seat", "A", "--secret-file", secret.toString()), Stream.of(more))
                .toArray(String[]::new);
        final int status = new CommandLine(new TradeCommand(() -> {
            throw new AssertionError("a bus is launched");
        })).setParameterExceptionHandler((e, _) -> {
            printed.write(e.getMessage());
            return 2;
        }).setExecutionExceptionHandler((e, _, _) -> {
            assertEquals(BusException.class, e.getClass(), e::toString);
            printed.write(e.getMessage());
            return 1;
        }).setOut(new PrintWriter(printed)).execute(arguments);
        assertEquals(expected, status, printed::toString);
        return printed.toString();
    }
}
