package io.verbus.latency.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Servers that a client of {@code ./bus perf} must not trust. */
class FarHostTest {
    private static final String COMMAND = "./bus demo --transport tcp";
    private static final InetAddress LOCAL = InetAddress.getLoopbackAddress();
    private static final ControlLine WELCOME = ControlLine.of(Control.WELCOME).with(Control.PROTOCOL, Control.VERSION)
            .with(Control.BUILD, "b").with(Control.ADDRESS, "127.0.0.1");

    /** Connects to a server that answers the first line of the client. */
    private static String refusal(final ControlLine answer) throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, LOCAL)) {
            final CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
                try (ControlLink link = new ControlLink(listening.accept())) {
                    link.receive(Duration.ofSeconds(10));
                    link.send(answer);
                    link.receive(Duration.ofSeconds(10));
                } catch (final IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            final String message = assertThrows(BusException.class, () -> FarHost.connect(LOCAL.getHostAddress(),
                    listening.getLocalPort(), FarHost.hello(COMMAND, Optional.empty())).close()).getMessage();
            server.join();
            return message.replace(Integer.toString(listening.getLocalPort()), "PORT");
        }
    }

    @Test
    void otherVersionIsReportedInOneSentence() throws IOException {
        assertEquals("incompatible server at 127.0.0.1:PORT: protocol version 3, expected 2: run the same release on"
                + " both hosts", refusal(WELCOME.with(Control.PROTOCOL, 3)));
    }

    @Test
    void addressThatIsNotNumericIsRefused() throws IOException {
        assertEquals("invalid address of the server at 127.0.0.1:PORT: expected a numeric one",
                refusal(WELCOME.with(Control.ADDRESS, "--help")));
    }

    @Test
    void otherProgramIsReported() throws IOException {
        assertEquals("the server at 127.0.0.1:PORT refused: expected a server of ./bus demo --transport tcp",
                refusal(ControlLine.of("SSH-2.0")));
    }

    @Test
    void causeIsPrintedInOneLine() throws IOException {
        final String message = refusal(ControlLine.of(Control.FAILED).with(Control.CAUSE, "a\nb" + "c".repeat(10_000)));
        assertTrue(message.startsWith("the server at 127.0.0.1:PORT refused: a bccc") && message.length() < 600,
                message);
    }

    @Test
    void addressOfIpv6IsWrittenInBrackets() {
        final String message = assertThrows(BusException.class,
                () -> FarHost.connect("::1", 1, FarHost.hello(COMMAND, Optional.empty()))).getMessage();
        assertTrue(message.startsWith("no server at [::1]:1: "), message);
    }
}
