package io.verbus.spi;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens a {@link Transport}. Found by {@link ServiceLoader}. Thread-safe. */
public interface TransportProvider {
    /**
     * {@return the providers on the class path or module path of the bus} The class loader of the bus finds them: the
     * context class loader of a thread in a container may be null, or have its own classes of the same names.
     */
    static List<TransportProvider> installed() {
        return ServiceLoader.load(TransportProvider.class, TransportProvider.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get).toList();
    }

    /** Version of this package. It grows when a transport that was compiled against the former one would not work. */
    int SPI_VERSION = 1;

    /** {@return {@link #SPI_VERSION}, of which the compiler copies the value: a bus of another version refuses it} */
    int spiVersion();

    /** {@return the scheme of its addresses, such as {@code rdma}} */
    String scheme();

    /** {@return why this transport cannot work on this host, with the remedy; empty if it can} */
    Optional<String> unavailabilityCause();

    /** {@return an address of this host that others can connect to, as a default; empty if none is known} */
    default Optional<String> host() {
        return Optional.empty();
    }

    /**
     * Checks an address, without a device: its form, its parameters, and the files that it names.
     *
     * @param address with the scheme of this transport
     * @throws io.verbus.BusException if a connection at this address cannot be made on any host
     */
    default void check(final URI address) {
        // a transport without parameters has nothing to check
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
