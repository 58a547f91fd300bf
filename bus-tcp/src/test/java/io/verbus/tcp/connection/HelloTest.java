package io.verbus.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.net.handshake.StreamHash;
import io.verbus.support.Diagram;
import io.verbus.tcp.connection.Hello.Part;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The first bytes are decoded as encoded; other programs and versions are named. */
class HelloTest {
    private static final Hello PUBLISHER = Hello.ofPublisher(new Random(1), 11, "md.itch");

    private static String refusal(final ByteBuffer bytes) {
        return assertThrows(BusException.class, () -> Hello.decode(bytes, "10.0.0.2:7471")).getMessage();
    }

    private static ByteBuffer text(final String text) {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(Hello.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.put(text.getBytes(StandardCharsets.US_ASCII)).clear();
    }

    @Test
    void helloIsDecodedAsEncoded() {
        final Hello read = Hello.decode(PUBLISHER.encode(), "peer");
        assertArrayEquals(PUBLISHER.nonce(), read.nonce());
        assertEquals(Part.PUBLISHER, read.part());
        assertEquals(11, read.session());
        assertEquals(StreamHash.of("md.itch"), read.stream());
    }

    @Test
    void otherProgramsAreNamed() {
        assertEquals("10.0.0.2:7471 does not use the Verbus protocol, it speaks HTTP: check the address",
                refusal(text("GET /metrics HTTP/1.1\r\nHost: a\r\n")));
        assertEquals("10.0.0.2:7471 does not use the Verbus protocol, it speaks HTTP: check the address",
                refusal(text("HTTP/1.1 400 Bad Request\r\n")));
        assertEquals("10.0.0.2:7471 does not use the Verbus protocol, it uses TLS: name a key store on both"
                + " sides, or on none: check the address",
                refusal(text("\u0016\u0003\u0001")));
        assertEquals("10.0.0.2:7471 does not use the Verbus protocol: check the address",
                refusal(text("SSH-2.0-OpenSSH_9.2")));
    }

    @Test
    void otherVersionsAreNamed() {
        final ByteBuffer bytes = PUBLISHER.encode().putInt(Hello.VERSION_OFFSET, 7);
        assertEquals("incompatible peer 10.0.0.2:7471: protocol version 7, and Verbus " + Build.description()
                + " has version 1: run the same release on both hosts", refusal(bytes));
    }

    @Test
    void unknownPartViolatesTheProtocol() {
        final ByteBuffer bytes = PUBLISHER.encode().putInt(Hello.PART_OFFSET, 4);
        assertEquals("10.0.0.2:7471 violates the protocol: part 4 in its hello, expected 1 to 3: it is a different"
                + " Verbus build or an attacker", refusal(bytes));
    }

    @Test
    void connectionsDiffer() {
        final Hello other = Hello.of(new Random(2), Part.SUBSCRIBER);
        assertFalse(Arrays.equals(Hello.connection(PUBLISHER, other), Hello.connection(other, PUBLISHER)));
    }

    @Test
    void diagramAgreesWithOffsets() {
        Diagram.with("magic", Hello.MAGIC_OFFSET, 4).with("version", Hello.VERSION_OFFSET, 4)
                .with("nonce", Hello.NONCE_OFFSET, Hello.NONCE_LENGTH).with("part", Hello.PART_OFFSET, 4)
                .with("session", Hello.SESSION_OFFSET, 8).with("stream", Hello.STREAM_OFFSET, 8).isIn(Hello.class);
        assertEquals(Hello.LENGTH, Hello.STREAM_OFFSET + 8);
    }
}
