package io.verbus.net.handshake;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Memory of the subscriber that the publisher writes.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *        8  | address of the image (8)                                 |
 *       16  | key of the image (4)                                     |
 *       20  | receives, that are posted (4)                            |
 *       24  | address of the publisher's words (8)                     |
 *       32  | key of the publisher's words (4)                         |
 *       40  | proof (32)                                               |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * @param image of the log's capacity
 * @param receives maximum writes with immediate in flight
 * @param words control block that the publisher writes
 */
public record ImageMessage(RemoteMemory image, int receives, RemoteMemory words) implements Message {
    static final int IMAGE_OFFSET = 8;
    static final int IMAGE_KEY_OFFSET = 16;
    static final int RECEIVES_OFFSET = 20;
    static final int WORDS_OFFSET = 24;
    static final int WORDS_KEY_OFFSET = 32;
    static final int PROOF_OFFSET = 40;

    private static final int MAX_RECEIVES = 1 << 16;
    private static final String NAME = "image";

    @Override
    public MessageType type() {
        return MessageType.IMAGE;
    }

    @Override
    public void encode(final MutableDirectBuffer target) {
        image.encode(target, IMAGE_OFFSET, IMAGE_KEY_OFFSET);
        target.putInt(RECEIVES_OFFSET, receives);
        words.encode(target, WORDS_OFFSET, WORDS_KEY_OFFSET);
    }

    static ImageMessage decode(final DirectBuffer source) {
        final int receives = source.getInt(RECEIVES_OFFSET);
        ProtocolViolation.check(receives > 0 && receives <= MAX_RECEIVES, NAME, receives + " receives");
        return new ImageMessage(RemoteMemory.decode(source, IMAGE_OFFSET, IMAGE_KEY_OFFSET), receives,
                RemoteMemory.decode(source, WORDS_OFFSET, WORDS_KEY_OFFSET));
    }
}
