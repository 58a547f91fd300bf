package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.tools.host.HostAddress;
import io.verbus.tools.host.RemoteHost;
import io.verbus.tools.options.TransportOption;
import java.util.List;
import java.util.Optional;

/**
 * The connection of the two processes of a demo: over shared memory, or at an address of a transport.
 *
 * @param address such as {@code rdma://10.0.0.1:7471}; empty for shared memory
 */
record DemoConnection(Optional<String> address) {
    /** Ports below the ephemeral range; the process id selects one, so that two demos do not collide. */
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 10_000;
    private static final long LOCAL_MESSAGES = 4_000_000;
    /** Shorter over a network: a software device is slow. */
    static final long REMOTE_MESSAGES = 400_000;

    /**
     * A connection over a transport of this host.
     *
     * @param transport to use
     * @return the connection
     * @throws BusException if the transport is unavailable; the message contains the remedy
     */
    static DemoConnection over(final TransportOption transport) {
        if (transport == TransportOption.SHM) {
            return new DemoConnection(Optional.empty());
        }
        return at(transport.scheme(), RemoteHost.ofProcesses(transport),
                FIRST_PORT + (int) (ProcessHandle.current().pid() % PORTS));
    }

    /** A connection to a feed that listens at an address. */
    static DemoConnection at(final String scheme, final String host, final int port) {
        return new DemoConnection(Optional.of(scheme + "://" + HostAddress.bracketed(host) + ":" + port));
    }

    /** Whether a device copies every byte to the memory of the other process. */
    boolean isRemote() {
        return address.isPresent();
    }

    /** Length of the session that is looped at full speed. */
    long fullMessages() {
        return isRemote() ? REMOTE_MESSAGES : LOCAL_MESSAGES;
    }

    /** Options of the feed. */
    List<String> ofFeed() {
        return address.map(at -> List.of("--listen", at)).orElse(List.of());
    }

    /** Options of the order books. */
    List<String> ofBooks() {
        return address.map(at -> List.of("--connect", at)).orElse(List.of());
    }

    /** The connection as text: over shared memory. */
    String text() {
        return address.map(at -> "over " + at).orElse("over shared memory");
    }
}
