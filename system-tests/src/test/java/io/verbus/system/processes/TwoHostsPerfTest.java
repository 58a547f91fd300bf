package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.latency.result.Results;
import io.verbus.latency.result.ResultsJson;
import io.verbus.support.ShmDir;
import io.verbus.tools.host.OwnedFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bus perf --server} and {@code --client} on one host, over TCP, which needs no device. */
@Tag("processes")
class TwoHostsPerfTest {
    private static final String LOCAL = "127.0.0.1";
    private static final int RANGE = 16;
    static final int CONTROL = 14;

    @TempDir(factory = ShmDir.class)
    private Path server;
    @TempDir(factory = ShmDir.class)
    private Path client;
    @TempDir
    private Path folder;

    /** A command that is interrupted leaves its folder to the next one. */
    @AfterEach
    void removeFolders() {
        OwnedFolder.create(Path.of("/dev/shm")).close();
    }

    @Test
    void clientMeasuresAgainstServerAndBothEnd() throws IOException {
        final int port = port();
        final Path figures = folder.resolve("figures.json");
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Command measuring = measure(port, "--json", figures)) {
                assertEquals(0, measuring.exitStatus(), measuring::output);
            }
            assertEquals(0, serving.exitStatus(), serving::output);
            assertTrue(serving.output().contains("the client has completed its measurement"), serving::output);
        }
        final Results results = ResultsJson.read(figures);
        assertEquals(2, results.series().size());
        assertTrue(results.series().stream().allMatch(one -> one.counts().lost() == 0 && one.counts().messages() > 0));
        assertTrue(results.series().getFirst().latency().p50Ns() > 0);
        assertTrue(results.environment().machine().containsKey("Server, CPU"));
    }

    /** The server listens at all addresses; its side is the one that the client has connected to. */
    @Tag("long")
    @Test
    void ipv6AddressesAreInBrackets() throws IOException {
        assumeTrue(NetworkInterface.getByInetAddress(InetAddress.ofLiteral("::1")) != null, "no IPv6");
        final int port = port();
        try (Command serving = Command.start(server, "perf", "--transport", "rdma", "--server", "[::]:" + port,
                "--subjects", "tcp", "--no-pin")) {
            serving.awaitLine("listening at all addresses");
            try (Command measuring = Command.start(client, "perf", "--transport", "rdma", "--client", "[::1]:" + port,
                    "--address", "[::1]", "--subjects", "tcp", "--no-pin", "--quick", "--messages", 200, "--modes",
                    "ping-pong")) {
                assertEquals(0, measuring.exitStatus(), measuring::output);
                assertTrue(measuring.output().contains("between two hosts, ::1 and 0:0:0:0:0:0:0:1"),
                        measuring::output);
            }
            assertEquals(0, serving.exitStatus(), serving::output);
        }
    }

    @Test
    void missingServerIsReportedInOneSentence() throws IOException {
        try (Command measuring = measure(port())) {
            assertEquals(1, measuring.exitStatus(), measuring::output);
            assertTrue(measuring.output().startsWith("bus: no server at 127.0.0.1:"), measuring::output);
            assertEquals(1, measuring.output().lines().count(), measuring::output);
        }
    }

    @Test
    void addressOfAnotherHostIsReportedInOneSentence() throws IOException {
        try (Command serving = Command.start(server, "perf", "--transport", "rdma", "--server", "--address",
                "192.0.2.1", "--subjects", "tcp")) {
            assertEquals(1, serving.exitStatus(), serving::output);
            assertEquals("bus: address 192.0.2.1: no network device of this host has this address",
                    serving.output().strip());
        }
    }

    @Tag("long")
    @Test
    void interruptedClientEndsTheServer() throws IOException {
        final int port = port();
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Command measuring = measure(port, "--rounds", 1_000)) {
                measuring.awaitLine("round 1 of");
                measuring.interrupt();
                measuring.exitStatus();
                assertEquals(1, serving.exitStatus(), serving::output);
                assertTrue(serving.output().contains("ended before its measurement"), serving::output);
            }
        }
    }

    @Tag("long")
    @Test
    void secondClientIsRefusedAtOnceAndTheFirstContinues() throws IOException {
        final int port = port();
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Command measuring = measure(port, "--rounds", 1_000)) {
                measuring.awaitLine("round 1 of");
                try (Command second = measure(port)) {
                    assertEquals(1, second.exitStatus(), second::output);
                    assertEquals("bus: the server at 127.0.0.1:" + (port + CONTROL) + " refused: it serves the client"
                            + " 127.0.0.1: wait for its end, and start the server again", second.output().strip());
                }
                assertTrue(measuring.isAlive() && serving.isAlive(), measuring::output);
            }
        }
    }

    @Tag("long")
    @Test
    void killedClientEndsTheServer() throws IOException {
        final int port = port();
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Command measuring = measure(port, "--rounds", 1_000)) {
                measuring.awaitLine("round 1 of");
                measuring.kill();
                assertEquals(1, serving.exitStatus(), serving::output);
                assertTrue(serving.output().contains("ended before its measurement"), serving::output);
            }
        }
    }

    @Tag("long")
    @Test
    void killedServerEndsTheClientWithoutFurtherRounds() throws IOException {
        final int port = port();
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Command measuring = measure(port, "--rounds", 1_000)) {
                measuring.awaitLine("round 1 of");
                serving.kill();
                assertEquals(1, measuring.exitStatus(), measuring::output);
                assertFalse(measuring.output().contains("throughput, 32 bytes: round"), measuring::output);
            }
        }
    }

    @Tag("long")
    @Test
    void interruptedServerEndsTheClient() throws IOException {
        final int port = port();
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Command measuring = measure(port, "--rounds", 1_000)) {
                measuring.awaitLine("round 1 of");
                serving.interrupt();
                serving.exitStatus();
                assertEquals(1, measuring.exitStatus(), measuring::output);
                assertTrue(measuring.output().contains("the server at 127.0.0.1:" + (port + CONTROL)),
                        measuring::output);
            }
        }
    }

    @Tag("long")
    @Test
    void clientOfAnotherVersionIsRefusedAndTheNextOneIsServed() throws IOException {
        final int port = port();
        try (Command serving = serve(port)) {
            serving.awaitLine("listening at 127.0.0.1");
            try (Socket old = new Socket(InetAddress.getByName(LOCAL), port + CONTROL)) {
                old.getOutputStream().write("hello protocol=0 build=old address=127.0.0.1\n".getBytes(
                        StandardCharsets.UTF_8));
                final InputStream in = old.getInputStream();
                final String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(answer.startsWith("failed") && answer.contains("version%200,%20expected%202"), answer);
            }
            try (Socket lost = new Socket(InetAddress.getByName(LOCAL), port + CONTROL)) {
                lost.getOutputStream().write(("hello protocol=2 build=new address=127.0.0.1"
                        + " command=./bus%20perf%20--transport%20rdma\n").getBytes(StandardCharsets.UTF_8));
            }
            assertEquals(1, serving.exitStatus(), serving::output);
            assertTrue(serving.output().contains("ended before its measurement"), serving::output);
        }
    }

    @Test
    void wrongOptionsAreRefused() throws IOException {
        refused("add --transport rdma", "--client", LOCAL);
        refused("expected HOST, HOST:PORT or [IPV6]:PORT", "--transport", "rdma", "--client", "[::1");
        refused("give two ports: leave out one", "--transport", "rdma", "--client", "[::1]:7000", "--port", 7001);
        refused("give the port by --port 7000", "--transport", "rdma", "--server", "--address", "[::1]:7000");
        refused("leave out one of them", "--transport", "rdma", "--server", "[::1]", "--address", "::1");
        refused("exclude each other", "--transport", "rdma", "--client", LOCAL, "--server");
        refused("leave out --address2", "--transport", "rdma", "--server", "--address2", LOCAL);
        refused("give it with --client", "--transport", "rdma", "--server", "--json", "figures.json");
        refused("between two hosts use some of verbus-rdma", "--transport", "rdma", "--server", "--subjects",
                "aeron-udp");
        refused("leave out --full", "--transport", "rdma", "--client", LOCAL, "--full");
        refused("leave out --rates", "--transport", "rdma", "--client", LOCAL, "--rates", "1000");
        refused("leave out --compare", "--transport", "rdma", "--server", "--compare", "a.json", "b.json");
        refused("--rounds: the client chooses", "--transport", "rdma", "--server", "--pairs", "3");
        refused("--quick: the client chooses", "--transport", "rdma", "--server", "--quick");
        refused("no common clock", "--transport", "rdma", "--client", LOCAL, "--modes", "open-loop");
    }

    private void refused(final String reason, final Object... options) throws IOException {
        final Object[] arguments = new Object[options.length + 1];
        arguments[0] = "perf";
        System.arraycopy(options, 0, arguments, 1, options.length);
        try (Command perf = Command.start(client, arguments)) {
            assertEquals(2, perf.exitStatus(), perf::output);
            assertTrue(perf.output().contains(reason), perf::output);
        }
    }

    private Command serve(final int port) throws IOException {
        return Command.start(server, "perf", "--transport", "rdma", "--server", "--address", LOCAL, "--subjects", "tcp",
                "--port", port, "--no-pin");
    }

    private Command measure(final int port, final Object... more) throws IOException {
        final Object[] options = {"perf", "--transport", "rdma", "--client", LOCAL, "--address", LOCAL, "--subjects",
                "tcp", "--port", port, "--no-pin", "--quick", "--messages", 200};
        final Object[] all = new Object[options.length + more.length];
        System.arraycopy(options, 0, all, 0, options.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return Command.start(client, all);
    }

    /** The lowest of a range of ports, of which the one for the control connection is free now. */
    static int port() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return Math.min(free.getLocalPort() - CONTROL, 65_536 - RANGE);
        }
    }
}
