package io.verbus.spi;

import java.util.Optional;

/** Opens a {@link Transport}. Found by {@link java.util.ServiceLoader}. Thread-safe. */
public interface TransportProvider {
    /** {@return the scheme of its addresses, such as {@code rdma}} */
    String scheme();

    /** {@return why this transport cannot work on this host, with the remedy; empty if it can} */
    Optional<String> unavailabilityCause();

    /** {@return an address of this host that others can connect to, as a default; empty if none is known} */
    default Optional<String> host() {
        return Optional.empty();
    }

    /**
     * Opens the transport, once for each bus that needs it.
     *
     * @param context of the bus
     * @return a transport, to be closed
     * @throws io.verbus.BusException with {@link #unavailabilityCause()}, if it cannot work here
     */
    Transport open(TransportContext context);
}
