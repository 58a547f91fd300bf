package io.verbus.orders.intake;

import io.verbus.codec.orders.EstablishDecoder;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.EstablishProof;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.NonceSource;
import java.util.Arrays;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Decides about {@code Establish} messages. Before the proof it reveals only whether a seat of the name exists.
 * Allocates; used once per connection.
 */
final class EstablishRequests {
    private static final int HEADER = 8;
    private static final byte[] NO_NONCE = new byte[NonceSource.LENGTH];

    private final Map<String, GatewayEnd> seats;
    private final IntakeSettings settings;
    private final NonceSource nonces;
    private final GatewayMessages messages;
    private final EstablishDecoder establish = new EstablishDecoder();
    private final byte[] attempt = new byte[NonceSource.LENGTH];
    private final byte[] answered = new byte[NonceSource.LENGTH];
    private final long[] rejections = new long[EstablishRejectCode.values().length];

    private boolean rejectsEarlier;
    private GatewayEnd seat;
    private ConnectionTerms terms;

    /** The seats are by name. */
    EstablishRequests(final Map<String, GatewayEnd> seats, final IntakeSettings settings, final NonceSource nonces,
            final GatewayMessages messages) {
        this.seats = seats;
        this.settings = settings;
        this.nonces = nonces;
        this.messages = messages;
    }

    /**
     * Answers a message unless it has to be accepted. An accepted one is not answered: the caller appends the entry
     * first, and the challenge stays open until {@link #accepted}.
     *
     * @return whether to accept it: {@link #seat()} and {@link #terms()} are set
     */
    boolean isAcceptable(final InboundSession session, final DirectBuffer buffer, final int offset) {
        establish.wrap(buffer, offset + HEADER, MessageLengths.blockLength(EstablishDecoder.TEMPLATE_ID),
                EstablishDecoder.SCHEMA_VERSION);
        establish.getSeatNonce(attempt, 0, attempt.length);
        establish.getGatewayNonce(answered, 0, answered.length);
        seat = seats.get(establish.name());
        if (seat == null) {
            return reject(session, EstablishRejectCode.UNKNOWN_SEAT);
        }
        if (session.isStale || session.seat != null && session.seat != seat) {
            return reject(session, EstablishRejectCode.SESSION_IN_USE);
        }
        if (isOfEarlierGateway(session)) {
            session.isOfEarlierGateway = true;
            return reject(session, EstablishRejectCode.EARLIER_GATEWAY);
        }
        if (!session.isAnswer(attempt, answered)) {
            session.challenge(attempt, nonces);
            messages.challenge(session, seat);
            return false;
        }
        final EstablishRejectCode refusal = refusal(session, buffer, offset);
        if (refusal != null) {
            session.isChallenged = false;
            return reject(session, refusal);
        }
        terms = new ConnectionTerms(establish.expected(), establish.keepAlive(),
                establish.cancelOnDisconnect() == YesNo.YES);
        return true;
    }

    /** From now on a session that was established, or was about to be, by an earlier gateway is rejected. */
    void rejectEarlierSessions() {
        rejectsEarlier = true;
    }

    boolean rejectsEarlierSessions() {
        return rejectsEarlier;
    }

    /** The session contains requests, or the answer to a challenge, that were not for this gateway. */
    private boolean isOfEarlierGateway(final InboundSession session) {
        return rejectsEarlier && session.seat == null && (session.isOfEarlierGateway
                || !session.isAnswer(attempt, answered) && !Arrays.equals(answered, NO_NONCE));
    }

    long rejected(final EstablishRejectCode code) {
        return rejections[code.ordinal()];
    }

    GatewayEnd seat() {
        return seat;
    }

    ConnectionTerms terms() {
        return terms;
    }

    /** Answers the accepted message, after its entry. */
    void accepted(final InboundSession session, final long event) {
        session.isChallenged = false;
        messages.established(seat, event, attempt, answered, settings.keepAliveMs());
    }

    private EstablishRejectCode refusal(final InboundSession session, final DirectBuffer buffer, final int offset) {
        if (!EstablishProof.isValid(seat.secret(), session.id, buffer, offset)) {
            return EstablishRejectCode.PROOF;
        }
        if (establish.cancelOnDisconnect() != YesNo.YES && establish.cancelOnDisconnect() != YesNo.NO
                || establish.expected() < 1) {
            return EstablishRejectCode.MALFORMED;
        }
        if (establish.keepAlive() < settings.minKeepAliveMs() || establish.keepAlive() > settings.maxKeepAliveMs()) {
            return EstablishRejectCode.KEEP_ALIVE;
        }
        if (seat.isConnected() && seat.session() != session.id) {
            return EstablishRejectCode.SEAT_IN_USE;
        }
        return establish.expected() > seat.nextReport() ? EstablishRejectCode.NEXT_REPORT : null;
    }

    private boolean reject(final InboundSession session, final EstablishRejectCode code) {
        rejections[code.ordinal()]++;
        messages.rejected(session.id, code, attempt);
        return false;
    }
}
