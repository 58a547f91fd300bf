package io.verbus.tools.host;

import io.verbus.BusException;
import io.verbus.spi.TransportProvider;

/** The address at which other hosts reach this one over a transport. */
public final class RemoteHost {
    private RemoteHost() {
    }

    /**
     * Returns an address of this host.
     *
     * @param transport scheme of the transport, from the option {@code --transport}
     * @return a numeric address, IPv6 without brackets
     * @throws BusException if the transport is unknown or unavailable; the message contains the remedy
     */
    public static String address(final String transport) {
        final TransportProvider provider = TransportProvider.installed().stream()
                .filter(one -> one.scheme().equals(transport)).findFirst()
                .orElseThrow(() -> new BusException("--transport " + transport + " is not installed: use shm"));
        provider.unavailabilityCause().ifPresent(cause -> {
            throw new BusException("--transport " + transport + ": " + cause);
        });
        return provider.host().orElseThrow(() -> new BusException("--transport " + transport
                + ": no device of this host has an address: assign one to its network device (ip addr add)"));
    }
}
