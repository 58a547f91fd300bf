package io.verbus;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a publication and a subscription on different hosts meet: one listens, the other connects; which is which does
 * not matter to what is said.
 *
 * @param listens whether this side listens
 * @param uri scheme of the transport, host, port, and what the transport understands besides, such as
 *     {@code rdma://10.0.0.1:7471?device=mlx5_0}
 */
public record Endpoint(boolean listens, URI uri) {
    /** Refuses an address without scheme, host or port. */
    public Endpoint {
        if (uri.getScheme() == null || uri.getHost() == null || uri.getPort() < 0 || uri.getPort() > 65_535) {
            throw new BusException("the address " + uri + ": it must name a transport, a host and a port from 0 to"
                    + " 65535, such as rdma://10.0.0.1:7471");
        }
    }

    /**
     * An address of this host, where the other side connects to.
     *
     * @param uri such as {@code rdma://0.0.0.0:7471}
     * @return the endpoint
     * @throws BusException if that is no address
     */
    public static Endpoint listen(final String uri) {
        return new Endpoint(true, parse(uri));
    }

    /**
     * An address where the other side listens.
     *
     * @param uri such as {@code rdma://feed.example.com:7471}
     * @return the endpoint
     * @throws BusException if that is no address
     */
    public static Endpoint connect(final String uri) {
        return new Endpoint(false, parse(uri));
    }

    /**
     * Several of both, as a command line gives them.
     *
     * @param listens addresses of this host
     * @param connects addresses of other hosts
     * @return the endpoints
     * @throws BusException if one is no address
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
                    "the address " + text + ": " + e.getReason() + "; it must name a transport, a host and"
                            + " a port, such as rdma://10.0.0.1:7471",
                    e);
        }
    }

    @Override
    public String toString() {
        return (listens ? "listen " : "connect ") + uri;
    }
}
