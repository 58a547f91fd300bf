package io.verbus.marketdata.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.marketdata.glimpse.GlimpseSettings;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.SnapshotSource.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Over loopback. The clock stands still, so that no timeout has an effect. */
class GlimpseSourceTest {
    private static final int MOST_POLLS = 1_000_000;
    private static final int LOGIN_LENGTH = 49;

    @Test
    void refusedConnectionIsTheFailure() throws IOException {
        final int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        try (GlimpseSource source = source(port)) {
            assertEquals(State.IDLE, source.poll(0));
            source.request(0);

            assertEquals(State.FAILED, await(source));
            assertEquals("the connection failed: Connection refused", source.failure());
            source.cancel();
            assertEquals(State.IDLE, source.poll(0));
        }
    }

    @Test
    void eachRequestIsAConnectionOfItsOwn() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                GlimpseSource source = source(server.getLocalPort())) {
            for (int request = 1; request <= 2; request++) {
                source.request(0);
                try (Socket client = server.accept()) {
                    for (int i = 0; i < MOST_POLLS && client.getInputStream().available() < LOGIN_LENGTH; i++) {
                        source.poll(0);
                    }
                    assertEquals(LOGIN_LENGTH, client.getInputStream().readNBytes(LOGIN_LENGTH).length);
                    client.getOutputStream().write(("\0\37A%10s%20d".formatted("TODAY", 1) + "\0\3Szz"
                            + "\0\26SG%20d".formatted(40 + request)).getBytes(StandardCharsets.US_ASCII));

                    assertEquals(State.COMPLETE, await(source), source::failure);
                    assertEquals(40 + request, source.nextSequence());
                    final Block block = new Block();
                    assertTrue(source.fill(block));
                    assertEquals(4, block.length());
                    assertEquals("\0\1O", new String(client.getInputStream().readAllBytes(),
                            StandardCharsets.US_ASCII), "logout, and the end of the connection");
                }
            }
        }
    }

    private static GlimpseSource source(final int port) {
        return new GlimpseSource(new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                GlimpseSettings.defaults());
    }

    private static State await(final GlimpseSource source) {
        State state = source.poll(0);
        for (int i = 0; i < MOST_POLLS && state == State.READING; i++) {
            Thread.onSpinWait();
            state = source.poll(0);
        }
        return state;
    }
}
