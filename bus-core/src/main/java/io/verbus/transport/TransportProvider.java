package io.verbus.transport;

import java.util.Optional;

/** Opens a {@link Transport}. Found by {@link java.util.ServiceLoader}. Thread-safe. */
public interface TransportProvider {
    /** {@return the scheme of the addresses that it understands, such as {@code rdma}} */
    String scheme();

    /** {@return why this transport can't work on this host, a sentence with what to do; empty if it can} */
    Optional<String> unavailabilityCause();

    /** {@return an address of this host that others can connect to, for who names none; empty if none is known} */
    default Optional<String> host() {
        return Optional.empty();
    }

    /**
     * Opens it, once for each bus that needs it.
     *
     * @param context what it is given by the bus
     * @return a transport, to be closed
     * @throws io.verbus.BusException with {@link #unavailabilityCause()}, if it can't work here
     */
    Transport open(TransportContext context);
}
