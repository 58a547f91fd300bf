package io.verbus.rdma.handshake;

/** The messages of the handshake, with the bytes that each has: its fields, then its proof. */
public enum MessageType {
    /** A publisher that has connected says what it has. */
    ANNOUNCE(1, AnnounceMessage.PROOF_OFFSET),
    /** A subscriber asks. */
    SUBSCRIBE(2, SubscribeMessage.PROOF_OFFSET),
    /** A publisher says where the subscriber may begin. */
    OFFER(3, OfferMessage.PROOF_OFFSET),
    /** Either says why nothing comes of it. */
    REFUSE(4, RefuseMessage.PROOF_OFFSET),
    /** A subscriber says where to write. */
    IMAGE(5, ImageMessage.PROOF_OFFSET);

    /** Bytes of the longest, so of the memory for any. */
    public static final int MAX_LENGTH = 1024;

    private final int code;
    private final int proofOffset;

    MessageType(final int code, final int proofOffset) {
        this.code = code;
        this.proofOffset = proofOffset;
    }

    /** {@return what stands in the message} */
    public int code() {
        return code;
    }

    /** {@return bytes before the proof} */
    public int proofOffset() {
        return proofOffset;
    }

    /** {@return bytes of the whole message} */
    public int length() {
        return proofOffset + Proof.LENGTH;
    }

    static MessageType of(final int code) {
        for (final MessageType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw Nonsense.in("message", "type " + code);
    }
}
