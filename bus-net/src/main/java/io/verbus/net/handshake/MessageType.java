package io.verbus.net.handshake;

/** The handshake messages, each with the length of its fields; a proof follows the fields. */
public enum MessageType {
    /** Stream and session of a connecting publisher. */
    ANNOUNCE(1, AnnounceMessage.PROOF_OFFSET),
    /** Request of a subscriber. */
    SUBSCRIBE(2, SubscribeMessage.PROOF_OFFSET),
    /** Offer of a publisher: where the subscriber may start. */
    OFFER(3, OfferMessage.PROOF_OFFSET),
    /** Refusal by either side, with the reason. */
    REFUSE(4, RefuseMessage.PROOF_OFFSET),
    /** Memory of the subscriber that the publisher writes. */
    IMAGE(5, ImageMessage.PROOF_OFFSET),
    /** Offer of a relay, with its name. */
    RELAY_OFFER(6, OfferMessage.RELAY_PROOF_OFFSET);

    /** Length of the largest message, and of the memory for any message. */
    public static final int MAX_LENGTH = 1024;

    private final int code;
    private final int proofOffset;

    MessageType(final int code, final int proofOffset) {
        this.code = code;
        this.proofOffset = proofOffset;
    }

    /** {@return the type code in the message} */
    public int code() {
        return code;
    }

    /** {@return bytes before the proof} */
    public int proofOffset() {
        return proofOffset;
    }

    /** {@return bytes of the whole message} */
    public int length() {
        return proofOffset + MessageAuthenticator.LENGTH;
    }

    static MessageType of(final int code) {
        for (final MessageType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw ProtocolViolation.in("message", "type " + code);
    }
}
