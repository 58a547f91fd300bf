package io.verbus.net.handshake;

import io.verbus.BusException;
import io.verbus.net.address.Secret;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import javax.crypto.Mac;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Authenticates messages by the secret: HMAC-SHA256 over the bytes that distinguish the connection (with the nonces of
 * both sides), the direction and the message. So a message cannot be replayed on another connection, nor reflected to
 * its sender. Without a secret the field is zero and not checked.
 *
 * <p>It authenticates the peer, not the packets that follow.
 */
public final class MessageAuthenticator {
    /** Bytes of a proof, at the end of each message. */
    public static final int LENGTH = 32;

    private final Optional<Secret> secret;
    private final byte[] connection;
    private final boolean connector;

    /**
     * For one side of one connection.
     *
     * @param secret if there is one
     * @param connection bytes that both sides know, and that no other connection has
     * @param connector whether this side has connected
     */
    public MessageAuthenticator(final Optional<Secret> secret, final byte[] connection, final boolean connector) {
        this.secret = secret;
        this.connector = connector;
        this.connection = connection.clone();
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
