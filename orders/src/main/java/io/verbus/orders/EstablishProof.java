package io.verbus.orders;

import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The proof in an {@code Establish}: HMAC-SHA256 with the secret of the seat over
 *
 * <pre>
 *          +-------------------------------------------------------+
 *       0  | label, ASCII (16)                                     |
 *      16  | session of orders.in (8)                              |
 *      24  | header and body of the Establish up to its proof (100)|
 *          +-------------------------------------------------------+
 * </pre>
 *
 * <p>The body contains both nonces. So the proof is worthless in another session, and after another challenge. The
 * publisher of a session is not known to the bus by more than a name that it gives itself; the proof is what binds a
 * session to a seat. Allocates; used once per connection.
 */
public final class EstablishProof {
    /** Length of a proof in bytes. */
    public static final int LENGTH = 32;

    private static final byte[] LABEL = "verbus seat v1  ".getBytes(StandardCharsets.US_ASCII);
    private static final int SESSION_OFFSET = 16;
    private static final int MESSAGE_OFFSET = 24;
    /** Of the proof in the message; nothing after it is covered. */
    private static final int PROOF_OFFSET = MessageHeaderEncoder.ENCODED_LENGTH
            + EstablishEncoder.proofEncodingOffset();

    private EstablishProof() {
    }

    /**
     * Completes a message.
     *
     * @param secret of the seat
     * @param session of orders.in in which it is sent
     * @param buffer that contains it
     * @param offset of its header; all fields except the proof are set
     */
    public static void sign(final SeatSecret secret, final long session, final MutableDirectBuffer buffer,
            final int offset) {
        buffer.putBytes(offset + PROOF_OFFSET, of(secret, session, buffer, offset));
    }

    /**
     * Whether the proof of a message is right.
     *
     * @param secret of the seat
     * @param session of orders.in in which it was received
     * @param buffer that contains it
     * @param offset of its header; it is whole
     * @return true if so
     */
    public static boolean isValid(final SeatSecret secret, final long session, final DirectBuffer buffer,
            final int offset) {
        final byte[] claimed = new byte[LENGTH];
        buffer.getBytes(offset + PROOF_OFFSET, claimed);
        return SeatSecret.areEqual(of(secret, session, buffer, offset), claimed);
    }

    private static byte[] of(final SeatSecret secret, final long session, final DirectBuffer buffer,
            final int offset) {
        final byte[] covered = new byte[MESSAGE_OFFSET + PROOF_OFFSET];
        final UnsafeBuffer all = new UnsafeBuffer(covered);
        all.putBytes(0, LABEL);
        all.putLong(SESSION_OFFSET, session);
        all.putBytes(MESSAGE_OFFSET, buffer, offset, PROOF_OFFSET);
        return secret.mac(covered);
    }
}
