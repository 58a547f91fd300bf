package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.verbus.rdma.verbs.ConnectionEvent.Type;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Two sides of a connection in one process, each with a completion queue and a page of registered memory. */
final class Loopback implements AutoCloseable {
    static final ConnectionId.Parameters PARAMETERS = new ConnectionId.Parameters(1, 1, 3, 0);
    static final QueuePair.Path PATH = new QueuePair.Path(0, 8, -1, 8, 3, 0, 12, 1, 1);
    static final byte[] GREETING = {1, 2, 3};

    private static final int DEPTH = 256;
    private static final int MEMORY = 4096;
    private static final int ANYTHING = MemoryRegion.LOCAL_WRITE + MemoryRegion.REMOTE_WRITE + MemoryRegion.REMOTE_READ;

    final EventChannel events = EventChannel.open();
    final ConnectionId listener = events.newId();
    final UnsafeBuffer ours = new UnsafeBuffer(BufferUtil.allocateDirectAligned(MEMORY, 64));
    final UnsafeBuffer theirs = new UnsafeBuffer(BufferUtil.allocateDirectAligned(MEMORY, 64));
    final WorkRequests requests = new WorkRequests(WorkRequests.MAX_CHAIN);
    final ConnectionId client;
    final ConnectionId server;
    final ProtectionDomain domain;
    final CompletionQueue sends;
    final CompletionQueue arrivals;
    final QueuePair pair;
    final QueuePair peer;
    final MemoryRegion memory;
    final MemoryRegion target;
    byte[] greeting;

    Loopback() {
        listen(events, listener);
        client = resolved(events, listener);
        domain = client.device().createProtectionDomain();
        sends = client.device().createCompletionQueue(2 * DEPTH, 16);
        arrivals = client.device().createCompletionQueue(2 * DEPTH, 64);
        memory = domain.register(ours.addressOffset(), MEMORY, ANYTHING);
        target = domain.register(theirs.addressOffset(), MEMORY, ANYTHING);
        pair = client.createQueuePair(domain, new QueuePair.Plan(sends, sends, DEPTH, DEPTH, 64));
        pair.initialise(PATH);
        client.connect(PARAMETERS, GREETING);
        final ConnectionEvent request = await(events, Type.CONNECT_REQUEST);
        greeting = new byte[request.privateData().capacity()];
        request.privateData().getBytes(0, greeting);
        server = request.id();
        peer = server.createQueuePair(domain, new QueuePair.Plan(arrivals, arrivals, DEPTH, DEPTH, 0));
        peer.initialise(PATH);
        peer.connect(PATH);
        server.accept(PARAMETERS, GREETING);
        await(events, Type.CONNECT_RESPONSE);
        pair.connect(PATH);
        client.establish();
        await(events, Type.ESTABLISHED);
    }

    static void listen(final EventChannel events, final ConnectionId listener) {
        listener.bind(Lab.address(), 0);
        listener.listen(8);
    }

    /** An identifier with the address and route of a listener. */
    static ConnectionId resolved(final EventChannel events, final ConnectionId listener) {
        final ConnectionId client = events.newId();
        client.resolveAddress(null, Lab.address(), listener.localPort(), 2000);
        await(events, Type.ADDRESS_RESOLVED);
        client.resolveRoute(2000);
        await(events, Type.ROUTE_RESOLVED);
        return client;
    }

    /** The next event, which must be of a type. */
    static ConnectionEvent await(final EventChannel events, final Type type) {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        ConnectionEvent event = events.poll();
        while (event == null) {
            assertTrue(System.nanoTime() < deadlineNs, () -> "no " + type);
            Thread.onSpinWait();
            event = events.poll();
        }
        final String cause = event.cause();
        assertEquals(type, event.type(), () -> cause);
        return event;
    }

    /** Polls until so many requests have completed, in one batch. */
    static void await(final CompletionQueue queue, final int count) {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        int found = queue.poll();
        while (found == 0) {
            assertTrue(System.nanoTime() < deadlineNs, "nothing completes");
            Thread.onSpinWait();
            found = queue.poll();
        }
        if (found != count) {
            fail(found + " completions, not " + count);
        }
    }

    /** A request between the same offset of local memory and of the peer's memory. */
    WorkRequests write(final int index, final int operation, final int offset, final int length) {
        return requests.operation(index, operation, WorkRequests.SIGNALED, 1000 + index, -2 - index)
                .local(index, memory.address() + offset, length, memory.localKey())
                .remote(index, target.address() + offset, target.remoteKey());
    }

    @Override
    public void close() {
        client.close();
        server.close();
        listener.close();
        events.close();
        memory.close();
        target.close();
        sends.close();
        arrivals.close();
        domain.close();
    }
}
