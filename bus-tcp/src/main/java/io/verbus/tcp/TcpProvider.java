package io.verbus.tcp;

import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import io.verbus.tcp.connection.TcpAddress;
import io.verbus.tcp.connection.TcpTransport;
import java.net.URI;
import java.util.Optional;

/** Provides TCP as a transport of the bus, on any host. */
public final class TcpProvider implements TransportProvider {
    /** For {@link java.util.ServiceLoader}. */
    public TcpProvider() {
        // sockets are opened on first use
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String scheme() {
        return TcpAddress.SCHEME;
    }

    @Override
    public Optional<String> unavailabilityCause() {
        return Optional.empty();
    }

    @Override
    public void check(final URI address) {
        TcpAddress.of(address);
    }

    @Override
    public Transport open(final TransportContext context) {
        return new TcpTransport(context);
    }
}
