package io.verbus;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The address at which a publication and a subscription on different hosts connect. One side listens, the other
 * connects; the roles have no effect on the data.
 *
 * @param listens whether this side listens
 * @param uri scheme of the transport, host, port and settings of the transport, such as {@code tcp://10.0.0.1:7471} or
 *     {@code rdma://10.0.0.1:7471?device=mlx5_0}
 */
public record Endpoint(boolean listens, URI uri) {
    /** Checks that scheme, host and port are present. */
    public Endpoint {
        if (uri.getScheme() == null || uri.getHost() == null || uri.getPort() < 0 || uri.getPort() > 65_535) {
            throw new BusException("invalid address " + uri + ": use a transport, a host and a port from 0 to"
                    + " 65535, such as tcp://10.0.0.1:7471");
        }
    }

    /**
     * An address of this host at which it listens.
     *
     * @param uri such as {@code tcp://0.0.0.0:7471}
     * @return the endpoint
     * @throws BusException if the address is invalid
     */
    public static Endpoint listen(final String uri) {
        return new Endpoint(true, parse(uri));
    }

    /**
     * An address at which the other side listens.
     *
     * @param uri such as {@code tcp://feed.example.com:7471}
     * @return the endpoint
     * @throws BusException if the address is invalid
     */
    public static Endpoint connect(final String uri) {
        return new Endpoint(false, parse(uri));
    }

    /**
     * Several endpoints, as given on a command line.
     *
     * @param listens addresses of this host
     * @param connects addresses of other hosts
     * @return the endpoints
     * @throws BusException if an address is invalid
     */
    public static Endpoint[] of(final List<String> listens, final List<String> connects) {
        return Stream.concat(listens.stream().map(Endpoint::listen), connects.stream().map(Endpoint::connect))
                .toArray(Endpoint[]::new);
    }

    private static URI parse(final String text) {
        try {
            return new URI(text);
        } catch (final URISyntaxException e) {
            throw new BusException(
                    "invalid address " + text + " (" + e.getReason() + "): use a transport, a host and"
                            + " a port, such as tcp://10.0.0.1:7471",
                    e);
        }
    }

    @Override
    public String toString() {
        return (listens ? "listen " : "connect ") + uri;
    }
}
