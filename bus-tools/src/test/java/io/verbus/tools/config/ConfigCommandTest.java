package io.verbus.tools.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import io.verbus.support.ShmDir;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration file on the command line: its commands, its option, and the values that options override. */
class ConfigCommandTest {
    private static final int USAGE = 2;
    private static final String ABSENT_CORE = "1023";

    @TempDir(factory = ShmDir.class)
    private Path folder;
    private Path file;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(folder.resolve("verbus.yaml"), """
                bus:
                  counters: 128
                streams:
                  s:
                    publication:
                      core: 1023
                    subscription:
                      core: 1023
                """);
    }

    @Test
    void rightFileIsReportedInOneLine() {
        assertEquals(0, run("config", "check", file.toString()));
        assertEquals(file + ": no mistakes, 1 stream\n", out.toString());
    }

    @Test
    void eachMistakeIsReported() throws IOException {
        Files.writeString(file, "bus:\n  counter: 5\n  directory:\n");
        final String mistakes = "bus: " + file
                + ", line 2: unknown key \"counter\" in bus, the nearest is \"counters\"\n"
                + "bus: " + file + ", line 3: bus.directory has no value: use a path, or remove the key\n";
        assertEquals(USAGE, run("config", "check", file.toString()));
        assertEquals(mistakes, err.toString());
        err.getBuffer().setLength(0);
        assertEquals(USAGE, run("stat", "--config", file.toString()));
        assertEquals(mistakes, err.toString());
    }

    @Test
    void missingFileNameIsWrongUsage() {
        assertEquals(USAGE, run("config", "check"));
        assertEquals("bus: no file to check: name one, or set VERBUS_CONFIG\n     See: ./bus config check --help\n",
                err.toString());
    }

    @Test
    void listingStatesTheFileAndItsOrigin() {
        assertEquals(0, run("--config", file.toString(), "config", "show"));
        assertTrue(out.toString().startsWith("# " + file + ", named by --config\nbus:\n"), out::toString);
        assertTrue(out.toString().contains("counters: 128                         # " + file + ", line 2\n"),
                out::toString);
    }

    @Test
    void listingWithoutAFileHasTheDefaults() {
        assertEquals(0, run("config", "show"));
        assertTrue(out.toString().startsWith("# no configuration file: neither --config nor VERBUS_CONFIG names one\n"),
                out::toString);
        assertTrue(out.toString().contains("  duty-cycle: 20ms                      # default\n"), out::toString);
    }

    @Test
    void transportChecksParametersOfAddresses() throws IOException {
        Files.writeString(file, "streams:\n  s:\n    publication:\n      listen: rdma://0.0.0.0:7471?mtu=3\n");
        assertEquals(USAGE, run("config", "check", file.toString()));
        assertTrue(err.toString().startsWith("bus: " + file + ", line 4: streams.s.publication.listen: "),
                err::toString);
        assertTrue(err.toString().contains("mtu"), err::toString);
    }

    @Test
    void secretFileThatOthersMayReadIsRefused() throws IOException {
        final Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        Files.writeString(file, "security:\n  secret-file: secret\n"
                + "streams:\n  s:\n    publication:\n      listen: rdma://0.0.0.0:7471\n");
        assertEquals(USAGE, run("config", "check", file.toString()));
        assertEquals("bus: " + file + ", line 6: streams.s.publication.listen: secret file " + secret
                + " is accessible to others: chmod 600 " + secret + "\n", err.toString());
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertEquals(0, run("config", "check", file.toString()), err::toString);
    }

    @Test
    void optionCanFollowASubcommand() {
        assertEquals(USAGE, run("orders", "status", "--config", folder.resolve("absent").toString()));
        assertEquals("bus: missing required option: '--seat=NAME'\n     See: ./bus orders --help\n", err.toString());
    }

    @Test
    void bookUsesTheCoreOfTheFileUnlessItsOptionIsGiven() throws IOException {
        Files.writeString(file, "bus:\n  directory: bus\nstreams:\n  s:\n    subscription:\n      core: 1023\n");
        assertEquals(1, run("book", "--config", file.toString(), "--stream", "s"));
        assertTrue(err.toString().contains(ABSENT_CORE), err::toString);
        err.getBuffer().setLength(0);
        assertEquals(1, run("book", "--config", file.toString(), "--stream", "s", "--core", "1022"));
        assertTrue(err.toString().contains("1022") && !err.toString().contains(ABSENT_CORE), err::toString);
    }

    private int run(final String... arguments) {
        return Main.commandLine(() -> BusSettings.defaults().withDirectory(folder.resolve("own")))
                .setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true)).execute(arguments);
    }
}
