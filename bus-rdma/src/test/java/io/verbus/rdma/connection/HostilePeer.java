package io.verbus.rdma.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.MessageAuthenticator;
import io.verbus.net.handshake.RefuseMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.link.RegisteredBuffer;
import io.verbus.rdma.verbs.CompletionQueue;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.rdma.verbs.QueuePair;
import io.verbus.rdma.verbs.WorkRequests;
import io.verbus.support.Patience;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** A peer that uses verbs directly and sends and writes arbitrary data. */
class HostilePeer implements AutoCloseable {
    private static final int MESSAGES = 2;
    private static final QueuePair.Path PATH = new QueuePair.Path(0, -1, -1, 14, 3, 6, 12, 0, 0);
    private static final int MAX_WORDS = 128;

    private final EventChannel events = EventChannel.open();
    private final ConnectionId id = events.newId();
    private final RdmaAddress address;
    private final Runnable victim;
    private ConnectPrivateData mine;
    private ProtectionDomain domain;
    private CompletionQueue received;
    private HandshakeQueuePair wire;
    private MessageAuthenticator authenticator;
    private RegisteredBuffer memory;
    private int sent;
    private int words;
    private boolean established;
    private byte[] refusal;
    private Message message;

    HostilePeer(final RdmaAddress address, final ConnectPrivateData mine, final Runnable victim) {
        this.address = address;
        this.mine = mine;
        this.victim = victim;
        id.resolveAddress(null, address.host(), address.port(), 1000);
    }

    static ConnectPrivateData publisher(final String stream) {
        return ConnectPrivateData.of(new Random(1), ConnectPrivateData.Part.PUBLISHER).forStream(11, stream);
    }

    static ConnectPrivateData subscriber() {
        return ConnectPrivateData.of(new Random(1), ConnectPrivateData.Part.SUBSCRIBER);
    }

    void until(final String what, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!condition.getAsBoolean()) {
            victim.run();
            lock();
            assertTrue(System.nanoTime() < deadlineNs, () -> what + " did not occur");
        }
    }

    private void lock() {
        final ConnectionEvent event = events.poll();
        if (event == null) {
            return;
        }
        switch (event.type()) {
            case ADDRESS_RESOLVED -> id.resolveRoute(1000);
            case ROUTE_RESOLVED -> open();
            case CONNECT_RESPONSE -> {
                wire.epoch().queuePair().connect(PATH);
                id.establish();
                establish(event);
            }
            case ESTABLISHED -> establish(event); // iWARP
            case REJECTED -> {
                refusal = new byte[event.privateData().capacity()];
                event.privateData().getBytes(0, refusal);
            }
            default -> {
                // the victim reports the result
            }
        }
    }

    private void establish(final ConnectionEvent event) {
        authenticator = new MessageAuthenticator(Optional.empty(), ConnectPrivateData.connection(mine,
                ConnectPrivateData.decode(event.privateData(), "the victim")), true);
        established = true;
    }

    private void open() {
        domain = id.device().createProtectionDomain();
        received = id.device().createCompletionQueue(MESSAGES, MESSAGES);
        wire = HandshakeQueuePair.open(id, domain, address.route(),
                sent -> new QueuePair.Plan(sent, received, 64, MESSAGES, 64), 64,
                domain, received);
        memory = new RegisteredBuffer(domain, 4096, MemoryRegion.LOCAL_WRITE | MemoryRegion.REMOTE_WRITE);
        mine = mine.withQueuePair(wire.epoch().queuePair().number(), id.device().immediates());
        wire.epoch().queuePair().initialise(PATH);
        for (int i = 0; i < MESSAGES; i++) {
            wire.expect(i, i);
        }
        id.connect(new ConnectionId.Parameters(0, 0, 3, 6), privateData());
    }

    /** The private data of the connection request. */
    byte[] privateData() {
        return mine.encode();
    }

    HostilePeer connect() {
        until("the connection", () -> established);
        return this;
    }

    UnsafeBuffer refusal() {
        until("the refusal", () -> refusal != null);
        return new UnsafeBuffer(refusal);
    }

    void send(final Message sentMessage) {
        wire.send(sent++, sentMessage, authenticator);
    }

    /** Sends arbitrary bytes. */
    void send(final byte[] bytes) {
        memory.buffer().putBytes(0, bytes);
        assertEquals(0, wire.requests().send(memory.address(), bytes.length, memory.localKey()));
    }

    /** Receives the next message of the victim. */
    Message receive() {
        message = null;
        until("a message", () -> {
            if (received.poll() > 0) {
                message = wire.receive((int) received.id(0), received.byteLength(0), authenticator);
            }
            return message != null;
        });
        return message;
    }

    String receiveRefusal() {
        return ((RefuseMessage) receive()).reason();
    }

    /** Local memory. */
    RegisteredBuffer memory() {
        return memory;
    }

    /** Writes from local memory to the victim's; with an immediate unless that is null. */
    void write(final int offset, final int length, final RemoteMemory target, final int targetOffset,
            final Integer immediate) {
        final boolean message = immediate != null && !mine.immediates();
        final WorkRequests requests = new WorkRequests(1);
        requests.operation(0, immediate == null || message ? WorkRequests.WRITE : WorkRequests.WRITE_WITH_IMMEDIATE, 0,
                0, immediate == null ? 0 : immediate)
                .local(0, memory.address() + offset, length, memory.localKey())
                .remote(0, target.address() + targetOffset, target.key());
        assertEquals(0, wire.epoch().queuePair().post(requests, 0, 1));
        if (message) {
            position(immediate, Integer.BYTES);
        }
    }

    /** Whether positions are messages. */
    boolean sendsPositions() {
        return !mine.immediates();
    }

    /** Sends a position as a message, of any length up to 8 bytes. */
    void position(final int immediate, final int length) {
        final int offset = memory.buffer().capacity() - (1 + words++ % MAX_WORDS) * 2 * Long.BYTES;
        memory.buffer().putLong(offset, Integer.toUnsignedLong(immediate));
        final WorkRequests requests = new WorkRequests(1);
        requests.operation(0, WorkRequests.SEND, 0, 0, 0).local(0, memory.address() + offset, length, memory.localKey())
                .remote(0, 0, 0);
        assertEquals(0, wire.epoch().queuePair().post(requests, 0, 1));
    }

    /** Writes one word of the victim's control block, with any value and complement. */
    void word(final RemoteMemory block, final int offset, final long value, final long complement) {
        final int place = words++ % MAX_WORDS * 2 * Long.BYTES; // an earlier word may not have been read yet
        memory.buffer().putLong(place, value);
        memory.buffer().putLong(place + Long.BYTES, complement);
        write(place, 2 * Long.BYTES, block, offset, null);
    }

    @Override
    public void close() {
        if (wire != null) {
            wire.epoch().end("over");
            if (memory != null) {
                wire.epoch().hold(memory);
            }
            wire.epoch().close();
        } else {
            id.close();
        }
        events.close();
    }
}
