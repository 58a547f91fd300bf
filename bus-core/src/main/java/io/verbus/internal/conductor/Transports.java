package io.verbus.internal.conductor;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The transports of a bus, each opened at its first use. Under the conductor's lock. */
public final class Transports implements Duty, AutoCloseable {
    private final List<TransportProvider> providers;
    private final TransportContext context;
    private final Map<String, Transport> open = new HashMap<>();

    /**
     * Starts with no open transport.
     *
     * @param providers of all available transports
     * @param context of the bus
     */
    public Transports(final List<TransportProvider> providers, final TransportContext context) {
        this.providers = providers;
        this.context = context;
    }

    /**
     * The transport of a list of endpoints.
     *
     * @param endpoints at least one
     * @return the transport, open; one that consists of several if the endpoints have several schemes
     * @throws BusException if there is none, or it cannot work on this host
     */
    public Transport of(final List<Endpoint> endpoints) {
        final Map<String, Transport> parts = new LinkedHashMap<>();
        for (final Endpoint endpoint : endpoints) {
            parts.computeIfAbsent(endpoint.uri().getScheme(), scheme -> open(scheme, endpoint));
        }
        return parts.size() == 1 ? parts.values().iterator().next() : new CombinedTransport(parts);
    }

    private Transport open(final String requested, final Endpoint endpoint) {
        return open.computeIfAbsent(requested, scheme -> find(scheme, endpoint).open(context));
    }

    private TransportProvider find(final String scheme, final Endpoint endpoint) {
        final TransportProvider found = providers.stream().filter(provider -> provider.scheme().equals(scheme))
                .findFirst().orElseThrow(() -> new BusException("invalid address " + endpoint.uri()
                        + ": there is no transport \"" + scheme + "\"" + alternatives()));
        if (found.spiVersion() != TransportProvider.SPI_VERSION) {
            throw new BusException("the transport \"" + scheme + "\" was built for version " + found.spiVersion()
                    + " of io.verbus.spi, and this Verbus has version " + TransportProvider.SPI_VERSION
                    + ": use a release of it for Verbus " + Build.version());
        }
        return found;
    }

    private String alternatives() {
        return providers.isEmpty()
                ? "; add its jar to the class path or module path (verbus-tcp for tcp://...,"
                        + " verbus-rdma for rdma://...)"
                : ", only " + providers.stream().map(TransportProvider::scheme).collect(Collectors.joining(", "));
    }

    @Override
    public int doWork(final long nowNs) {
        int work = 0;
        for (final Transport transport : open.values()) {
            work += transport.doWork(nowNs);
        }
        return work;
    }

    @Override
    public DutyCyclePace pace() {
        DutyCyclePace pace = DutyCyclePace.CALM;
        for (final Transport transport : open.values()) {
            pace = pace.orSooner(transport.isUrgent() ? DutyCyclePace.URGENT : DutyCyclePace.USUAL);
        }
        return pace;
    }

    @Override
    public void close() {
        open.values().forEach(Transport::close);
        open.clear();
    }
}
