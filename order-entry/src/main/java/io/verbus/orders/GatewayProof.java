package io.verbus.orders;

import io.verbus.codec.orders.EstablishedEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The proof in an {@code Established} that the gateway has the secret of the seat: HMAC-SHA256 with it over
 *
 * <pre>
 *          +-------------------------------------------------------+
 *       0  | label, ASCII (16)                                     |
 *      16  | nonce of the gateway (16)                             |
 *      32  | header, body of the Established up to its proof (68)  |
 *          +-------------------------------------------------------+
 * </pre>
 *
 * <p>The body contains the session of orders.in and the nonce of the seat. So a copied message is worthless in another
 * session, and after another attempt; and the label makes it worthless as the proof of a seat. Allocates; used once per
 * connection.
 */
public final class GatewayProof {
    private static final byte[] LABEL = "verbus gate v1  ".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_OFFSET = 16;
    private static final int MESSAGE_OFFSET = 32;
    /** Of the proof in the message; nothing after it is covered. */
    private static final int PROOF_OFFSET = MessageHeaderEncoder.ENCODED_LENGTH
            + EstablishedEncoder.proofEncodingOffset();

    private GatewayProof() {
    }

    /**
     * Completes a message.
     *
     * @param secret of the seat
     * @param gatewayNonce of the challenge that the seat has answered
     * @param buffer that contains the message
     * @param offset of its header; all fields except the proof are set
     */
    public static void sign(final SeatSecret secret, final byte[] gatewayNonce, final MutableDirectBuffer buffer,
            final int offset) {
        buffer.putBytes(offset + PROOF_OFFSET, of(secret, gatewayNonce, buffer, offset));
    }

    /**
     * Whether the proof of a message is right.
     *
     * @param secret of the seat
     * @param gatewayNonce of the challenge that the seat has answered
     * @param buffer that contains the message
     * @param offset of its header; the message is whole, and has a proof
     * @return true if so
     */
    public static boolean isValid(final SeatSecret secret, final byte[] gatewayNonce, final DirectBuffer buffer,
            final int offset) {
        final byte[] claimed = new byte[EstablishProof.LENGTH];
        buffer.getBytes(offset + PROOF_OFFSET, claimed);
        return SeatSecret.areEqual(of(secret, gatewayNonce, buffer, offset), claimed);
    }

    private static byte[] of(final SeatSecret secret, final byte[] gatewayNonce, final DirectBuffer buffer,
            final int offset) {
        final byte[] covered = new byte[MESSAGE_OFFSET + PROOF_OFFSET];
        final UnsafeBuffer all = new UnsafeBuffer(covered);
        all.putBytes(0, LABEL);
        all.putBytes(NONCE_OFFSET, gatewayNonce);
        all.putBytes(MESSAGE_OFFSET, buffer, offset, PROOF_OFFSET);
        return secret.mac(covered);
    }
}
