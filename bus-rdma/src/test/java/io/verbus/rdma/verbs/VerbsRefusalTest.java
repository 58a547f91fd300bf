package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.rdma.verbs.ConnectionEvent.Type;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Errors of the connection manager are reported as text. */
class VerbsRefusalTest {
    private EventChannel events;
    private ConnectionId id;

    @BeforeEach
    void open() {
        Lab.devices();
        events = EventChannel.open();
        id = events.newId();
    }

    @AfterEach
    void close() {
        if (id != null) {
            id.close();
            events.close();
        }
    }

    @Test
    void noEventAndNoDeviceInitially() {
        assertNull(events.poll());
        assertNull(id.device());
        assertEquals(0, id.localPort());
    }

    @Test
    void addressOfOtherHostIsRejected() {
        assertRefused(() -> id.bind("192.0.2.1", 7471), "cannot bind to 192.0.2.1:7471: ", "does not have the address");
    }

    @Test
    void missingDeviceIsReportedWithRemedy() {
        assertTrue(Status.error(Status.ENODEV).contains("modprobe rdma_rxe"), Status.error(Status.ENODEV));
    }

    @Test
    void hostNameIsRejected() {
        assertRefused(() -> id.bind("localhost", 7471), "cannot bind to localhost:7471: ", "not a numeric");
        assertRefused(() -> id.resolveAddress("::1", "10.0.0.1", 7471, 1000), "from ::1: ", "IPv6");
    }

    @Test
    void addressInUseIsRejected() {
        Loopback.listen(events, id);
        try (ConnectionId other = events.newId()) {
            assertRefused(() -> {
                other.bind(Lab.address(), id.localPort());
                other.listen(1);
            }, ":" + id.localPort() + ": ", "in use");
        }
    }

    @Test
    void missingRouteIsReportedByEventOrAtOnce() {
        try {
            id.resolveAddress(null, "192.0.2.1", 7471, 500);
            final String cause = Loopback.await(events, Type.ADDRESS_ERROR).cause();
            assertTrue(cause.startsWith("address unreachable over RDMA: "), cause);
        } catch (final BusException e) {
            assertTrue(e.getMessage().startsWith("cannot reach 192.0.2.1:7471: "), e.getMessage());
        }
    }

    @Test
    void missingListenerIsReported() {
        id.resolveAddress(null, Lab.address(), 4, 1000);
        Loopback.await(events, Type.ADDRESS_RESOLVED);
        id.resolveRoute(1000);
        Loopback.await(events, Type.ROUTE_RESOLVED);
        withPair(id, () -> {
            id.connect(Loopback.PARAMETERS, Loopback.GREETING);
            final ConnectionEvent event = Loopback.await(events, Type.REJECTED);
            assertFalse(event.refusedByPeer());
            assertEquals("no listener at this address and port", event.cause());
        });
    }

    @Test
    void rejectionCarriesPrivateData() {
        Loopback.listen(events, id);
        try (ConnectionId client = Loopback.resolved(events, id)) {
            withPair(client, () -> {
                client.connect(Loopback.PARAMETERS, Loopback.GREETING);
                try (ConnectionId request = Loopback.await(events, Type.CONNECT_REQUEST).id()) {
                    request.reject(new byte[]{4, 5});
                }
                final ConnectionEvent event = Loopback.await(events, Type.REJECTED);
                assertTrue(event.refusedByPeer());
                assertEquals(4, event.privateData().getByte(0));
                assertEquals(5, event.privateData().getByte(1));
            });
        }
    }

    @Test
    void ipv6AddressWorks() {
        final String six = Lab.addresses().getLast();
        assertTrue(six.contains(":"), six);
        id.bind(six, 0);
        id.listen(1);
        assertEquals("[" + six + "]:" + id.localPort(), id.localAddress());
    }

    @Test
    void endlessRetriesAreRejected() {
        assertThrows(BusException.class, () -> new ConnectionId.Parameters(1, 1, 7, 0));
        assertThrows(IllegalArgumentException.class, () -> id.connect(Loopback.PARAMETERS, new byte[57]));
    }

    @Test
    void unmappedMemoryIsRejected() {
        id.bind(Lab.address(), 0);
        try (ProtectionDomain domain = id.device().createProtectionDomain()) {
            assertRefused(() -> domain.register(1L << 40, 4096, MemoryRegion.LOCAL_READ),
                    "cannot register 4096 bytes of memory with " + id.device().name() + ": ", "not mapped");
            assertRefused(() -> id.device().createCompletionQueue(1 << 30, 16), "exceeds the limit of "
                    + id.device().name());
        }
    }

    @Test
    void acceptanceBeyondTheLimitsOfTheDeviceIsReported() {
        try (EventChannel events = EventChannel.open();
                ConnectionId listener = events.newId()) {
            Loopback.listen(events, listener);
            final ConnectionId client = Loopback.resolved(events, listener);
            withPair(client, () -> {
                client.connect(new ConnectionId.Parameters(0, 0, 0, 0), new byte[0]);
                final ConnectionId server = Loopback.await(events, ConnectionEvent.Type.CONNECT_REQUEST).id();
                withPair(server, () -> {
                    final ConnectionId.Parameters excessive = new ConnectionId.Parameters(200, 0, 0, 0);
                    assertRefused(() -> server.accept(excessive, new byte[0]), "cannot accept ",
                            "above its limits");
                    client.close();
                    assertThrows(PeerGoneException.class, () -> server.accept(excessive, new byte[0]));
                });
                server.close();
            });
        }
    }

    private static void withPair(final ConnectionId id, final Runnable test) {
        final CompletionQueue queue = id.device().createCompletionQueue(4, 4);
        final ProtectionDomain domain = id.device().createProtectionDomain();
        final QueuePair pair = id.createQueuePair(domain, new QueuePair.Plan(queue, queue, 1, 1, 0));
        test.run();
        pair.close();
        domain.close();
        queue.close();
    }

    private static void assertRefused(final Executable attempt, final String... parts) {
        final String message = assertThrows(BusException.class, attempt).getMessage();
        for (final String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
