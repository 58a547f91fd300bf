package io.verbus.testkit.fabric;

import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import io.verbus.testkit.fabric.link.Station;
import java.util.Optional;

/** One process on a host of the fabric. */
public final class FabricProvider implements TransportProvider {
    /** The scheme of all fabric addresses: {@code sim://host-a:1}. */
    public static final String SCHEME = "sim";

    private final Fabric fabric;
    private final String host;
    private final String name;
    private FabricTransport transport;

    FabricProvider(final Fabric fabric, final String host, final String name) {
        this.fabric = fabric;
        this.host = host;
        this.name = name;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Optional<String> unavailabilityCause() {
        return Optional.empty();
    }

    @Override
    public synchronized Transport open(final TransportContext context) {
        fabric.contract().check(transport == null, name, "transport opened twice");
        transport = new FabricTransport(fabric, new Station(fabric.medium(), host, name, context.clock()));
        return transport;
    }

    /** The kernel ends the process: its devices stop, and its memory is not accessed any more. */
    public synchronized void kill() {
        if (transport != null) {
            transport.die();
        }
    }

    String name() {
        return name;
    }
}
