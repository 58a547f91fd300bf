package io.verbus.net.handshake;

import static io.verbus.net.handshake.MessagesTest.authenticator;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.net.address.Secret;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A message is accepted only with the secret, on its connection and in its direction. */
class MessageAuthenticatorTest {
    private static final Optional<Secret> SECRET = Optional.of(Secret.of("0123456789abcdef".getBytes(), "test"));
    private static final Optional<Secret> OTHER = Optional.of(Secret.of("0123456789abcdeg".getBytes(), "test"));
    private static final AnnounceMessage MESSAGE = new AnnounceMessage("md.itch", 11);

    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(MessageType.MAX_LENGTH));

    private String refusal(final MessageAuthenticator writer, final MessageAuthenticator reader) {
        final int length = Messages.write(MESSAGE, writer, buffer);
        return assertThrows(BusException.class, () -> Messages.read(buffer, length, reader)).getMessage();
    }

    @Test
    void messageWithSecretIsAccepted() {
        final int length = Messages.write(MESSAGE, authenticator(SECRET, 1, true), buffer);
        assertEquals(MESSAGE, Messages.read(buffer, length, authenticator(SECRET, 1, false)));
    }

    @Test
    void messageWithOtherSecretIsRejected() {
        assertTrue(refusal(authenticator(OTHER, 1, true), authenticator(SECRET, 1, false))
                .startsWith("has a different secret"));
    }

    @Test
    void secretOnOneSideOnlyIsRejected() {
        assertTrue(refusal(authenticator(Optional.empty(), 1, true), authenticator(SECRET, 1, false))
                .startsWith("uses no secret"));
        assertTrue(refusal(authenticator(SECRET, 1, true), authenticator(Optional.empty(), 1, false))
                .startsWith("uses a secret"));
    }

    @Test
    void messageOfOtherConnectionIsRejected() {
        assertTrue(refusal(authenticator(SECRET, 1, true), authenticator(SECRET, 2, false))
                .startsWith("has a different secret"));
    }

    @Test
    void reflectedMessageIsRejected() {
        assertTrue(refusal(authenticator(SECRET, 1, true), authenticator(SECRET, 1, true))
                .startsWith("has a different secret"));
    }

    @Test
    void changedByteIsRejected() {
        final MessageAuthenticator reader = authenticator(SECRET, 1, false);
        final int length = Messages.write(MESSAGE, authenticator(SECRET, 1, true), buffer);
        for (int i = 0; i < length; i++) {
            final byte is = buffer.getByte(i);
            buffer.putByte(i, (byte) (is ^ 4));
            assertThrows(BusException.class, () -> Messages.read(buffer, length, reader), "at " + i);
            buffer.putByte(i, is);
        }
        assertEquals(MESSAGE, Messages.read(buffer, length, reader));
    }
}
