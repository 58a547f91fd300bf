package io.verbus.net.handshake;

import io.verbus.spi.ImageEnd.Failure;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Refusal of a connection.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        8  | kind (4)                                                 |
 *       16  | reason: length 4, UTF-8 up to 500 (504)                  |
 *      520  | proof (32)                                               |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Kinds: 1 no such stream, or no session of it that the subscriber does not know; 2 the session has ended; 3
 * refused.
 *
 * @param kind one of the three
 * @param reason for the user
 */
public record RefuseMessage(Failure kind, String reason) implements Message {
    static final int KIND_OFFSET = 8;
    static final int REASON_OFFSET = 16;
    static final int REASON_LENGTH = 500;
    static final int PROOF_OFFSET = 520;

    private static final int NO_SESSION = 1;
    private static final int GONE = 2;
    private static final int REFUSED = 3;
    private static final String NAME = "refusal";

    @Override
    public MessageType type() {
        return MessageType.REFUSE;
    }

    @Override
    public void encode(final MutableDirectBuffer target) {
        target.putInt(KIND_OFFSET, switch (kind) {
            case NO_SESSION -> NO_SESSION;
            case GONE -> GONE;
            case REFUSED, UNREACHABLE, NO_LISTENER -> REFUSED;
        });
        MessageText.put(target, REASON_OFFSET, reason, REASON_LENGTH);
    }

    static RefuseMessage decode(final DirectBuffer source) {
        final int kind = source.getInt(KIND_OFFSET);
        return new RefuseMessage(switch (kind) {
            case NO_SESSION -> Failure.NO_SESSION;
            case GONE -> Failure.GONE;
            case REFUSED -> Failure.REFUSED;
            default -> throw ProtocolViolation.in(NAME, "kind " + kind);
        }, MessageText.get(source, REASON_OFFSET, REASON_LENGTH, NAME));
    }
}
