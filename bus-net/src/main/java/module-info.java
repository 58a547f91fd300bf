/** What the transports between hosts share: addresses, secrets, handshakes and credit. */
@SuppressWarnings("module") // the modules with access are compiled later
module io.verbus.net {
    requires transitive io.verbus.core;

    exports io.verbus.net.address to io.verbus.rdma, io.verbus.tcp;
    exports io.verbus.net.connection to io.verbus.rdma, io.verbus.tcp;
    exports io.verbus.net.handshake to io.verbus.rdma, io.verbus.tcp;
    exports io.verbus.net.link to io.verbus.rdma, io.verbus.tcp;
}
