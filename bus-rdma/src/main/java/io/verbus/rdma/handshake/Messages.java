package io.verbus.rdma.handshake;

import io.verbus.BusException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes and reads messages. All begin alike; little endian.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        0  | type (4)                                                 |
 *        4  | flags (4)                                                |
 *           +----------------------------------------------------------+
 *        8  | fields                                                   |
 *           +----------------------------------------------------------+
 * </pre>
 */
public final class Messages {
    static final int TYPE_OFFSET = 0;
    static final int FLAGS_OFFSET = 4;
    static final int FIELDS_OFFSET = 8;

    /** Flag of a message that ends in a proof. */
    static final int PROVEN = 1;

    private Messages() {
    }

    /**
     * Writes a message, with its proof.
     *
     * @param message to write
     * @param proof of this end
     * @param target {@link MessageType#MAX_LENGTH} bytes
     * @return its length in bytes
     */
    public static int write(final Message message, final Proof proof, final MutableDirectBuffer target) {
        final MessageType type = message.type();
        target.setMemory(0, MessageType.MAX_LENGTH, (byte) 0);
        message.encode(target);
        target.putInt(TYPE_OFFSET, type.code());
        target.putInt(FLAGS_OFFSET, proof.isAsked() ? PROVEN : 0);
        proof.write(target, type);
        return type.length();
    }

    /**
     * Reads a message that may be anything. Nothing of it is looked at before it is proven.
     *
     * @param source {@link MessageType#MAX_LENGTH} bytes
     * @param length how many of them came
     * @param proof of this end
     * @return the message, its fields within bounds
     * @throws BusException if it is not proven, or makes no sense; the rest of a sentence that begins with
     *     who said it
     */
    public static Message read(final DirectBuffer source, final int length, final Proof proof) {
        Nonsense.check(length >= FIELDS_OFFSET && length <= MessageType.MAX_LENGTH, "message", length + " bytes");
        final MessageType type = MessageType.of(source.getInt(TYPE_OFFSET));
        Nonsense.check(length == type.length(), "message", length + " bytes of type " + type.code());
        proof.check(source, type);
        return switch (type) {
            case ANNOUNCE -> AnnounceMessage.decode(source);
            case SUBSCRIBE -> SubscribeMessage.decode(source);
            case OFFER -> OfferMessage.decode(source);
            case REFUSE -> RefuseMessage.decode(source);
            case IMAGE -> ImageMessage.decode(source);
        };
    }
}
