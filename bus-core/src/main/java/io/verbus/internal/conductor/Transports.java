package io.verbus.internal.conductor;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import java.util.HashMap;
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
     * @param endpoints at least one, all of one scheme
     * @return the transport, open
     * @throws BusException if there is none, it cannot work on this host, or the endpoints have several
     */
    public Transport of(final List<Endpoint> endpoints) {
        final List<String> schemes = endpoints.stream().map(endpoint -> endpoint.uri().getScheme()).distinct().toList();
        if (schemes.size() > 1) {
            throw new BusException("endpoints of several transports " + String.join(" and ", schemes)
                    + ": use a publication or subscription for each");
        }
        return open.computeIfAbsent(schemes.getFirst(), scheme -> find(scheme, endpoints.getFirst()).open(context));
    }

    private TransportProvider find(final String scheme, final Endpoint endpoint) {
        return providers.stream().filter(provider -> provider.scheme().equals(scheme)).findFirst()
                .orElseThrow(() -> new BusException("invalid address " + endpoint.uri() + ": there is no transport \""
                        + scheme + "\"" + alternatives()));
    }

    private String alternatives() {
        return providers.isEmpty()
                ? "; add its jar to the class path or module path (verbus-rdma for rdma://...)"
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
