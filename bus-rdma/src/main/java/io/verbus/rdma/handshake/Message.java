package io.verbus.rdma.handshake;

import org.agrona.MutableDirectBuffer;

/** One message of the handshake. */
public sealed interface Message
        permits AnnounceMessage, SubscribeMessage, OfferMessage, RefuseMessage, ImageMessage {
    /** {@return its type} */
    MessageType type();

    /**
     * Writes its fields.
     *
     * @param target of zeros, {@link MessageType#MAX_LENGTH} long
     */
    void encode(MutableDirectBuffer target);
}
