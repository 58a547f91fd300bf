package io.verbus.rdma.handshake;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("no-device")
class HelloTest {
    private final Hello hello = Hello.of(new Random(1), Hello.Part.PUBLISHER).forStream(11, "md.itch");

    @Test
    void decodesEncodedBytesWithPadding() {
        final Hello read = Hello.decode(new UnsafeBuffer(Arrays.copyOf(hello.encode(), 196)), "x");
        assertArrayEquals(hello.nonce(), read.nonce());
        assertEquals(Hello.Part.PUBLISHER, read.part());
        assertEquals(11, read.session());
        assertEquals(Hello.hash("md.itch"), read.stream());
        assertNotEquals(Hello.hash("md.etch"), read.stream());
    }

    private String refusal(final UnsafeBuffer data) {
        return assertThrows(BusException.class, () -> Hello.decode(data, "10.0.0.2:7471")).getMessage();
    }

    @Test
    void otherVersionIsRejectedAndBothAreNamed() {
        final UnsafeBuffer data = new UnsafeBuffer(hello.encode());
        data.putInt(Hello.VERSION_OFFSET, 7, ByteOrder.LITTLE_ENDIAN);
        assertEquals("incompatible peer 10.0.0.2:7471: protocol version 7, expected 3: run the same release"
                + " on both hosts", refusal(data));
    }

    @Test
    void foreignProtocolIsRejected() {
        final String stranger = "10.0.0.2:7471 does not use the Verbus protocol: check the address";
        assertEquals(stranger, refusal(new UnsafeBuffer(new byte[56])));
        assertEquals(stranger, refusal(new UnsafeBuffer(new byte[0])));
        assertEquals(stranger, refusal(new UnsafeBuffer(Arrays.copyOf(hello.encode(), 47))));
    }
}
