package io.verbus.tools.options;

import java.util.Locale;

/** What carries the messages. */
public enum TransportOption {
    /** Shared memory of this host. */
    SHM,
    /** RDMA devices of this host. */
    RDMA,
    /** Sockets of this host. */
    TCP;

    /**
     * Returns the name of the transport in addresses and options.
     *
     * @return shm, rdma or tcp
     */
    public String scheme() {
        return name().toLowerCase(Locale.ROOT);
    }
}
