package io.verbus.tcp.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Patience;
import io.verbus.tcp.frame.FrameHeader;
import io.verbus.tcp.support.Stores;
import io.verbus.tcp.tls.TlsChannel;
import io.verbus.tcp.tls.TlsKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The subscriber gets everything that was written before the end, also while the publisher has unread bytes of it. */
class EndOfEpochTest {
    private static final int CAPACITY = 1 << 20;
    private static final int SOCKET_BUFFER = 1 << 14;
    private static final int RUN = 96;

    private final TcpPoller poller = new TcpPoller(2, System::nanoTime);
    private SocketChannel publisher;
    private SocketChannel subscriber;
    private TcpImageLink image;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            subscriber = SocketChannel.open();
            subscriber.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER).connect(listening.getLocalAddress());
            subscriber.configureBlocking(false);
            publisher = listening.accept();
            publisher.configureBlocking(false);
        }
    }

    @AfterEach
    void close() throws IOException {
        publisher.close();
        subscriber.close();
    }

    private void read(final ByteChannel channel) {
        image = new TcpImageLink(connection(channel), poller, memory(), 0, false);
        poller.add(image);
    }

    private static Connection connection(final ByteChannel channel) {
        return new Connection(channel, "peer", "TCP", Patience.NS);
    }

    private static UnsafeBuffer memory() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
    }

    private void write(final int length) throws IOException {
        final ByteBuffer frame = ByteBuffer.allocate(FrameHeader.LENGTH + length).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(FrameHeader.RUN).putInt(length).putLong(0).putLong(0).rewind();
        assertEquals(frame.capacity(), publisher.write(frame));
    }

    @Test
    void publisherThatEndsTheEpochWaitsUntilThePeerHasEverything() {
        read(subscriber);
        assertEverythingArrives(publisher);
    }

    @Test
    void publisherWithTlsWaitsToo() throws IOException {
        final TlsKeys keys = TlsKeys.read(Stores.key(Stores.OWN), Stores.trust(Stores.OWN), Stores.password());
        final TlsChannel to = new TlsChannel(subscriber, keys.connecting("127.0.0.1", 1));
        final TlsChannel from = new TlsChannel(publisher, keys.accepting());
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!to.isSecured() | !from.isSecured()) {
            assertTrue(System.nanoTime() < deadlineNs);
        }
        read(to);
        assertEverythingArrives(from);
    }

    private void assertEverythingArrives(final ByteChannel channel) {
        final TcpLogLink log = new TcpLogLink(connection(channel), memory(), memory(), 0, false);
        final long pushed = log.push(0, CAPACITY); // more than the subscriber's socket can hold
        image.sendHeartbeat();
        log.end("closed");
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!log.isReleased()) {
            assertTrue(System.nanoTime() < deadlineNs, () -> image.readable() + " of " + pushed);
            log.conduct(System.nanoTime());
            image.sendHeartbeat();
            poller.poll();
            image.conduct(System.nanoTime());
        }
        assertEquals(pushed, image.readable());
        assertEquals("closed", log.endedBy());
    }

    @Test
    void bytesThatTheConductorHasReadArePolledAfterAnotherConnection() throws IOException {
        read(subscriber);
        write(RUN);
        publisher.close();
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!image.isReleased()) {
            assertTrue(System.nanoTime() < deadlineNs);
            image.conduct(System.nanoTime());
        }
        final TcpImageLink another = new TcpImageLink(connection(SocketChannel.open()), poller, memory(), 0, false);
        another.end("has no peer");
        poller.add(another);
        poller.poll();
        assertEquals(RUN, image.readable());
        another.close();
    }

    @Test
    void publisherThatEndsTheEpochClosesWithoutThePeer() {
        final TcpLogLink log = new TcpLogLink(connection(publisher), memory(), memory(), 0, false);
        log.conduct(0);
        log.end("closed");
        log.conduct(Patience.NS / 4);
        log.conduct(Patience.NS / 2);
        assertFalse(log.isReleased());
        log.conduct(Patience.NS * 3 / 4);
        log.conduct(Patience.NS + 1);
        assertTrue(log.isReleased());
        assertEquals("closed", log.endedBy());
    }

    @Test
    void bytesBeforeAnAbruptEndAreReadAfterAWriteHasFailed() throws IOException {
        read(subscriber);
        write(RUN);
        image.sendHeartbeat(); // unread: the socket is reset
        publisher.close();
        image.sendHeartbeat();
        assertNull(image.endedBy());
        poller.poll();
        assertEquals(RUN, image.readable());
        poller.poll();
        assertNotNull(image.endedBy());
    }
}
