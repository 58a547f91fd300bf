package io.verbus.tools.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.matching.script.ScriptException;
import io.verbus.support.ShmDir;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Options and files of the gateway's command: each mistake has one message. */
class GatewayCommandTest {
    private static final String SEAT = "seat A secret-file=a.key";

    @TempDir
    private Path folder;
    @TempDir(factory = ShmDir.class)
    private Path busDirectory;
    private final StringWriter out = new StringWriter();

    @BeforeEach
    void writeSecrets() throws IOException {
        SecretFile.write(folder.resolve("a.key"), "0123456789abcdef\n");
        SecretFile.write(folder.resolve("short.key"), "0123456789abcde\n\r\n");
    }

    @Test
    void gatewayWithoutSeatsEndsWhenIdle() throws IOException {
        final Path summary = folder.resolve("summary");
        assertEquals("", run(0, exchange("instrument XYZ", SEAT), "--until-idle", "1", "--idle", "sleep", "--summary",
                summary.toString()));

        assertEquals("gateway: market orders, instruments: 1, seats: 1\n"
                + "gateway: 2 entries, 0 reports, 0 trades, 0 resting orders, 0 messages refused\n", out.toString());
        final Properties values = new Properties();
        try (var in = Files.newBufferedReader(summary)) {
            values.load(in);
        }
        assertEquals("orders 2 0 A 1 NONE", Stream.of("market", "entries", "notApplied.STALE_SESSION", "seat.0.name",
                "seat.0.nextNumber", "seat.0.cause").map(values::getProperty).reduce((a, b) -> a + " " + b)
                .orElseThrow());
    }

    @Test
    void invalidExchangeFileIsRefusedWithLineKeyAndNearestKey() throws IOException {
        final Path file = exchange("instrument XYZ", "seat A secret_file=a.key");
        assertTrue(run(1, file).startsWith(file + ", line 2: unknown setting \"secret_file\", the nearest is"
                + " \"secret-file\": use seat NAME secret-file=FILE"), out::toString);
        assertEquals(file + ", line 1: the exchange has no seat line: add one", run(1, exchange("instrument XYZ")));
        assertEquals(file + ", line 1: there is no file " + folder.resolve("day.gz"),
                run(1, exchange("instruments itch=day.gz", SEAT)));
    }

    @Test
    void secretsAreRefusedWithTheLineOfTheirSeat() throws IOException {
        final Path file = exchange("instrument XYZ", "seat A secret-file=none.key");
        final Path none = folder.resolve("none.key");
        assertEquals(file + ", line 2: there is no secret file " + none
                + ": create one by (umask 77; head -c 32 /dev/urandom | base64 > " + none + ")", run(1, file));
        assertEquals(file + ", line 2: secret file " + folder.resolve("short.key")
                + " has 15 bytes, expected at least 16: create one by (umask 77; head -c 32 /dev/urandom | base64 > "
                + folder.resolve("short.key") + ")",
                run(1, exchange("instrument XYZ", "seat A secret-file=short.key")));
        final Path open = Files.setPosixFilePermissions(
                SecretFile.write(folder.resolve("open.key"), "0123456789abcdef"),
                PosixFilePermissions.fromString("rw-r-----"));
        assertEquals(file + ", line 2: secret file " + open + " is accessible to others: chmod 600 " + open,
                run(1, exchange("instrument XYZ", "seat A secret-file=open.key")));
        assertEquals(file + ", line 2: secret file " + folder + "/. cannot be read: Is a directory",
                run(1, exchange("instrument XYZ", "seat A secret-file=.")));
    }

    @Test
    void exchangeFileThatCannotBeReadIsRefused() throws IOException {
        assertEquals("there is no exchange file " + folder.resolve("none"), run(1, folder.resolve("none")));
        assertEquals(folder + " is a folder: name an exchange file in it", run(1, folder));
        final Path binary = Files.write(folder.resolve("binary"), new byte[]{(byte) 0xFF, (byte) 0xFE});
        assertTrue(run(1, binary).startsWith("exchange file " + binary + " cannot be read as text: "));
    }

    @Test
    void wrongOptionsAreRefusedBeforeTheStart() throws IOException {
        final Path file = exchange("instrument XYZ", SEAT);
        assertEquals("Invalid value for option '--market': 'a/b': use 1 to 112 letters, digits, . _ -",
                run(2, file, "--market", "a/b"));
        assertEquals("Invalid value for option '--until-idle': '0': give 1 to 86400 seconds",
                run(2, file, "--until-idle", "0"));
        assertEquals("--summary: " + folder + " is a folder: name a file",
                run(1, file, "--summary", folder.toString()));
        assertTrue(run(2, file, "--idle", "wait").startsWith("Invalid value for option '--idle'"));
    }

    @Test
    void firstStartHasTheOptionsOfARestart() throws IOException {
        assertEquals("", run(0, exchange("instrument XYZ", SEAT), "--entries", folder.resolve("entries").toString(),
                "--until-idle", "1", "--idle", "sleep"));
        assertTrue(out.toString().endsWith("gateway: 2 entries, 0 reports, 0 trades, 0 resting orders, 0 messages"
                + " refused\n"), out::toString);
    }

    private Path exchange(final String... lines) throws IOException {
        return Files.write(folder.resolve("exchange"), List.of(lines));
    }

    /** Runs the command and returns its error message. */
    private String run(final int expected, final Path exchange, final String... more) {
        final StringWriter printed = new StringWriter();
        final String[] arguments = Stream.concat(Stream.of("--exchange", exchange.toString()), Stream.of(more))
                .toArray(String[]::new);
        final int status = new CommandLine(
                new GatewayCommand(() -> BusSettings.defaults().withDirectory(busDirectory), (line, file) -> {
                    throw new ScriptException(line, "there is no file " + file);
                }))
                .setOut(new PrintWriter(out))
                .setParameterExceptionHandler((e, _) -> {
                    printed.write(e.getMessage());
                    return 2;
                })
                .setExecutionExceptionHandler((e, _, _) -> {
                    assertEquals(BusException.class, e.getClass(), e::toString);
                    printed.write(e.getMessage());
                    return 1;
                })
                .execute(arguments);
        assertEquals(expected, status, printed::toString);
        return printed.toString();
    }
}
