package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.internal.log.LogLayout;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.LogLink;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscriber that violates the protocol is disconnected with a reason. */
class HostileSubscriberTest {
    private static final int CAPACITY = 1 << 16;
    private static final int CONSUMED = 0;
    private static final int RECEIVES = 16;
    private static final int HEARTBEAT = 32;
    private static final int LEAVE = 48;

    private Pair pair;
    private TestLog log;
    private HostilePeer peer;
    private RemoteMemory words;
    private LogLink out;

    @BeforeEach
    void open() {
        Lab.address();
        pair = new Pair(4);
        log = new TestLog("md.itch", 11, CAPACITY);
        pair.publisher.listen(pair.uri(""), log);
        peer = new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.subscriber(), this::lock);
    }

    private void lock() {
        pair.lock();
        if (out != null) {
            out.poll();
        }
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

    private SubscribeMessage request() {
        return new SubscribeMessage(new TestImage("md.itch", null).another());
    }

    private ImageMessage image() {
        return new ImageMessage(peer.memory().forPeer(), 16, peer.memory().forPeer());
    }

    private void join() {
        peer.connect();
        peer.send(request());
        words = ((OfferMessage) peer.receive()).words();
        peer.send(image());
        peer.until("the link", () -> !log.links.isEmpty());
        out = log.links.getFirst();
        assertNull(out.endedBy());
    }

    private void word(final int offset, final long value) {
        peer.word(words, offset, value, ~value);
    }

    private void endsBecause(final String cause) {
        peer.until("the end", () -> out.endedBy() != null);
        assertTrue(out.endedBy().contains(cause), out.endedBy());
        pair.part(out);
    }

    /** A device of iWARP also closes the connection, which may be noticed first. */
    private void deviceEndsBecause(final String cause) {
        peer.until("the end", () -> out.endedBy() != null);
        endsBecause(Lab.iwarp() && out.endedBy().contains("has ended the connection") ? out.endedBy() : cause);
    }

    @Test
    void creditBeyondPushedPositionEndsEpoch() {
        join();
        word(CONSUMED, 64);
        endsBecause("position 64 as consumed, expected 0 to 0");
    }

    @Test
    void lowerWordsAreOldAndIgnored() {
        join();
        word(HEARTBEAT, 5);
        peer.until("the heartbeat", () -> out.heartbeat() == 5);
        word(HEARTBEAT, 4);
        word(RECEIVES, 15);
        word(CONSUMED, -32);
        word(LEAVE, 1); // after the others
        peer.until("the last word", out::isLeft);
        assertEquals(5, out.heartbeat());
        assertEquals(0, out.consumed());
        assertNull(out.endedBy());
    }

    @Test
    void impossibleReceivesEndEpoch() {
        join();
        word(RECEIVES, 1_000_000);
        endsBecause("1000000 posted receives, expected 16 to 16");
    }

    @Test
    void tornWordsAreIgnored() {
        join();
        peer.word(words, CONSUMED, 64, 64);
        peer.word(words, RECEIVES, 1_000_000, 0);
        word(HEARTBEAT, 5);
        peer.until("the heartbeat", () -> out.heartbeat() == 5);
        out.poll();
        assertEquals(0, out.consumed());
        assertNull(out.endedBy());
    }

    @Test
    void invalidLeaveEndsEpoch() {
        join();
        word(LEAVE, 2);
        endsBecause("its leave word is 2");
    }

    @Test
    void missingMemoryEndsEpoch() {
        join();
        log.fill(0, 8192);
        out.push(0, 8192); // the peer has 4096 bytes
        deviceEndsBecause("rejects writes: its memory is no longer registered");
    }

    @Test
    void readAccessToLogDoesNotAllowWrites() {
        peer.connect();
        final TestImage reader = new TestImage("md.itch", null);
        reader.history = true;
        peer.send(new SubscribeMessage(reader.another()));
        final RemoteMemory file = ((OfferMessage) peer.receive()).history();
        assertTrue(file.isGiven());
        peer.send(image());
        peer.until("the link", () -> !log.links.isEmpty());
        out = log.links.getFirst();
        log.fill(0, 64);
        peer.write(0, 64, file, LogLayout.ringOffset(log.identity().session()), null);
        peer.until("the end", () -> {
            out.sendHeartbeat(0, 0); // a side that writes nothing notices nothing
            return out.endedBy() != null;
        });
        for (int offset = 0; offset < 64; offset += Long.BYTES) {
            assertEquals(TestLog.word(offset), log.ring().getLong(offset));
        }
        pair.part(out);
    }

    @Test
    void logKeyIsGrantedOnlyOnRequest() {
        peer.connect();
        peer.send(request());
        assertFalse(((OfferMessage) peer.receive()).history().isGiven());
    }

    @Test
    void garbageIsRefused() {
        peer.connect();
        peer.send(new byte[]{1, 2, 3});
        assertTrue(peer.receiveRefusal().contains("violates the protocol in its message (3 bytes)"));
        peer.until("the error", () -> !pair.errors.isEmpty());
    }

    @Test
    void imageBeforeRequestIsRefused() {
        peer.connect();
        peer.send(image());
        assertTrue(peer.receiveRefusal().contains("unexpected IMAGE"));
    }

    @Test
    void secondRequestIsRefusedAndLogReleased() {
        peer.connect();
        peer.send(request());
        peer.receive();
        peer.send(request());
        assertTrue(peer.receiveRefusal().contains("unexpected SUBSCRIBE"));
        assertTrue(log.failures.getFirst().startsWith("dropped: "), log.failures::toString);
    }

    @Test
    void disconnectedSubscriberIsDropped() {
        peer.connect();
        peer.send(request());
        peer.receive();
        peer.close();
        peer = null;
        pair.until("the drop", () -> !log.failures.isEmpty());
        assertTrue(log.failures.getFirst().contains("has disconnected before its image was received"),
                log.failures::toString);
    }

    @Test
    void silentSubscriberIsDroppedAfterTimeout() {
        final Pair impatient = new Pair(1);
        try (impatient) {
            final var uri = impatient.uri("handshake-timeout=200");
            impatient.publisher.listen(uri, log);
            try (HostilePeer silent = new HostilePeer(RdmaAddress.of(uri), HostilePeer.subscriber(), impatient::lock)) {
                silent.connect();
                impatient.until("the error", () -> !impatient.errors.isEmpty());
                final String text = impatient.errors.getFirst().getMessage();
                assertTrue(text.contains("its request was not received within 200 ms"), text);
            }
        }
    }

    @Test
    void otherVersionIsRefusedAndBothAreNamed() {
        peer.close();
        peer = new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.subscriber(), this::lock) {
            @Override
            byte[] privateData() {
                final byte[] privateData = super.privateData();
                new UnsafeBuffer(privateData).putInt(4, 7, ByteOrder.LITTLE_ENDIAN);
                return privateData;
            }
        };
        assertEquals(ConnectPrivateData.Part.REFUSAL, ConnectPrivateData.decode(peer.refusal(), "victim").part());
        final String text = pair.errors.getFirst().getMessage();
        assertTrue(text.contains("protocol version 7, and Verbus " + Build.description() + " has version 5"), text);
    }

    @Test
    void foreignProtocolIsRefused() {
        peer.close();
        peer = new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.subscriber(), this::lock) {
            @Override
            byte[] privateData() {
                return "GET / HTTP/1.1".getBytes();
            }
        };
        assertThrows(BusException.class, () -> ConnectPrivateData.decode(new UnsafeBuffer(new byte[3]), "x"));
        peer.refusal();
        assertTrue(pair.errors.getFirst().getMessage().contains("does not use the Verbus protocol"));
    }
}
