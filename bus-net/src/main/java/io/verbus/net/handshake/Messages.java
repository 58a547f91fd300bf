package io.verbus.net.handshake;

import io.verbus.BusException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes and reads messages. All start with the same header; little endian.
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

    /** Bytes that the type of a message is known from. */
    public static final int HEADER_LENGTH = FIELDS_OFFSET;

    private Messages() {
    }

    /**
     * The length of a message, from its header.
     *
     * @param source {@link #HEADER_LENGTH} bytes, not trusted
     * @return bytes of the whole message, at most {@link MessageType#MAX_LENGTH}
     * @throws BusException if there is no such message; the text follows the name of the peer
     */
    public static int lengthOf(final DirectBuffer source) {
        return MessageType.of(source.getInt(TYPE_OFFSET)).length();
    }

    /**
     * Writes a message and its proof.
     *
     * @param message to write
     * @param authenticator of this side
     * @param target {@link MessageType#MAX_LENGTH} bytes
     * @return its length in bytes
     */
    public static int write(final Message message, final MessageAuthenticator authenticator,
            final MutableDirectBuffer target) {
        final MessageType type = message.type();
        target.setMemory(0, MessageType.MAX_LENGTH, (byte) 0);
        message.encode(target);
        target.putInt(TYPE_OFFSET, type.code());
        target.putInt(FLAGS_OFFSET, authenticator.isRequired() ? PROVEN : 0);
        authenticator.write(target, type);
        return type.length();
    }

    /**
     * Reads an untrusted message. Its fields are read only after the proof is verified.
     *
     * @param source {@link MessageType#MAX_LENGTH} bytes
     * @param length received bytes
     * @param authenticator of this side
     * @return the message, its fields within bounds
     * @throws BusException if the proof is wrong or the message is invalid; the text follows the name of the peer
     */
    public static Message read(final DirectBuffer source, final int length, final MessageAuthenticator authenticator) {
        ProtocolViolation.check(length >= FIELDS_OFFSET && length <= MessageType.MAX_LENGTH, "message",
                length + " bytes");
        final MessageType type = MessageType.of(source.getInt(TYPE_OFFSET));
        ProtocolViolation.check(length == type.length(), "message", length + " bytes of type " + type.code());
        authenticator.check(source, type);
        return switch (type) {
            case ANNOUNCE -> AnnounceMessage.decode(source);
            case SUBSCRIBE -> SubscribeMessage.decode(source);
            case OFFER, RELAY_OFFER -> OfferMessage.decode(source, type);
            case REFUSE -> RefuseMessage.decode(source);
            case IMAGE -> ImageMessage.decode(source);
        };
    }
}
