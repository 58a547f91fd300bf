package io.verbus.rdma.handshake;

import static io.verbus.rdma.handshake.MessagesTest.proof;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.rdma.address.Secret;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message is accepted only with the secret, on its connection and in its direction. */
@Tag("no-device")
class ProofTest {
    private static final Optional<Secret> SECRET = Optional.of(Secret.of("0123456789abcdef".getBytes(), "test"));
    private static final Optional<Secret> OTHER = Optional.of(Secret.of("0123456789abcdeg".getBytes(), "test"));
    private static final AnnounceMessage MESSAGE = new AnnounceMessage("md.itch", 11);

    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(MessageType.MAX_LENGTH));

    private String refusal(final Proof writer, final Proof reader) {
        final int length = Messages.write(MESSAGE, writer, buffer);
        return assertThrows(BusException.class, () -> Messages.read(buffer, length, reader)).getMessage();
    }

    @Test
    void messageWithSecretIsAccepted() {
        final int length = Messages.write(MESSAGE, proof(SECRET, 1, true), buffer);
        assertEquals(MESSAGE, Messages.read(buffer, length, proof(SECRET, 1, false)));
    }

    @Test
    void messageWithOtherSecretIsRejected() {
        assertTrue(refusal(proof(OTHER, 1, true), proof(SECRET, 1, false)).startsWith("has a different secret"));
    }

    @Test
    void secretOnOneSideOnlyIsRejected() {
        assertTrue(refusal(proof(Optional.empty(), 1, true), proof(SECRET, 1, false)).startsWith("uses no secret"));
        assertTrue(refusal(proof(SECRET, 1, true), proof(Optional.empty(), 1, false)).startsWith("uses a secret"));
    }

    @Test
    void messageOfOtherConnectionIsRejected() {
        assertTrue(refusal(proof(SECRET, 1, true), proof(SECRET, 2, false)).startsWith("has a different secret"));
    }

    @Test
    void reflectedMessageIsRejected() {
        assertTrue(refusal(proof(SECRET, 1, true), proof(SECRET, 1, true)).startsWith("has a different secret"));
    }

    @Test
    void proofCoversQueuePairs() {
        final Random random = new Random(3);
        final Hello one = Hello.of(random, Hello.Part.PUBLISHER);
        final Hello two = Hello.of(random, Hello.Part.SUBSCRIBER);
        assertTrue(refusal(new Proof(SECRET, new Proof.Side(one, 17), new Proof.Side(two, 18), true),
                new Proof(SECRET, new Proof.Side(one, 17), new Proof.Side(two, 19), false))
                .startsWith("has a different secret"));
    }

    @Test
    void changedByteIsRejected() {
        final Proof reader = proof(SECRET, 1, false);
        final int length = Messages.write(MESSAGE, proof(SECRET, 1, true), buffer);
        for (int i = 0; i < length; i++) {
            final byte is = buffer.getByte(i);
            buffer.putByte(i, (byte) (is ^ 4));
            assertThrows(BusException.class, () -> Messages.read(buffer, length, reader), "at " + i);
            buffer.putByte(i, is);
        }
        assertEquals(MESSAGE, Messages.read(buffer, length, reader));
    }
}
