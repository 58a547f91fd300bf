package io.verbus.orders;

import io.verbus.codec.orders.EstablishedEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.TerminatedEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The proof in an {@code Established} or a {@code Terminated} that the gateway has the secret of the seat, and that it
 * writes the session of orders.out: HMAC-SHA256 with the secret over
 *
 * <pre>
 *          +-------------------------------------------------------+
 *       0  | label, ASCII (16)                                     |
 *      16  | session of orders.out (8)                             |
 *      24  | nonce of the gateway; 0 for a Terminated (16)         |
 *      40  | header, body of the message up to its proof (68 or 40)|
 *          +-------------------------------------------------------+
 * </pre>
 *
 * <p>The body contains the session of orders.in, and in an Established the nonce of the seat. So a copied message is
 * worthless in another session of either stream, and after another attempt; and the label makes it worthless as the
 * proof of a seat. A Terminated needs no nonce: it is the last word about a session of orders.in. Allocates; used once
 * per connection.
 */
public final class GatewayProof {
    private static final byte[] LABEL = "verbus gate v2  ".getBytes(StandardCharsets.US_ASCII);
    private static final int SESSION_OFFSET = 16;
    private static final int NONCE_OFFSET = 24;
    private static final int MESSAGE_OFFSET = 40;
    private static final byte[] NO_NONCE = new byte[NonceSource.LENGTH];

    private GatewayProof() {
    }

    /**
     * Completes an {@code Established}.
     *
     * @param secret of the seat
     * @param session of orders.out in which it is sent
     * @param gatewayNonce of the challenge that the seat has answered
     * @param buffer that contains the message
     * @param offset of its header; all fields except the proof are set
     */
    public static void sign(final SeatSecret secret, final long session, final byte[] gatewayNonce,
            final MutableDirectBuffer buffer, final int offset) {
        final int end = MessageHeaderEncoder.ENCODED_LENGTH + EstablishedEncoder.proofEncodingOffset();
        buffer.putBytes(offset + end, of(secret, session, gatewayNonce, buffer, offset, end));
    }

    /**
     * Completes a {@code Terminated}.
     *
     * @param secret of the seat
     * @param session of orders.out in which it is sent
     * @param buffer that contains the message
     * @param offset of its header; all fields except the proof are set
     */
    public static void signTerminated(final SeatSecret secret, final long session, final MutableDirectBuffer buffer,
            final int offset) {
        final int end = MessageHeaderEncoder.ENCODED_LENGTH + TerminatedEncoder.proofEncodingOffset();
        buffer.putBytes(offset + end, of(secret, session, NO_NONCE, buffer, offset, end));
    }

    /**
     * Whether the proof of an {@code Established} is right.
     *
     * @param secret of the seat
     * @param session of orders.out in which it was received
     * @param gatewayNonce of the challenge that the seat has answered
     * @param buffer that contains the message
     * @param offset of its header; the message is whole, and has a proof
     * @return true if so
     */
    public static boolean isValid(final SeatSecret secret, final long session, final byte[] gatewayNonce,
            final DirectBuffer buffer, final int offset) {
        return isValid(secret, session, gatewayNonce, buffer, offset, EstablishedEncoder.proofEncodingOffset());
    }

    /**
     * Whether the proof of a {@code Terminated} is right.
     *
     * @param secret of the seat
     * @param session of orders.out in which it was received
     * @param buffer that contains the message
     * @param offset of its header; the message is whole, and has a proof
     * @return true if so
     */
    public static boolean isValidTerminated(final SeatSecret secret, final long session, final DirectBuffer buffer,
            final int offset) {
        return isValid(secret, session, NO_NONCE, buffer, offset, TerminatedEncoder.proofEncodingOffset());
    }

    private static boolean isValid(final SeatSecret secret, final long session, final byte[] gatewayNonce,
            final DirectBuffer buffer, final int offset, final int proofOffset) {
        final int end = MessageHeaderEncoder.ENCODED_LENGTH + proofOffset;
        final byte[] claimed = new byte[EstablishProof.LENGTH];
        buffer.getBytes(offset + end, claimed);
        return SeatSecret.areEqual(of(secret, session, gatewayNonce, buffer, offset, end), claimed);
    }

    /** Nothing after the proof, which is at the end, is covered. */
    private static byte[] of(final SeatSecret secret, final long session, final byte[] gatewayNonce,
            final DirectBuffer buffer, final int offset, final int end) {
        final byte[] covered = new byte[MESSAGE_OFFSET + end];
        final UnsafeBuffer all = new UnsafeBuffer(covered);
        all.putBytes(0, LABEL);
        all.putLong(SESSION_OFFSET, session);
        all.putBytes(NONCE_OFFSET, gatewayNonce);
        all.putBytes(MESSAGE_OFFSET, buffer, offset, end);
        return secret.mac(covered);
    }
}
