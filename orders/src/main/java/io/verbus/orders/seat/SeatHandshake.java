package io.verbus.orders.seat;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.ChallengeDecoder;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.EstablishedDecoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.TerminatedDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.EstablishProof;
import io.verbus.orders.GatewayProof;
import io.verbus.orders.MessageHead;
import io.verbus.orders.NonceSource;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** Nonces and proof of a seat's attempt to establish. Allocates; used once per connection. */
final class SeatHandshake {
    private static final int LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH;

    private final SeatSettings settings;
    private final long session;
    private final MessageWriter sink;
    private final SendWindow window;
    private final NonceSource nonces;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EstablishEncoder establish = new EstablishEncoder();
    private final byte[] seatNonce = new byte[NonceSource.LENGTH];
    private final byte[] gatewayNonce = new byte[NonceSource.LENGTH];
    private final byte[] received = new byte[NonceSource.LENGTH];

    SeatHandshake(final SeatSettings settings, final long session, final MessageWriter sink, final SendWindow window,
            final NonceSource nonces) {
        this.settings = settings;
        this.session = session;
        this.sink = sink;
        this.window = window;
        this.nonces = nonces;
    }

    /** Begins an attempt. Returns false if its message was not sent. */
    boolean begin(final long expected) {
        nonces.fill(seatNonce);
        Arrays.fill(gatewayNonce, (byte) 0);
        return send(expected, false);
    }

    /** Whether a challenge is of this attempt, and was not answered: a gateway may read an earlier message again. */
    boolean isNew(final ChallengeDecoder challenge) {
        challenge.getSeatNonce(received, 0, received.length);
        if (!isOfAttempt(received)) {
            return false;
        }
        challenge.getGatewayNonce(received, 0, received.length);
        return !Arrays.equals(received, gatewayNonce);
    }

    /** Answers a new challenge. Returns false if the answer was not sent. */
    boolean answer(final ChallengeDecoder challenge, final long expected) {
        challenge.getGatewayNonce(gatewayNonce, 0, gatewayNonce.length);
        return send(expected, true);
    }

    boolean isOfAttempt(final byte[] nonce) {
        return Arrays.equals(nonce, seatNonce);
    }

    /** Whether an Established for this attempt shows that its session is of a gateway with the secret of the seat. */
    boolean isProven(final long from, final int blockLength, final DirectBuffer buffer, final int offset) {
        return blockLength >= EstablishedDecoder.BLOCK_LENGTH
                && GatewayProof.isValid(settings.secret(), from, gatewayNonce, buffer, offset);
    }

    /** Whether a Terminated is of a gateway that has the secret. */
    boolean isProvenEnd(final long from, final int blockLength, final DirectBuffer buffer, final int offset) {
        return blockLength >= TerminatedDecoder.BLOCK_LENGTH
                && GatewayProof.isValidTerminated(settings.secret(), from, buffer, offset);
    }

    private boolean send(final long expected, final boolean proves) {
        if (!window.hasRoomForHeartbeat(sink.position(), LENGTH)) {
            return false;
        }
        final int at = sink.claim(LENGTH);
        if (at < 0) {
            return false;
        }
        MessageHead.clear(sink.buffer(), at);
        establish.wrapAndApplyHeader(sink.buffer(), at, header).number(window.next())
                .instrumentId(EstablishEncoder.instrumentIdNullValue()).seat(0)
                .cancelOnDisconnect(settings.cancelOnDisconnect() ? YesNo.YES : YesNo.NO).expected(expected)
                .keepAlive(settings.keepAlive().toMillis()).putSeatNonce(seatNonce, 0, seatNonce.length)
                .putGatewayNonce(gatewayNonce, 0, gatewayNonce.length).name(settings.name())
                .putProof(new byte[EstablishProof.LENGTH], 0, EstablishProof.LENGTH);
        if (proves) {
            EstablishProof.sign(settings.secret(), session, sink.buffer(), at);
        }
        sink.commit();
        return true;
    }
}
