package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.rdma.verbs.ConnectionEvent.Type;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations of two connected queue pairs on each other's memory. */
class LoopbackTest {
    private Loopback loopback;

    @BeforeEach
    void connect() {
        Lab.devices();
        loopback = new Loopback();
    }

    @AfterEach
    void close() {
        if (loopback != null) {
            loopback.close();
        }
    }

    @Test
    void writeWithImmediateArrivesWhole() {
        loopback.ours.putStringWithoutLengthAscii(8, "verbus");
        assertEquals(0, loopback.peer.postReceives(7, 1, 2));
        loopback.write(0, WorkRequests.WRITE_WITH_IMMEDIATE, 8, 6);
        assertEquals(0, loopback.pair.post(loopback.requests, 0, 1));

        Loopback.await(loopback.arrivals, 1);
        final CompletionQueue arrived = loopback.arrivals;
        assertEquals(Status.SUCCESS, arrived.status(0));
        assertEquals(7, arrived.id(0));
        assertTrue(arrived.received(0));
        assertTrue(arrived.hasImmediate(0));
        assertEquals(-2, arrived.immediate(0));
        assertEquals(6, arrived.byteLength(0));
        assertEquals(loopback.peer.number(), arrived.queuePair(0));
        assertEquals("verbus", loopback.theirs.getStringWithoutLengthAscii(8, 6));

        Loopback.await(loopback.sends, 1);
        assertEquals(1000, loopback.sends.id(0));
        assertFalse(loopback.sends.received(0));
    }

    @Test
    void chainIsPostedInOneCallAndOnlyItsLastRequestCompletesAtPeer() {
        loopback.ours.putLong(0, 0x0102030405060708L);
        loopback.ours.putLong(4088, 0x1112131415161718L);
        loopback.peer.postReceives(0, 0, 2);
        loopback.write(3, WorkRequests.WRITE, 4088, 8);
        loopback.write(4, WorkRequests.WRITE_WITH_IMMEDIATE, 0, 8);
        assertEquals(0, loopback.pair.post(loopback.requests, 3, 2));

        Loopback.await(loopback.arrivals, 1);
        assertEquals(-6, loopback.arrivals.immediate(0));
        assertEquals(0x0102030405060708L, loopback.theirs.getLong(0));
        assertEquals(0x1112131415161718L, loopback.theirs.getLong(4088));
    }

    @Test
    void readReturnsBytesOfPeer() {
        loopback.theirs.putStringWithoutLengthAscii(100, "history");
        loopback.write(0, WorkRequests.READ, 100, 7);
        assertEquals(0, loopback.pair.post(loopback.requests, 0, 1));

        Loopback.await(loopback.sends, 1);
        assertEquals(Status.SUCCESS, loopback.sends.status(0));
        assertEquals("history", loopback.ours.getStringWithoutLengthAscii(100, 7));
    }

    @Test
    void sendArrivesInMemoryOfReceive() {
        loopback.ours.putStringWithoutLengthAscii(0, "hello");
        loopback.peer.postReceive(9, loopback.target.address() + 64, 32, loopback.target.localKey());
        loopback.write(0, WorkRequests.SEND, 0, 5);
        loopback.pair.post(loopback.requests, 0, 1);

        Loopback.await(loopback.arrivals, 1);
        assertEquals(9, loopback.arrivals.id(0));
        assertEquals(5, loopback.arrivals.byteLength(0));
        assertFalse(loopback.arrivals.hasImmediate(0));
        assertEquals("hello", loopback.theirs.getStringWithoutLengthAscii(64, 5));
    }

    @Test
    void inlineBytesNeedNoRegistration() {
        assertTrue(loopback.pair.inlineLimit() >= 64);
        loopback.ours.putLong(0, 42);
        loopback.requests.operation(0, WorkRequests.WRITE, WorkRequests.INLINE + WorkRequests.SIGNALED, 1, 0)
                .local(0, loopback.memory.address(), 8, 0)
                .remote(0, loopback.target.address(), loopback.target.remoteKey());
        loopback.pair.post(loopback.requests, 0, 1);

        Loopback.await(loopback.sends, 1);
        assertEquals(Status.SUCCESS, loopback.sends.status(0));
        assertEquals(42, loopback.theirs.getLong(0));
    }

    @Test
    void immediateNeedsNoBytes() {
        loopback.peer.postReceives(0, 0, 1);
        loopback.write(0, WorkRequests.WRITE_WITH_IMMEDIATE, 0, 0);
        loopback.pair.post(loopback.requests, 0, 1);

        Loopback.await(loopback.arrivals, 1);
        assertEquals(Status.SUCCESS, loopback.arrivals.status(0));
        assertEquals(0, loopback.arrivals.byteLength(0));
    }

    @Test
    void wrongKeyEndsConnectionWithReason() {
        loopback.write(0, WorkRequests.WRITE, 0, 8).remote(0, loopback.target.address(), ~loopback.target.remoteKey());
        loopback.pair.post(loopback.requests, 0, 1);

        Loopback.await(loopback.sends, 1);
        assertEquals(Status.REMOTE_ACCESS, loopback.sends.status(0));
        assertEquals("the peer's memory is not registered, or the access is not permitted",
                Status.completion(loopback.sends.status(0)));
        assertEquals("error", loopback.pair.state());
    }

    @Test
    void receivesArePostedInOneCallAndFlushedInOrder() {
        assertEquals(0, loopback.peer.postReceives(50, 10, 64));
        loopback.peer.toError();
        loopback.peer.toError();

        Loopback.await(loopback.arrivals, 64);
        for (int i = 0; i < 64; i++) {
            assertEquals(Status.FLUSHED, loopback.arrivals.status(i));
            assertEquals(50 + 10 * i, loopback.arrivals.id(i));
        }
    }

    @Test
    void postsBeyondCapacityAreRejected() {
        Lab.kernel("posts beyond the capacity end a process on the double");
        assertTrue(loopback.peer.postReceives(0, 0, 100_000) < 0);
        assertTrue(Status.error(loopback.pair.post(loopback.requests, 0, 0)).length() > 10);
        assertTrue(loopback.sends.capacity() >= 512);
        assertTrue(loopback.pair.maxSends() >= 256 && loopback.pair.maxReceives() >= 256);
    }

    @Test
    void stateAndMtuAreReported() {
        assertEquals("ready to send", loopback.pair.state());
        assertEquals(new QueuePair.Path(1024, 8, loopback.pair.path().serviceLevel(), 8, 3, 0, 12, 1, 1),
                loopback.pair.path());
        assertSame(loopback.client.device(), loopback.server.device());
        assertEquals(Lab.devices().getFirst().software(), loopback.client.device().software());
        assertTrue(loopback.client.device().query().ports().getFirst().active());
        assertNull(loopback.client.device().pollEvent());
        assertEquals(loopback.client.peerAddress(), loopback.server.localAddress());
        assertEquals(Lab.address() + ":" + loopback.listener.localPort(), loopback.client.peerAddress());
    }

    @Test
    void privateDataIsPaddedWithZeros() {
        assertTrue(loopback.greeting.length >= Loopback.GREETING.length);
        assertArrayEquals(Arrays.copyOf(Loopback.GREETING, loopback.greeting.length), loopback.greeting);
    }

    @Test
    void disconnectReachesPeerThenLocalSide() {
        loopback.client.disconnect();
        loopback.client.disconnect();
        final ConnectionEvent first = Loopback.await(loopback.events, Type.DISCONNECTED);
        assertEquals("disconnected", first.cause());
        assertSame(loopback.server, first.id());
        assertEquals("ready to send", loopback.pair.state());
        first.id().disconnect();
        assertSame(loopback.client, Loopback.await(loopback.events, Type.DISCONNECTED).id());
    }

    @Test
    void closeIsIdempotent() {
        loopback.close();
        loopback.close();
        loopback.pair.toError();
        loopback.client.disconnect();
        assertTrue(loopback.pair.postReceives(0, 0, 1) < 0);
        assertTrue(loopback.sends.poll() < 0);
    }
}
