package io.verbus.rdma.handshake;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Build;
import io.verbus.BusException;
import java.nio.ByteOrder;
import io.verbus.net.handshake.StreamHash;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("no-device")
class ConnectPrivateDataTest {
    private final ConnectPrivateData privateData = ConnectPrivateData
            .of(new Random(1), ConnectPrivateData.Part.PUBLISHER).forStream(11, "md.itch").withQueuePair(17, true);

    @Test
    void decodesEncodedBytesWithPadding() {
        final ConnectPrivateData read = ConnectPrivateData
                .decode(new UnsafeBuffer(Arrays.copyOf(privateData.encode(), 196)), "x");
        assertArrayEquals(privateData.nonce(), read.nonce());
        assertEquals(ConnectPrivateData.Part.PUBLISHER, read.part());
        assertEquals(11, read.session());
        assertEquals(17, read.queuePair());
        assertTrue(read.immediates());
        assertEquals(StreamHash.of("md.itch"), read.stream());
        assertNotEquals(StreamHash.of("md.etch"), read.stream());
    }

    private String refusal(final UnsafeBuffer data) {
        return assertThrows(BusException.class, () -> ConnectPrivateData.decode(data, "10.0.0.2:7471")).getMessage();
    }

    @Test
    void otherVersionIsRejectedAndBothAreNamed() {
        final UnsafeBuffer data = new UnsafeBuffer(privateData.encode());
        data.putInt(ConnectPrivateData.VERSION_OFFSET, 7, ByteOrder.LITTLE_ENDIAN);
        assertEquals("incompatible peer 10.0.0.2:7471: protocol version 7, and Verbus "
                + Build.description() + " has version 5: run the same release"
                + " on both hosts", refusal(data));
    }

    @Test
    void foreignProtocolIsRejected() {
        final String stranger = "10.0.0.2:7471 does not use the Verbus protocol: check the address";
        assertEquals(stranger, refusal(new UnsafeBuffer(new byte[56])));
        assertEquals(stranger, refusal(new UnsafeBuffer(new byte[0])));
        assertEquals(stranger, refusal(new UnsafeBuffer(Arrays.copyOf(privateData.encode(), 7))));
    }

    @Test
    void wrongLengthOrAbilityIsRejected() {
        assertEquals("10.0.0.2:7471 violates the protocol: 55 bytes of private data, expected 56: it is a different"
                + " Verbus build or an attacker", refusal(new UnsafeBuffer(Arrays.copyOf(privateData.encode(), 55))));
        final UnsafeBuffer data = new UnsafeBuffer(privateData.encode());
        data.putInt(ConnectPrivateData.IMMEDIATES_OFFSET, 2, ByteOrder.LITTLE_ENDIAN);
        assertEquals("10.0.0.2:7471 violates the protocol: immediates 2 in its private data, expected 0 or 1: it is a"
                + " different Verbus build or an attacker", refusal(data));
    }

    @Test
    void connectionsOfOtherQueuePairsOrNoncesDiffer() {
        final Random random = new Random(3);
        final ConnectPrivateData one = ConnectPrivateData.of(random, ConnectPrivateData.Part.PUBLISHER)
                .withQueuePair(17, true);
        final ConnectPrivateData two = ConnectPrivateData.of(random, ConnectPrivateData.Part.SUBSCRIBER)
                .withQueuePair(18, true);
        final byte[] connection = ConnectPrivateData.connection(one, two);
        assertArrayEquals(connection, ConnectPrivateData.connection(one, two));
        for (final ConnectPrivateData other : List.of(two.withQueuePair(19, true), two.withNewNonce(random))) {
            assertFalse(Arrays.equals(connection, ConnectPrivateData.connection(one, other)));
        }
        assertFalse(Arrays.equals(connection, ConnectPrivateData.connection(two, one)));
    }
}
