package io.verbus.net.address;

import io.verbus.BusException;
import java.net.URI;
import java.util.Optional;

/** The address of a peer, or of this host, with the settings of its connections. */
public interface PeerAddress {
    /** {@return the address as the user wrote it} */
    URI uri();

    /** {@return name or numeric address, IPv6 without brackets} */
    String host();

    /** {@return 1 to 65535} */
    int port();

    /** {@return time after which a handshake fails} */
    long handshakeTimeoutNs();

    /** {@return the secret shared by both sides, if any} */
    Optional<Secret> secret();

    /**
     * Checks that an address has a host and a port, and nothing else that its transport does not know.
     *
     * @param uri as the user wrote it
     * @param scheme of the transport
     * @return host name or numeric address, IPv6 without brackets
     * @throws BusException if it is not such an address
     */
    static String host(final URI uri, final String scheme) {
        final String host = uri.getHost();
        if (!scheme.equals(uri.getScheme()) || host == null || uri.getPort() < 1 || uri.getPort() > 65535
                || !uri.getPath().isEmpty() || uri.getFragment() != null || uri.getUserInfo() != null) {
            throw new BusException("invalid address " + uri + ": use " + scheme + "://HOST:PORT, with a port from 1 to"
                    + " 65535 and IPv6 in brackets, such as " + scheme + "://10.0.0.2:7471 or " + scheme
                    + "://[fe80::1%25eth0]:7471");
        }
        return host.startsWith("[") ? host.substring(1, host.length() - 1).replace("%25", "%") : host;
    }

    /**
     * Host and port in the usual notation.
     *
     * @param host name or numeric address, IPv6 without brackets
     * @param port of it
     * @return text
     */
    static String text(final String host, final int port) {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
