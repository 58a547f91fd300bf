package io.verbus.orders.intake;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.ChallengeEncoder;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.EstablishRejectedEncoder;
import io.verbus.codec.orders.EstablishedEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.NotAppliedEncoder;
import io.verbus.codec.orders.SequenceEncoder;
import io.verbus.codec.orders.TerminatedEncoder;
import io.verbus.orders.GatewayProof;
import io.verbus.orders.MessageHead;
import io.verbus.orders.NonceSource;

/**
 * Writes the messages of the gateway that are not reports. No reader can block orders.out, so a claim is refused only
 * when it is closed, and then nothing is written. Allocates nothing.
 */
final class GatewayMessages {
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final MessageWriter out;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ChallengeEncoder challenge = new ChallengeEncoder();
    private final EstablishedEncoder established = new EstablishedEncoder();
    private final EstablishRejectedEncoder rejected = new EstablishRejectedEncoder();
    private final SequenceEncoder sequence = new SequenceEncoder();
    private final TerminatedEncoder terminated = new TerminatedEncoder();
    private final NotAppliedEncoder notApplied = new NotAppliedEncoder();

    GatewayMessages(final MessageWriter out) {
        this.out = out;
    }

    void challenge(final InboundSession session, final GatewayEnd seat) {
        final int at = claim(ChallengeEncoder.BLOCK_LENGTH);
        if (at >= 0) {
            challenge.wrapAndApplyHeader(out.buffer(), at, header).number(0)
                    .instrumentId(ChallengeEncoder.instrumentIdNullValue()).seat(seat.seat()).session(session.id)
                    .putSeatNonce(session.seatNonce, 0, NonceSource.LENGTH)
                    .putGatewayNonce(session.gatewayNonce, 0, NonceSource.LENGTH);
            out.commit();
        }
    }

    /** The nonces are those of the Establish that this answers. */
    void established(final GatewayEnd seat, final long event, final byte[] seatNonce, final byte[] gatewayNonce,
            final long keepAliveMs) {
        final int at = claim(EstablishedEncoder.BLOCK_LENGTH);
        if (at >= 0) {
            established.wrapAndApplyHeader(out.buffer(), at, header).number(seat.nextReport())
                    .instrumentId(EstablishedEncoder.instrumentIdNullValue()).seat(seat.seat())
                    .session(seat.session()).expected(seat.nextNumber()).eventNumber(event).keepAlive(keepAliveMs)
                    .putSeatNonce(seatNonce, 0, NonceSource.LENGTH);
            GatewayProof.sign(seat.secret(), out.session().id(), gatewayNonce, out.buffer(), at);
            out.commit();
        }
    }

    void rejected(final long session, final EstablishRejectCode code, final byte[] seatNonce) {
        final int at = claim(EstablishRejectedEncoder.BLOCK_LENGTH);
        if (at >= 0) {
            rejected.wrapAndApplyHeader(out.buffer(), at, header).number(0)
                    .instrumentId(EstablishRejectedEncoder.instrumentIdNullValue()).seat(0).code(code)
                    .session(session).putSeatNonce(seatNonce, 0, NonceSource.LENGTH);
            out.commit();
        }
    }

    void sequence(final GatewayEnd seat) {
        final int at = claim(SequenceEncoder.BLOCK_LENGTH);
        if (at >= 0) {
            sequence.wrapAndApplyHeader(out.buffer(), at, header).number(seat.nextReport())
                    .instrumentId(SequenceEncoder.instrumentIdNullValue()).seat(seat.seat())
                    .expected(seat.nextNumber()).session(seat.session());
            out.commit();
        }
    }

    void terminated(final GatewayEnd seat, final long session, final DisconnectCause cause) {
        final int at = claim(TerminatedEncoder.BLOCK_LENGTH);
        if (at >= 0) {
            terminated.wrapAndApplyHeader(out.buffer(), at, header).number(seat.nextReport())
                    .instrumentId(TerminatedEncoder.instrumentIdNullValue()).seat(seat.seat()).cause(cause)
                    .session(session).expected(seat.nextNumber());
            GatewayProof.signTerminated(seat.secret(), out.session().id(), out.buffer(), at);
            out.commit();
        }
    }

    /** The seat is null if the session is not bound to one. */
    void notApplied(final MessageOrigin from, final GatewayEnd seat, final MessageHead head,
            final NotAppliedCode code) {
        final int at = claim(NotAppliedEncoder.BLOCK_LENGTH);
        if (at >= 0) {
            notApplied.wrapAndApplyHeader(out.buffer(), at, header).number(seat == null ? 0 : seat.nextReport())
                    .instrumentId(NotAppliedEncoder.instrumentIdNullValue()).seat(head.seat()).code(code)
                    .session(from.session()).sequence(from.sequence()).refused(head.number())
                    .expected(seat == null ? 0 : seat.nextNumber());
            out.commit();
        }
    }

    private int claim(final int blockLength) {
        final int at = out.claim(HEADER + blockLength);
        if (at >= 0) {
            MessageHead.clear(out.buffer(), at);
        }
        return at;
    }
}
