package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.GapCause;
import io.verbus.Refusal;
import io.verbus.net.handshake.AnnounceMessage;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publisher that violates the protocol is disconnected with a reason. */
class HostilePublisherTest {
    private static final int CAPACITY = 1 << 16;
    private static final int JUMP = 64;
    private static final int IMAGES = 4;
    /** More than the places for images and for handshakes. */
    private static final int ATTACKERS = 24;

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
                new Offer(new TestLog(stream, session, CAPACITY).identity(), position, 3, 3, GapCause.TOO_OLD,
                        Refusal.NONE),
                by.memory().forPeer(), RemoteMemory.NONE);
    }

    private void join(final long position) {
        peer.send(new AnnounceMessage("md.itch", 11));
        assertTrue(peer.receive() instanceof SubscribeMessage);
        peer.send(offer("md.itch", 11, position));
        granted = (ImageMessage) peer.receive();
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

    /** A device of iWARP also closes the connection, which may be noticed first. */
    private void deviceEndsBecause(final String cause) {
        peer.until("the end", () -> in.endedBy() != null);
        endsBecause(Lab.iwarp() && in.endedBy().contains("has ended the connection") ? in.endedBy() : cause);
    }

    @Test
    void correctPublisherIsRead() {
        join(0);
        writeWithImmediate(32);
        peer.until("the arrival", () -> in.readable() == 32);
        assertNull(in.endedBy());
    }

    @Test
    void immediateBeyondCreditEndsEpoch() {
        join(0);
        writeWithImmediate(CAPACITY + 32);
        endsBecause("moves the position by 65568 bytes, the limit is 65536");
    }

    @Test
    void decreasingImmediateEndsEpoch() {
        join(64);
        writeWithImmediate(32);
        endsBecause("moves the position by 137438953440 bytes, the limit is 65536");
    }

    @Test
    void writeBeyondConsumedPositionEndsEpoch() {
        join(0);
        writeWithImmediate(CAPACITY);
        writeWithImmediate(CAPACITY + 32);
        endsBecause("moves the position by 32 bytes, the limit is 0");
        assertEquals(CAPACITY, in.readable());
    }

    @Test
    void unannouncedJumpEndsEpoch() {
        join(64);
        writeWithImmediate(64);
        endsBecause("it jumps from 64 to -1");
    }

    @Test
    void backwardJumpEndsEpoch() {
        join(64);
        peer.word(granted.words(), JUMP, 32, ~32L);
        peer.memory().buffer().putLong(16, 3);
        peer.memory().buffer().putLong(24, ~3L);
        peer.write(16, 16, granted.words(), JUMP + 16, 2);
        endsBecause("it jumps from 64 to 32, sequence 3");
    }

    @Test
    void tornJumpEndsEpoch() {
        join(64);
        peer.word(granted.words(), JUMP, 6400, 17);
        peer.write(16, 16, granted.words(), JUMP + 16, 2);
        endsBecause("it jumps from 64 to -1");
    }

    @Test
    void messageAfterHandshakeEndsEpoch() {
        join(0);
        peer.send(new byte[]{});
        deviceEndsBecause(peer.sendsPositions()
                ? "it sends a position of 0 bytes, expected 4"
                : "sends messages after the handshake");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5, 8})
    void positionOfAnotherLengthEndsEpoch(final int length) {
        join(0);
        assumeTrue(peer.sendsPositions(), "positions are immediates");
        peer.position(1, length);
        endsBecause("it sends a position of " + length + " bytes, expected 4");
        assertEquals(0, in.readable());
    }

    @Test
    void messageLongerThanItsReceiveEndsEpoch() {
        join(0);
        assumeTrue(peer.sendsPositions(), "receives have no memory");
        peer.position(1, 9);
        deviceEndsBecause("the connection to ");
        assertEquals(0, in.readable());
    }

    @Test
    void olderHeartbeatIsIgnored() {
        join(0);
        peer.word(granted.words(), 0, 8, ~8L);
        peer.word(granted.words(), 16, 6400, ~6400L);
        peer.word(granted.words(), 48, 2, ~2L);
        peer.until("the heartbeat", () -> in.sessions() == 2 && in.publisherPosition() == 6400);
        peer.word(granted.words(), 0, 7, ~7L);
        peer.word(granted.words(), 16, 32, ~32L);
        peer.word(granted.words(), 48, 3, ~3L);
        peer.word(granted.words(), 32, 9, ~9L); // after the others
        peer.until("the last word", () -> in.publisherSequence() == 9);
        assertEquals(8, in.heartbeat());
        assertEquals(6400, in.publisherPosition());
        assertEquals(2, in.sessions());
        assertNull(in.endedBy());
    }

    @Test
    void tornHeartbeatIsIgnored() {
        join(0);
        peer.word(granted.words(), 16, 6400, 6400);
        peer.word(granted.words(), 32, 9, ~9L);
        peer.until("the heartbeat", () -> in.publisherSequence() == 9);
        assertEquals(0, in.publisherPosition());
        assertNull(in.endedBy());
    }

    @Test
    void invalidSessionCountEndsEpoch() {
        join(0);
        peer.word(granted.words(), 48, -1, 0);
        endsBecause("it reports -1 sessions");
    }

    @Test
    void writeOutsideImageEndsEpoch() {
        join(0);
        peer.write(0, 64, granted.image(), CAPACITY - 32, 1);
        deviceEndsBecause(peer.sendsPositions()
                ? "lost the connection" // the device reports it to its peer only
                : "accesses memory outside its grant");
        assertEquals(0, in.readable());
    }

    @Test
    void garbageIsRefused() {
        peer.send(new byte[100]);
        assertTrue(peer.receiveRefusal().contains("violates the protocol in its message (type 0)"));
        assertTrue(pair.errors.getFirst().getMessage().contains("cannot accept a connection: "), pair.errors::toString);
    }

    @Test
    void unexpectedMessageIsRefused() {
        peer.send(offer("md.itch", 11, 0));
        assertTrue(peer.receiveRefusal().contains("unexpected OFFER"));
    }

    @Test
    void announcementOfOtherStreamIsRefused() {
        peer.send(new AnnounceMessage("md.etch", 11));
        assertTrue(peer.receiveRefusal().contains("announces another stream than in its hello"));
    }

    @Test
    void offerOfOtherStreamIsRefused() {
        peer.send(new AnnounceMessage("md.itch", 11));
        peer.receive();
        peer.send(offer("md.etch", 11, 0));
        assertTrue(peer.receiveRefusal().contains("offers another stream or session than requested"));
        assertTrue(image.failures.getFirst().startsWith("REFUSED: "), image.failures::toString);
    }

    /** Each takes a place for a handshake, which the next one replaces; none takes the slot of an image. */
    @Test
    void unprovenConnectionsDoNotLockPublisherOut() {
        final List<HostilePeer> attackers = new ArrayList<>();
        try {
            for (int i = 0; i < ATTACKERS; i++) {
                attackers.add(stranger());
            }
            final HostilePeer publisher = stranger();
            attackers.add(publisher);
            publisher.send(new AnnounceMessage("md.itch", 11));
            assertTrue(publisher.receive() instanceof SubscribeMessage);
            publisher.send(offer(publisher, "md.itch", 11, 0));
            assertTrue(publisher.receive() instanceof ImageMessage);
            assertEquals(1, image.links.size());
            assertTrue(pair.errors.toString().contains("has not yet proven that it publishes"), pair.errors::toString);
        } finally {
            attackers.forEach(HostilePeer::close);
        }
    }

    @Test
    void publishersBeyondImageLimitAreRefused() {
        final List<HostilePeer> publishers = new ArrayList<>();
        try {
            for (int session = 1; session <= IMAGES; session++) {
                final HostilePeer publisher = stranger();
                publishers.add(publisher);
                publisher.send(new AnnounceMessage("md.itch", session));
                assertTrue(publisher.receive() instanceof SubscribeMessage);
                publisher.send(offer(publisher, "md.itch", session, 0));
                assertTrue(publisher.receive() instanceof ImageMessage);
            }
            final HostilePeer late = stranger();
            publishers.add(late);
            late.send(new AnnounceMessage("md.itch", IMAGES + 1));
            assertTrue(late.receive() instanceof SubscribeMessage);
            late.send(offer(late, "md.itch", IMAGES + 1, 0));
            final String refusal = late.receiveRefusal();
            assertTrue(refusal.contains("no room for another image"), refusal);
        } finally {
            publishers.forEach(HostilePeer::close);
        }
    }

    private HostilePeer stranger() {
        return new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.publisher("md.itch"), () -> {
            pair.lock();
            pair.arrivals.poll();
        }).connect();
    }
}
