package io.verbus.latency.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.worker.ControlLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What a peer may send on the control connection. */
class ControlLinkTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    /** A connection whose peer is a stream of bytes. */
    private static final class Given extends Socket {
        private final InputStream in;

        Given(final InputStream in) {
            this.in = in;
        }

        @Override
        public InputStream getInputStream() {
            return in;
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public <T> Socket setOption(final SocketOption<T> name, final T value) {
            return this;
        }
    }

    private static ControlLink link(final String text) throws IOException {
        return new ControlLink(new Given(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void linesAreReadUntilTheEnd() throws IOException {
        final String large = "y".repeat(100_000);
        try (ControlLink link = link("hello a=b\nrun x=" + large + "\nrun half")) {
            assertEquals(Optional.of(ControlLine.of("hello").with("a", "b")), link.receive(LONG));
            assertEquals(Optional.of(ControlLine.of("run").with("x", large)), link.receive(LONG));
            assertEquals(Optional.empty(), link.receive(LONG));
        }
    }

    @Test
    void lengthIsBoundedAndThatOfTheFirstLineMore() throws IOException {
        try (ControlLink link = link("x".repeat(70_000))) {
            assertEquals("a line of more than 65536 bytes",
                    assertThrows(BusException.class, () -> link.receive(LONG)).getMessage());
        }
        try (ControlLink link = link("hello\n" + "x".repeat(5 << 20))) {
            link.receive(LONG);
            assertEquals("a line of more than 4194304 bytes",
                    assertThrows(BusException.class, () -> link.receive(LONG)).getMessage());
        }
    }

    /** A timeout for each byte would never pass. */
    @Test
    void lineThatComesByteByByteHasTheTimeOfOne() throws IOException {
        final InputStream slow = new InputStream() {
            @Override
            public int read() {
                LockSupport.parkNanos(1_000_000);
                return 'x';
            }

            @Override
            public int read(final byte[] bytes, final int offset, final int length) {
                bytes[offset] = (byte) read();
                return 1;
            }
        };
        try (ControlLink link = new ControlLink(new Given(slow))) {
            assertThrows(SocketTimeoutException.class, () -> link.receive(Duration.ofMillis(20)));
        }
    }

    @Test
    void controlCharactersAreRefusedInOnePrintableLine() throws IOException {
        try (ControlLink link = link("failed cause=\u001b]0;title\u0007\n")) {
            final String message = assertThrows(BusException.class, () -> link.receive(LONG)).getMessage();
            assertTrue(message.codePoints().noneMatch(Character::isISOControl), message);
        }
    }
}
