package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.peer.Refusal;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.AnnounceMessage;
import io.verbus.rdma.handshake.ImageMessage;
import io.verbus.rdma.handshake.OfferMessage;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.handshake.SubscribeMessage;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.transport.ImageLink;
import io.verbus.transport.Offer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A publisher that does not keep to the protocol is disconnected with a reason. */
class HostilePublisherTest {
    private static final int CAPACITY = 1 << 16;
    private static final int JUMP = 64;
    private static final int IMAGES = 4;
    /** More than there are places, for images and for handshakes. */
    private static final int STRANGERS = 24;

    private Pair pair;
    private TestImage image;
    private HostilePeer peer;
    private ImageMessage granted;
    private ImageLink in;

    @BeforeEach
    void open() {
        pair = new Pair(IMAGES);
        image = new TestImage("md.itch", pair.arrivals);
        pair.subscriber.listen(pair.uri(""), image);
        peer = stranger();
    }

    @AfterEach
    void close() {
        if (peer != null) {
            peer.close();
        }
        if (pair != null) {
            pair.close();
        }
    }

    private OfferMessage offer(final String stream, final long session, final long position) {
        return offer(peer, stream, session, position);
    }

    private static OfferMessage offer(final HostilePeer by, final String stream, final long session,
            final long position) {
        return new OfferMessage(
                new Offer(new TestLog(stream, session, CAPACITY).identity(), position, 3, 3, "", Refusal.NONE),
                by.memory().forPeer(), RemoteMemory.NONE);
    }

    private void join(final long position) {
        peer.say(new AnnounceMessage("md.itch", 11));
        assertTrue(peer.hear() instanceof SubscribeMessage);
        peer.say(offer("md.itch", 11, position));
        granted = (ImageMessage) peer.hear();
        in = image.links.getFirst();
        assertNull(in.endedBy());
    }

    private void writeWithImmediate(final long position) {
        peer.write(0, 32, granted.image(), 0, (int) (position / 32));
    }

    private void endsBecause(final String cause) {
        peer.until("the end", () -> in.endedBy() != null);
        assertTrue(in.endedBy().contains(cause), in.endedBy());
        final long readable = in.readable();
        assertEquals(readable, in.readable());
        pair.part(in);
    }

    @Test
    void anHonestOneIsRead() {
        join(0);
        writeWithImmediate(32);
        peer.until("the arrival", () -> in.readable() == 32);
        assertNull(in.endedBy());
    }

    @Test
    void anImmediateBeyondCreditEndsIt() {
        join(0);
        writeWithImmediate(CAPACITY + 32);
        endsBecause("moves the position by 65568 bytes where 65536 are allowed");
    }

    @Test
    void anImmediateThatGoesBackEndsIt() {
        join(64);
        writeWithImmediate(32);
        endsBecause("moves the position by 137438953440 bytes where 65536 are allowed");
    }

    @Test
    void moreThanWasConsumedEndsIt() {
        join(0);
        writeWithImmediate(CAPACITY);
        writeWithImmediate(CAPACITY + 32);
        endsBecause("moves the position by 32 bytes where 0 are allowed");
        assertEquals(CAPACITY, in.readable());
    }

    @Test
    void aJumpThatWasNotToldEndsIt() {
        join(64);
        writeWithImmediate(64);
        endsBecause("it jumps from 64 to -1");
    }

    @Test
    void aJumpBackOrTornEndsIt() {
        join(64);
        peer.word(granted.words(), JUMP, 32, ~32L);
        peer.memory().buffer().putLong(16, 3);
        peer.memory().buffer().putLong(24, ~3L);
        peer.write(16, 16, granted.words(), JUMP + 16, 2);
        endsBecause("it jumps from 64 to 32, sequence 3");
    }

    @Test
    void aTornJumpEndsIt() {
        join(64);
        peer.word(granted.words(), JUMP, 6400, 17);
        peer.write(16, 16, granted.words(), JUMP + 16, 2);
        endsBecause("it jumps from 64 to -1");
    }

    @Test
    void whoTalksOnAfterTheHandshakeIsDisconnected() {
        join(0);
        peer.say(new byte[]{});
        endsBecause("talks on after the handshake");
    }

    @Test
    void aHeartbeatThatGoesBackEndsIt() {
        join(0);
        peer.word(granted.words(), 16, 6400, ~6400L);
        peer.until("the beat", () -> in.heardPosition() == 6400);
        peer.word(granted.words(), 16, 32, ~32L);
        endsBecause("its heartbeat goes back");
    }

    @Test
    void aTornHeartbeatIsNotHeard() {
        join(0);
        peer.word(granted.words(), 16, 6400, 6400);
        peer.word(granted.words(), 32, 9, ~9L);
        peer.until("the beat", () -> in.heardSequence() == 9);
        assertEquals(0, in.heardPosition());
        assertNull(in.endedBy());
    }

    @Test
    void absurdSessionsEndIt() {
        join(0);
        peer.word(granted.words(), 48, -1, 0);
        endsBecause("it says that it has -1 sessions");
    }

    @Test
    void aWriteOutsideTheImageEndsIt() {
        join(0);
        peer.write(0, 64, granted.image(), CAPACITY - 32, 1);
        endsBecause("writes where it may not");
        assertEquals(0, in.readable());
    }

    @Test
    void garbageIsRefused() {
        peer.say(new byte[100]);
        assertTrue(peer.hearRefusal().contains("says what makes no sense in its message (type 0)"));
        assertTrue(pair.errors.getFirst().getMessage().contains("came to nothing"), pair.errors::toString);
    }

    @Test
    void whatIsOutOfTurnIsRefused() {
        peer.say(offer("md.itch", 11, 0));
        assertTrue(peer.hearRefusal().contains("says out of turn: OFFER"));
    }

    @Test
    void anotherStreamThanAnnouncedIsRefused() {
        peer.say(new AnnounceMessage("md.etch", 11));
        assertTrue(peer.hearRefusal().contains("has connected for another stream than it announces"));
    }

    @Test
    void anOfferOfAnotherStreamIsRefused() {
        peer.say(new AnnounceMessage("md.itch", 11));
        peer.hear();
        peer.say(offer("md.etch", 11, 0));
        assertTrue(peer.hearRefusal().contains("offers what was not asked for"));
        assertTrue(image.failures.getFirst().startsWith("REFUSED: "), image.failures::toString);
    }

    /** Each takes a place for a handshake, which the next one gets; none takes that of an image. */
    @Test
    void strangersThatProveNothingKeepNoPublisherOut() {
        final List<HostilePeer> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < STRANGERS; i++) {
                strangers.add(stranger());
            }
            final HostilePeer publisher = stranger();
            strangers.add(publisher);
            publisher.say(new AnnounceMessage("md.itch", 11));
            assertTrue(publisher.hear() instanceof SubscribeMessage);
            publisher.say(offer(publisher, "md.itch", 11, 0));
            assertTrue(publisher.hear() instanceof ImageMessage);
            assertEquals(1, image.links.size());
            assertTrue(pair.errors.toString().contains("has not proven yet that it publishes"), pair.errors::toString);
        } finally {
            strangers.forEach(HostilePeer::close);
        }
    }

    @Test
    void publishersBeyondTheImagesOfAThreadAreRefusedWithAReason() {
        final List<HostilePeer> publishers = new ArrayList<>();
        try {
            for (int session = 1; session <= IMAGES; session++) {
                final HostilePeer publisher = stranger();
                publishers.add(publisher);
                publisher.say(new AnnounceMessage("md.itch", session));
                assertTrue(publisher.hear() instanceof SubscribeMessage);
                publisher.say(offer(publisher, "md.itch", session, 0));
                assertTrue(publisher.hear() instanceof ImageMessage);
            }
            final HostilePeer late = stranger();
            publishers.add(late);
            late.say(new AnnounceMessage("md.itch", IMAGES + 1));
            assertTrue(late.hear() instanceof SubscribeMessage);
            late.say(offer(late, "md.itch", IMAGES + 1, 0));
            final String refusal = late.hearRefusal();
            assertTrue(refusal.contains("no room for another image"), refusal);
        } finally {
            publishers.forEach(HostilePeer::close);
        }
    }

    private HostilePeer stranger() {
        return new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.publisher("md.itch"), () -> {
            pair.turn();
            pair.arrivals.poll();
        }).connect();
    }
}
