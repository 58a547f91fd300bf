package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.tools.host.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bus demo --server} and {@code --client} on one host, over TCP, which needs no device. */
@Tag("processes")
class TwoHostsDemoTest {
    @TempDir(factory = ShmDir.class)
    private Path server;
    @TempDir(factory = ShmDir.class)
    private Path client;
    @TempDir
    private Path folder;

    /** A command that is killed leaves its folder to the next one. */
    @AfterEach
    void removeFolders() {
        OwnedFolder.create(Path.of("/dev/shm")).close();
        OwnedFolder.create(Path.of(System.getProperty("java.io.tmpdir"))).close();
    }

    @Test
    void clientMeasuresRoundTripsAndReadsTheSessionAndBothEnd() throws IOException {
        final Path itch = folder.resolve("session.itch");
        final Path report = folder.resolve("report");
        Command.generate(itch, 20_000, 200);
        final String address = "127.0.0.1:" + TwoHostsPerfTest.port();
        try (Command serving = serve(address, "--itch", itch)) {
            serving.awaitLine("on the other host: ./bus demo --transport tcp --client " + address);
            try (Command other = Command.start(client, "perf", "--transport", "tcp", "--client", address)) {
                assertEquals(1, other.exitStatus(), other::output);
                assertTrue(other.output().contains("it serves ./bus demo --transport tcp, the client runs ./bus perf"),
                        other::output);
            }
            try (Command measuring = measure(address, "--report", report)) {
                assertEquals(0, measuring.exitStatus(), measuring::output);
                assertTrue(measuring.output().matches("(?s)1/2  latency: round trips of 64 bytes to 127.0.0.1 over TCP"
                        + ".*, not pinned\n2/2  throughput: 4 times [\\d,]+ messages of session.itch at full speed.*"
                        + "\nlatency  .*\nround trip  .*\nfull speed: [\\d,]+ messages, 0 lost, at .*"),
                        measuring::output);
                assertTrue(measuring.output().endsWith("Report: " + report.resolve("index.html").toUri() + "\n"),
                        measuring::output);
            }
            assertEquals(0, serving.exitStatus(), serving::output);
            assertTrue(serving.output().endsWith("the client has completed its measurement\n"), serving::output);
        }
        final String page = Files.readString(report.resolve("index.html"));
        assertTrue(page.contains("Latency is the time from the publication of a message to the arrival of the answer"),
                page);
        assertTrue(page.contains("Server, CPU"), page);
        assertTrue(Files.size(report.resolve("latency.hlog")) > 0);
    }

    @Test
    void missingServerIsReportedInOneSentence() throws IOException {
        final int port = TwoHostsPerfTest.port();
        try (Command measuring = measure("127.0.0.1:" + port, "--report", folder)) {
            assertEquals(1, measuring.exitStatus(), measuring::output);
            assertEquals("bus: no server at 127.0.0.1:" + (port + TwoHostsPerfTest.CONTROL)
                    + ": run ./bus demo --transport tcp --server there first (Connection refused)",
                    measuring.output().strip());
        }
    }

    @Tag("long")
    @Test
    void killedServerEndsTheClientDuringRoundTrips() throws IOException {
        final String address = "127.0.0.1:" + TwoHostsPerfTest.port();
        try (Command serving = serve(address)) {
            serving.awaitLine("on the other host");
            try (Command measuring = measure(address, "--report", folder)) {
                measuring.awaitLine("1/2  latency");
                serving.kill();
                assertEquals(1, measuring.exitStatus(), measuring::output);
                assertTrue(measuring.output().strip().endsWith(": start it again, then this client"),
                        measuring::output);
            }
        }
    }

    @Tag("long")
    @Test
    void killedClientEndsTheServerDuringTheSession() throws IOException {
        final String address = "127.0.0.1:" + TwoHostsPerfTest.port();
        try (Command serving = serve(address)) {
            serving.awaitLine("on the other host");
            try (Command measuring = measure(address, "--report", folder)) {
                serving.awaitLine("plays 4 times 400,000 messages");
                measuring.kill();
                assertEquals(1, serving.exitStatus(), serving::output);
                assertTrue(serving.output().matches("(?s).*\nbus: the connection of the client 127.0.0.1 ended before"
                        + " its measurement.*: start the server again\n"), serving::output);
            }
        }
    }

    private Command serve(final String address, final Object... more) throws IOException {
        return start(server, "--server", address, more);
    }

    private Command measure(final String address, final Object... more) throws IOException {
        return start(client, "--client", address, more);
    }

    private static Command start(final Path bus, final String side, final String address, final Object... more)
            throws IOException {
        final Object[] options = {"demo", "--transport", "tcp", side, address};
        final Object[] all = new Object[options.length + more.length];
        System.arraycopy(options, 0, all, 0, options.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return Command.start(bus, all);
    }
}
