package io.verbus.internal.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransportsTest {
    @Test
    void missingTransportIsNamedWithItsArtifact() {
        final Transports transports = new Transports(List.of(), null);
        assertEquals("invalid address rdma://feed-1:7471: there is no transport \"rdma\"; add its jar to the class path"
                + " or module path (verbus-tcp for tcp://..., verbus-rdma for rdma://...)",
                assertThrows(BusException.class, () -> transports.of(List.of(Endpoint.connect("rdma://feed-1:7471"))))
                        .getMessage());
    }

    @Test
    void endpointsOfSeveralTransportsAreSharedOut() {
        final NamedTransport fast = new NamedTransport("fast");
        final NamedTransport slow = new NamedTransport("slow");
        final Transports transports = new Transports(List.of(fast, slow), null);
        final List<Endpoint> endpoints = List.of(Endpoint.connect("fast://a:1"), Endpoint.connect("slow://b:2"));
        final Transport both = transports.of(endpoints);
        assertEquals(both, transports.of(endpoints), "equal, so that subscriptions of one thread share the arrivals");
        assertSame(fast, transports.of(endpoints.subList(0, 1)));
        endpoints.forEach(endpoint -> both.connect(endpoint.uri(), null));
        both.forget((LogAcceptor) null);
        final ReceivePoller arrivals = both.receivePoller(3);
        assertEquals(2, arrivals.poll());
        arrivals.close();
        transports.doWork(0);
        transports.close();
        for (final NamedTransport transport : List.of(fast, slow)) {
            final String address = transport == fast ? "fast://a:1" : "slow://b:2";
            assertEquals(List.of("open", "connect " + address, "forget", "arrivals of 3", "poll", "close arrivals",
                    "work", "close"), transport.calls);
        }
    }

    @Test
    void missingTransportOfTheSecondEndpointIsNamed() {
        final Transports transports = new Transports(List.of(new NamedTransport("fast")), null);
        assertEquals("invalid address slow://b:2: there is no transport \"slow\", only fast",
                assertThrows(BusException.class, () -> transports
                        .of(List.of(Endpoint.connect("fast://a:1"), Endpoint.connect("slow://b:2")))).getMessage());
    }

    @Test
    void transportOfAnotherVersionIsRefused() {
        final NamedTransport old = new NamedTransport("old");
        old.version = TransportProvider.SPI_VERSION - 1;
        final Transports transports = new Transports(List.of(old), null);
        final String message = assertThrows(BusException.class,
                () -> transports.of(List.of(Endpoint.connect("old://a:1")))).getMessage();
        assertTrue(
                message.startsWith("the transport \"old\" was built for version 0 of io.verbus.spi, and this Verbus has"
                        + " version 1: use a release of it for Verbus "),
                message);
    }

    /** A transport that records the calls. */
    private static final class NamedTransport implements TransportProvider, Transport {
        private final String scheme;
        private final List<String> calls = new ArrayList<>();
        private int version = SPI_VERSION;

        NamedTransport(final String scheme) {
            this.scheme = scheme;
        }

        @Override
        public int spiVersion() {
            return version;
        }

        @Override
        public String scheme() {
            return scheme;
        }

        @Override
        public Optional<String> unavailabilityCause() {
            return Optional.empty();
        }

        @Override
        public Transport open(final TransportContext context) {
            calls.add("open");
            return this;
        }

        @Override
        public void listen(final URI at, final LogAcceptor end) {
            calls.add("listen " + at);
        }

        @Override
        public void listen(final URI at, final ImageEnd end) {
            calls.add("listen " + at);
        }

        @Override
        public void connect(final URI to, final LogConnector end) {
            calls.add("connect " + to);
        }

        @Override
        public void connect(final URI to, final ImageEnd end, final Request request) {
            calls.add("connect " + to);
        }

        @Override
        public void forget(final LogAcceptor end) {
            calls.add("forget");
        }

        @Override
        public void forget(final ImageEnd end) {
            calls.add("forget");
        }

        @Override
        public ReceivePoller receivePoller(final int maxImages) {
            calls.add("arrivals of " + maxImages);
            return new ReceivePoller() {
                @Override
                public int poll() {
                    calls.add("poll");
                    return 1;
                }

                @Override
                public void close() {
                    calls.add("close arrivals");
                }
            };
        }

        @Override
        public int doWork(final long nowNs) {
            calls.add("work");
            return 0;
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
