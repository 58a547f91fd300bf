package io.verbus.net.handshake;

import org.agrona.MutableDirectBuffer;

/** A handshake message. */
public sealed interface Message
        permits AnnounceMessage, SubscribeMessage, OfferMessage, RefuseMessage, ImageMessage {
    /** {@return its type} */
    MessageType type();

    /**
     * Writes the fields.
     *
     * @param target zeroed, {@link MessageType#MAX_LENGTH} long
     */
    void encode(MutableDirectBuffer target);
}
