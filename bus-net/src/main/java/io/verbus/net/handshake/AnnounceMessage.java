package io.verbus.net.handshake;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * First message of a connecting publisher. It names the stream, because a listener may have many.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        8  | session (8)                                              |
 *       16  | stream: length 4, UTF-8 up to 124 (128)                  |
 *      144  | proof (32)                                               |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * @param stream its name
 * @param session its id
 */
public record AnnounceMessage(String stream, long session) implements Message {
    static final int SESSION_OFFSET = 8;
    static final int STREAM_OFFSET = 16;
    static final int STREAM_LENGTH = 124;
    static final int PROOF_OFFSET = 144;

    private static final String NAME = "announcement";

    @Override
    public MessageType type() {
        return MessageType.ANNOUNCE;
    }

    @Override
    public void encode(final MutableDirectBuffer target) {
        target.putLong(SESSION_OFFSET, session);
        MessageText.put(target, STREAM_OFFSET, stream, STREAM_LENGTH);
    }

    static AnnounceMessage decode(final DirectBuffer source) {
        final long session = source.getLong(SESSION_OFFSET);
        ProtocolViolation.check(session != 0, NAME, "a session of 0");
        return new AnnounceMessage(MessageText.get(source, STREAM_OFFSET, STREAM_LENGTH, NAME), session);
    }
}
