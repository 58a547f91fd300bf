package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.log.LogLayout;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.Hello;
import io.verbus.rdma.handshake.ImageMessage;
import io.verbus.rdma.handshake.OfferMessage;
import io.verbus.rdma.handshake.RemoteMemory;
import io.verbus.rdma.handshake.SubscribeMessage;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.Lab;
import io.verbus.transport.LogLink;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscriber that does not keep to the protocol is disconnected with a reason. */
class HostileSubscriberTest {
    private static final int CAPACITY = 1 << 16;
    private static final int CONSUMED = 0;
    private static final int RECEIVES = 16;
    private static final int BEAT = 32;
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
        peer = new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.subscriber(), this::turn);
    }

    private void turn() {
        pair.turn();
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
        peer.say(request());
        words = ((OfferMessage) peer.hear()).words();
        peer.say(image());
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

    @Test
    void creditBeyondWhatWasPushedEndsIt() {
        join();
        word(CONSUMED, 64);
        endsBecause("consumed all below 64, where 0 to 0 are possible");
    }

    @Test
    void creditThatIsNegativeEndsIt() {
        join();
        word(CONSUMED, -32);
        endsBecause("consumed all below -32");
    }

    @Test
    void receivesThatCannotBeEndIt() {
        join();
        word(RECEIVES, 1_000_000);
        endsBecause("1000000 receives, where 16 to 16 are possible");
    }

    @Test
    void tornWordsAreNotBelieved() {
        join();
        peer.word(words, CONSUMED, 64, 64);
        peer.word(words, RECEIVES, 1_000_000, 0);
        word(BEAT, 5);
        peer.until("the beat", () -> out.heard() == 5);
        out.poll();
        assertEquals(0, out.consumed());
        assertNull(out.endedBy());
    }

    @Test
    void aHeartbeatThatGoesBackEndsIt() {
        join();
        word(BEAT, 5);
        peer.until("the beat", () -> out.heard() == 5);
        word(BEAT, 4);
        endsBecause("its heartbeat goes back");
    }

    @Test
    void anAbsurdFarewellEndsIt() {
        join();
        word(LEAVE, 2);
        endsBecause("it leaves 2 times");
    }

    @Test
    void memoryThatIsNotThereEndsIt() {
        join();
        log.fill(0, 8192);
        out.push(0, 8192); // where the peer has 4096 bytes
        endsBecause("refuses what is written: its memory is not there any more");
    }

    @Test
    void whoMayReadTheLogMayNotWriteIt() {
        peer.connect();
        final TestImage curious = new TestImage("md.itch", null);
        curious.history = true;
        peer.say(new SubscribeMessage(curious.another()));
        final RemoteMemory file = ((OfferMessage) peer.hear()).history();
        assertTrue(file.isGiven());
        peer.say(image());
        peer.until("the link", () -> !log.links.isEmpty());
        out = log.links.getFirst();
        log.fill(0, 64);
        peer.write(0, 64, file, LogLayout.HEADER_LENGTH, null);
        peer.until("the end", () -> {
            out.beat(0, 0); // who writes nothing notices nothing
            return out.endedBy() != null;
        });
        for (int offset = 0; offset < 64; offset += Long.BYTES) {
            assertEquals(TestLog.word(offset), log.ring().getLong(offset));
        }
        pair.part(out);
    }

    @Test
    void whoDoesNotAskForHistoryGetsNoKeyOfTheLog() {
        peer.connect();
        peer.say(request());
        assertFalse(((OfferMessage) peer.hear()).history().isGiven());
    }

    @Test
    void garbageIsRefused() {
        peer.connect();
        peer.say(new byte[]{1, 2, 3});
        assertTrue(peer.hearRefusal().contains("says what makes no sense in its message (3 bytes)"));
        peer.until("the error", () -> !pair.errors.isEmpty());
    }

    @Test
    void anImageBeforeARequestIsRefused() {
        peer.connect();
        peer.say(image());
        assertTrue(peer.hearRefusal().contains("says out of turn: IMAGE"));
    }

    @Test
    void aSecondRequestIsRefusedAndTheLogLetGo() {
        peer.connect();
        peer.say(request());
        peer.hear();
        peer.say(request());
        assertTrue(peer.hearRefusal().contains("says out of turn: SUBSCRIBE"));
        assertTrue(log.failures.getFirst().startsWith("dropped: "), log.failures::toString);
    }

    @Test
    void whoGoesAwayInTheMiddleIsDropped() {
        peer.connect();
        peer.say(request());
        peer.hear();
        peer.close();
        peer = null;
        pair.until("the drop", () -> !log.failures.isEmpty());
        assertTrue(log.failures.getFirst().contains("has hung up before its image came"), log.failures::toString);
    }

    @Test
    void whoSaysNothingIsDroppedWhenTheTimeIsOver() {
        final Pair hasty = new Pair(1);
        try (hasty) {
            final var uri = hasty.uri("handshake-timeout=200");
            hasty.publisher.listen(uri, log);
            try (HostilePeer silent = new HostilePeer(RdmaAddress.of(uri), HostilePeer.subscriber(), hasty::turn)) {
                silent.connect();
                hasty.until("the error", () -> !hasty.errors.isEmpty());
                final String said = hasty.errors.getFirst().getMessage();
                assertTrue(said.contains("its request has not come for 200 ms"), said);
            }
        }
    }

    @Test
    void anotherVersionIsRefusedAndBothAreNamed() {
        peer.close();
        peer = new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.subscriber(), this::turn) {
            @Override
            byte[] hello() {
                final byte[] hello = super.hello();
                new UnsafeBuffer(hello).putInt(4, 7, ByteOrder.LITTLE_ENDIAN);
                return hello;
            }
        };
        assertEquals(Hello.Part.REFUSAL, Hello.decode(peer.refusal(), "victim").part());
        final String said = pair.errors.getFirst().getMessage();
        assertTrue(said.contains("speaks version 7 of the protocol, this build version 3"), said);
    }

    @Test
    void aStrangerIsRefused() {
        peer.close();
        peer = new HostilePeer(RdmaAddress.of(pair.uri("")), HostilePeer.subscriber(), this::turn) {
            @Override
            byte[] hello() {
                return "GET / HTTP/1.1".getBytes();
            }
        };
        assertThrows(BusException.class, () -> Hello.decode(new UnsafeBuffer(new byte[3]), "x"));
        peer.refusal();
        assertTrue(pair.errors.getFirst().getMessage().contains("does not speak the protocol of Verbus"));
    }
}
