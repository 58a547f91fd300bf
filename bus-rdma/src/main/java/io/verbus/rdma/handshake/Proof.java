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
 * Proves that a message is from somebody who knows the secret: an HMAC-SHA256 over what is there once (the connection's
 * two nonces and queue pair numbers), who says it, and the message itself. So a message can't be said again on another
 * connection, nor back to who has said it. Without a secret the field is zero and not looked at.
 *
 * <p>It proves the peer, not the packets that follow.
 */
public final class Proof {
    /** Bytes of it, at the end of each message. */
    public static final int LENGTH = 32;

    private static final byte[] LABEL = "verbus rdma handshake 1".getBytes(StandardCharsets.US_ASCII);

    private final Optional<Secret> secret;
    private final byte[] connection;
    private final boolean connector;

    /**
     * For one end of one connection.
     *
     * @param secret if there is one
     * @param ofConnector what the side that has connected said, and the number of its queue pair
     * @param ofAcceptor what the other said, and the number of its queue pair
     * @param connector whether this side has connected
     */
    public Proof(final Optional<Secret> secret, final Side ofConnector, final Side ofAcceptor,
            final boolean connector) {
        this.secret = secret;
        this.connector = connector;
        this.connection = ByteBuffer.allocate(LABEL.length + 2 * (Hello.NONCE_LENGTH + Integer.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN).put(LABEL)
                .put(ofConnector.hello.nonce()).put(ofAcceptor.hello.nonce())
                .putInt(ofConnector.queuePair).putInt(ofAcceptor.queuePair).array();
    }

    /**
     * One side of a connection.
     *
     * @param hello what it said
     * @param queuePair number of its queue pair
     */
    public record Side(Hello hello, int queuePair) {}

    /**
     * Completes a message of ours.
     *
     * @param message whose fields are written
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
     * Checks a message of the peer.
     *
     * @param message as it came
     * @param type of it
     * @throws BusException if it does not prove what it has to; the rest of a sentence that begins with who said it
     */
    void check(final DirectBuffer message, final MessageType type) {
        final boolean claimed = (message.getInt(Messages.FLAGS_OFFSET) & Messages.PROVEN) != 0;
        if (claimed != secret.isPresent()) {
            throw new BusException(claimed
                    ? "proves a secret where none is set here: set secret-file on both sides or on none"
                    : "proves no secret where one is set here: set secret-file on both sides or on none");
        }
        if (claimed) {
            final byte[] proof = new byte[LENGTH];
            message.getBytes(type.proofOffset(), proof);
            if (!MessageDigest.isEqual(proof, of(message, type, !connector))) {
                throw new BusException("does not know the secret: the same has to be in both secret-files");
            }
        }
    }

    boolean isAsked() {
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
