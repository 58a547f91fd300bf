package io.verbus.rdma.handshake;

import io.verbus.BusException;
import io.verbus.rdma.address.Secret;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import javax.crypto.Mac;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Authenticates messages by the secret: HMAC-SHA256 over the connection (both nonces and both queue pair numbers), the
 * direction and the message. So a message cannot be replayed on another connection, nor reflected to its sender.
 * Without a secret the field is zero and not checked.
 *
 * <p>It authenticates the peer, not the packets that follow.
 */
public final class MessageAuthenticator {
    /** Bytes of a proof, at the end of each message. */
    public static final int LENGTH = 32;

    private static final byte[] LABEL = "verbus rdma handshake 1".getBytes(StandardCharsets.US_ASCII);

    private final Optional<Secret> secret;
    private final byte[] connection;
    private final boolean connector;

    /**
     * For one side of one connection.
     *
     * @param secret if there is one
     * @param ofConnector private data of the connecting side
     * @param ofAcceptor private data of the accepting side
     * @param connector whether this side has connected
     */
    public MessageAuthenticator(final Optional<Secret> secret, final ConnectPrivateData ofConnector,
            final ConnectPrivateData ofAcceptor, final boolean connector) {
        this.secret = secret;
        this.connector = connector;
        this.connection = ByteBuffer.allocate(LABEL.length + 2 * (ConnectPrivateData.NONCE_LENGTH + Integer.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN).put(LABEL)
                .put(ofConnector.nonce()).put(ofAcceptor.nonce())
                .putInt(ofConnector.queuePair()).putInt(ofAcceptor.queuePair()).array();
    }

    /**
     * Completes a message of this side.
     *
     * @param message with its fields
     * @param type of it
     */
    void write(final MutableDirectBuffer message, final MessageType type) {
        if (secret.isPresent()) {
            message.putBytes(type.proofOffset(), of(message, type, connector));
        } else {
            message.setMemory(type.proofOffset(), LENGTH, (byte) 0);
        }
    }

    /**
     * Verifies a message of the peer.
     *
     * @param message as received
     * @param type of it
     * @throws BusException if the proof is missing, unexpected or wrong; the text follows the name of the peer
     */
    void check(final DirectBuffer message, final MessageType type) {
        final boolean claimed = (message.getInt(Messages.FLAGS_OFFSET) & Messages.PROVEN) != 0;
        if (claimed != secret.isPresent()) {
            throw new BusException(claimed
                    ? "uses a secret, but this side has none: set secret-file on both sides or on neither"
                    : "uses no secret, but this side has one: set secret-file on both sides or on neither");
        }
        if (claimed) {
            final byte[] authenticator = new byte[LENGTH];
            message.getBytes(type.proofOffset(), authenticator);
            if (!MessageDigest.isEqual(authenticator, of(message, type, !connector))) {
                throw new BusException("has a different secret: use the same secret-file on both sides");
            }
        }
    }

    boolean isRequired() {
        return secret.isPresent();
    }

    private byte[] of(final DirectBuffer message, final MessageType type, final boolean byConnector) {
        final byte[] fields = new byte[type.proofOffset()];
        message.getBytes(0, fields);
        try {
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret.orElseThrow().key());
            mac.update(connection);
            mac.update((byte) (byConnector ? 1 : 2));
            return mac.doFinal(fields);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }
}
