package io.verbus.latency.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.Build;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.control.Control;
import io.verbus.latency.control.FarHost;
import io.verbus.latency.measure.Orders;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders that a client of {@code ./bus perf} never sends, and clients that end too early. */
class PerfServerTest {
    private static final String COMMAND = "./bus perf --transport tcp";
    private static final String LOCAL = "127.0.0.1";

    @TempDir
    private Path folder;
    private int controlPort;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private PerfServer server;
    private CompletableFuture<Void> serving;

    @BeforeEach
    void serve() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            controlPort = free.getLocalPort();
        }
        final int port = controlPort - ComparisonPlan.HostPair.controlPort(0);
        server = PerfServer.listen(new ServerSettings(COMMAND, folder, LOCAL, port, "", Optional.empty(),
                List.of("tcp"), Optional.of((address, _) -> "a session at\n" + address), Optional.of("no device"),
                Map.of("CPU", "a processor\nof two lines")), lines::add);
        serving = CompletableFuture.runAsync(server::serve);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static ControlLine hello() {
        return FarHost.hello(COMMAND, Optional.empty());
    }

    private FarHost connect(final ControlLine hello) {
        return FarHost.connect(LOCAL, controlPort, hello);
    }

    @Test
    void serverEndsAfterACompleteMeasurement() {
        try (FarHost host = connect(hello())) {
            assertEquals(LOCAL, host.address());
            assertEquals(Optional.of("no device"), host.noRdma());
            assertEquals(Optional.empty(), host.core());
            assertEquals(Map.of("CPU", "a processor of two lines"), host.machine());
            host.complete();
        }
        serving.join();
    }

    @Test
    void unusableClientsAreRefusedAndTheNextOneIsServed() {
        refused("incompatible client: protocol version 0, expected 2: run the same release on both hosts",
                hello().with(Control.PROTOCOL, 0));
        refused("invalid address of the client: expected a numeric one", hello().with(Control.ADDRESS, "$(reboot)"));
        refused("expected a client of " + COMMAND, ControlLine.of("GET"));
        refused("it serves " + COMMAND + ", the client runs ./bus demo --transport rdma: run the same command on both"
                + " hosts", FarHost.hello("./bus demo --transport rdma", Optional.empty()));
        serverEndsAfterACompleteMeasurement();
    }

    @Test
    void sessionOfTheFeedIsPrintedInOneLine() {
        try (FarHost host = connect(hello())) {
            assertEquals(LOCAL, host.own());
            assertEquals("a session at 127.0.0.1", host.feed(false));
            host.complete();
        }
        serving.join();
    }

    /** Neither delays another client: not even for the time that each of them has. */
    @Test
    void silentAndSlowClientsDoNotDelayOthers() throws IOException {
        try (Socket silent = new Socket(LOCAL, controlPort); Socket slow = new Socket(LOCAL, controlPort)) {
            slow.getOutputStream().write("hello protocol=".getBytes(StandardCharsets.UTF_8));
            serverEndsAfterACompleteMeasurement();
            assertEquals(List.of("serving 127.0.0.1, " + Build.description()), lines);
            server.close();
            assertEquals(-1, silent.getInputStream().read());
            assertEquals(-1, slow.getInputStream().read());
        }
    }

    @Test
    void oldestOfManySilentClientsIsRefused() throws IOException {
        final List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 33; i++) {
                silent.add(new Socket(LOCAL, controlPort));
            }
            final String answer = new String(silent.getFirst().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("failed cause=32%20clients%20have%20connected%20after%20it,%20and%20it%20sent%20no%20line\n",
                    answer);
            serverEndsAfterACompleteMeasurement();
        } finally {
            for (final Socket one : silent) {
                one.close();
            }
        }
    }

    @Test
    void secondClientIsRefusedWhileTheFirstIsServed() {
        try (FarHost host = connect(hello())) {
            refused("it serves the client 127.0.0.1: wait for its end, and start the server again", hello());
            host.complete();
        }
        serving.join();
    }

    @Test
    void nothingOfAClientIsPrintedAsItIs() throws IOException {
        for (final String first : List.of("\u001b[2Jhello protocol=2", "hello protocol=\u001b[2J", "x".repeat(70_000),
                "hello protocol=2%0Abus:%20a%20second%20line", "hello protocol=" + "1".repeat(60_000))) {
            try (Socket client = new Socket(LOCAL, controlPort)) {
                client.getOutputStream().write((first + "\n").getBytes(StandardCharsets.UTF_8));
                client.getInputStream().readAllBytes();
            } catch (final SocketException e) {
                // the server has not read all of a line that is too long
            }
        }
        try (FarHost host = connect(hello().with(Control.BUILD, "a\nb" + "c".repeat(1_000)))) {
            host.complete();
        }
        serving.join();
        assertEquals(6, lines.size());
        assertEquals(
                "refused 127.0.0.1: incompatible client: protocol version 2 bus: a second line, expected 2: run the"
                        + " same release on both hosts",
                lines.get(3));
        for (final String line : lines) {
            assertTrue(line.length() < 400 && line.codePoints().noneMatch(Character::isISOControl), line);
        }
    }

    private void refused(final String cause, final ControlLine hello) {
        final String message = assertThrows(BusException.class, () -> connect(hello)).getMessage();
        assertTrue(message.endsWith(" refused: " + cause), message);
    }

    @Test
    void ordersOutsideTheLimitsAreRefused() {
        final ControlLine job = ControlLine.of(Orders.NEAR).with(Orders.SUBJECT, "tcp")
                .with(Orders.MODE, MeasuredPoint.PING_PONG)
                .with(Orders.PAYLOAD, 64).with(Orders.CAPACITY, 0).with(Control.PINNED, 0);
        try (FarHost host = connect(hello())) {
            failed("the server does not measure \"aeron-udp\": its --subjects are tcp",
                    () -> host.start(job.with(Orders.SUBJECT, "aeron-udp")).answer());
            failed("unknown mode open-loop between two hosts",
                    () -> host.start(job.with(Orders.MODE, MeasuredPoint.OPEN_LOOP)).answer());
            failed("invalid " + Orders.PAYLOAD + " 1000000000: expected 8 to 65536",
                    () -> host.start(job.with(Orders.PAYLOAD, 1_000_000_000)).answer());
            failed("the server does not measure \"/bin/sh\": its --subjects are tcp",
                    () -> host.startProgram("/bin/sh", 64, 1, false));
            failed("the server does not have tcp", () -> host.startProgram("tcp", 64, 1, false));
            host.complete();
        }
        serving.join();
    }

    private static void failed(final String message, final Runnable order) {
        assertEquals(message, assertThrows(BusException.class, order::run).getMessage());
    }

    @Test
    void earlyEndOfTheClientIsReported() {
        connect(hello()).close();
        final Throwable cause = assertThrows(CompletionException.class, serving::join).getCause();
        assertEquals("the connection of the client 127.0.0.1 ended before its measurement: start the server again",
                cause.getMessage());
    }

    @Test
    void missingServerIsReported() {
        final String message = assertThrows(BusException.class, () -> FarHost.connect(LOCAL, 1, hello())).getMessage();
        assertTrue(message.startsWith("no server at 127.0.0.1:1: run " + COMMAND + " --server there first ("), message);
    }
}
