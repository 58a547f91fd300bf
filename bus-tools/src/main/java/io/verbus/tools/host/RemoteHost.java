package io.verbus.tools.host;

import io.verbus.BusException;
import io.verbus.spi.TransportProvider;
import io.verbus.tools.options.TransportOption;

/** The address at which other hosts reach this one over a transport. */
public final class RemoteHost {
    private static final String LOOPBACK = "127.0.0.1";

    private RemoteHost() {
    }

    /**
     * Returns the address at which two processes of this host meet over a transport.
     *
     * @param transport not shared memory
     * @return a numeric address: loopback for TCP, else as {@link #address}
     * @throws BusException if the transport is unavailable; the message contains the remedy
     */
    public static String ofProcesses(final TransportOption transport) {
        return transport == TransportOption.TCP ? LOOPBACK : address(transport.scheme());
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
