package io.verbus.net.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.spi.Request;
import io.verbus.support.Diagram;
import org.junit.jupiter.api.Test;

/** The diagrams agree with the offsets. */
class MessageLayoutsTest {
    private static final int TEXT = Integer.BYTES;

    @Test
    void commonHeader() {
        Diagram.with("type", Messages.TYPE_OFFSET, 4).with("flags", Messages.FLAGS_OFFSET, 4)
                .with("fields", Messages.FIELDS_OFFSET, 0).isIn(Messages.class);
    }

    @Test
    void announcement() {
        Diagram.with("session", AnnounceMessage.SESSION_OFFSET, 8)
                .with("stream", AnnounceMessage.STREAM_OFFSET, TEXT + AnnounceMessage.STREAM_LENGTH)
                .with("proof", AnnounceMessage.PROOF_OFFSET, MessageAuthenticator.LENGTH).isIn(AnnounceMessage.class);
    }

    @Test
    void aRequest() {
        Diagram.with("subscription", SubscribeMessage.SUBSCRIPTION_OFFSET, 8)
                .with("process", SubscribeMessage.PROCESS_OFFSET, 8)
                .with("pid", SubscribeMessage.PID_OFFSET, 8).with("policy", SubscribeMessage.POLICY_OFFSET, 4)
                .with("start", SubscribeMessage.START_OFFSET, 4).with("session", SubscribeMessage.SESSION_OFFSET, 8)
                .with("position", SubscribeMessage.POSITION_OFFSET, 8)
                .with("sequence", SubscribeMessage.SEQUENCE_OFFSET, 8)
                .with("stream", SubscribeMessage.STREAM_OFFSET, TEXT + SubscribeMessage.TEXT_LENGTH)
                .with("name", SubscribeMessage.NAME_OFFSET, TEXT + SubscribeMessage.TEXT_LENGTH)
                .with("known sessions", SubscribeMessage.KNOWN_COUNT_OFFSET, 4)
                .with("ids of known sessions", SubscribeMessage.KNOWN_OFFSET, Request.MAX_KNOWN * 8)
                .with("history", SubscribeMessage.HISTORY_OFFSET, 4)
                .with("proof", SubscribeMessage.PROOF_OFFSET, MessageAuthenticator.LENGTH).isIn(SubscribeMessage.class);
    }

    @Test
    void offer() {
        Diagram.with("session", OfferMessage.SESSION_OFFSET, 8).with("capacity", OfferMessage.CAPACITY_OFFSET, 8)
                .with("process", OfferMessage.PROCESS_OFFSET, 8).with("pid", OfferMessage.PID_OFFSET, 8)
                .with("started", OfferMessage.STARTED_OFFSET, 8)
                .with("UTC minus monotonic ns", OfferMessage.CLOCK_OFFSET, 8)
                .with("layout version of the log", OfferMessage.LAYOUT_OFFSET, 4)
                .with("timestamps", OfferMessage.TIMESTAMPS_OFFSET, 4).with("position", OfferMessage.POSITION_OFFSET, 8)
                .with("sequence", OfferMessage.SEQUENCE_OFFSET, 8)
                .with("wanted sequence", OfferMessage.WANTED_OFFSET, 8)
                .with("address of the subscriber's words", OfferMessage.WORDS_OFFSET, 8)
                .with("key of the subscriber's words", OfferMessage.WORDS_KEY_OFFSET, 4)
                .with("key of the log's file", OfferMessage.HISTORY_KEY_OFFSET, 4)
                .with("stream", OfferMessage.STREAM_OFFSET, TEXT + OfferMessage.TEXT_LENGTH)
                .with("publisher", OfferMessage.PUBLISHER_OFFSET, TEXT + OfferMessage.TEXT_LENGTH)
                .with("build", OfferMessage.BUILD_OFFSET, TEXT + OfferMessage.TEXT_LENGTH)
                .with("address of the log's file", OfferMessage.HISTORY_OFFSET, 8)
                .with("refusal of BLOCK", OfferMessage.REFUSAL_OFFSET, 4)
                .with("cause of a gap before the start", OfferMessage.GAP_OFFSET, 4)
                .with("relay", OfferMessage.RELAY_OFFSET, TEXT + OfferMessage.TEXT_LENGTH)
                .with("proof", OfferMessage.RELAY_PROOF_OFFSET, MessageAuthenticator.LENGTH).isIn(OfferMessage.class);
        assertEquals(OfferMessage.RELAY_OFFSET, OfferMessage.PROOF_OFFSET, "the proof of an offer without a relay");
    }

    @Test
    void refusal() {
        Diagram.with("kind", RefuseMessage.KIND_OFFSET, 4)
                .with("reason", RefuseMessage.REASON_OFFSET, TEXT + RefuseMessage.REASON_LENGTH)
                .with("proof", RefuseMessage.PROOF_OFFSET, MessageAuthenticator.LENGTH).isIn(RefuseMessage.class);
    }

    @Test
    void image() {
        Diagram.with("address of the image", ImageMessage.IMAGE_OFFSET, 8)
                .with("key of the image", ImageMessage.IMAGE_KEY_OFFSET, 4)
                .with("receives", ImageMessage.RECEIVES_OFFSET, 4)
                .with("address of the publisher's words", ImageMessage.WORDS_OFFSET, 8)
                .with("key of the publisher's words", ImageMessage.WORDS_KEY_OFFSET, 4)
                .with("proof", ImageMessage.PROOF_OFFSET, MessageAuthenticator.LENGTH).isIn(ImageMessage.class);
    }

    @Test
    void messagesFitTheirMemory() {
        for (final MessageType type : MessageType.values()) {
            assertTrue(type.length() <= MessageType.MAX_LENGTH, type::toString);
        }
    }
}
