package io.verbus.tools.host;

import io.verbus.BusException;
import io.verbus.transport.TransportProvider;
import java.util.ServiceLoader;

/** This host, as others reach it over a transport. */
public final class RemoteHost {
    private RemoteHost() {
    }

    /**
     * An address of this host.
     *
     * @param transport its scheme, given with {@code --transport}
     * @return a numeric address, IPv6 without brackets
     * @throws BusException if there is no such transport, or it can't work here, with what to do
     */
    public static String address(final String transport) {
        final TransportProvider provider = ServiceLoader.load(TransportProvider.class).stream()
                .map(ServiceLoader.Provider::get).filter(one -> one.scheme().equals(transport)).findFirst()
                .orElseThrow(() -> new BusException("--transport " + transport + ": there are shm and rdma"));
        provider.unavailabilityCause().ifPresent(cause -> {
            throw new BusException("--transport " + transport + ": " + cause);
        });
        return provider.host().orElseThrow(() -> new BusException("--transport " + transport
                + ": no device of this host has an address; give its network device one (ip addr add)"));
    }
}
