package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.address.Parameters;
import io.verbus.net.address.PeerAddress;
import io.verbus.net.address.Secret;
import io.verbus.tcp.tls.TlsKeys;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An address such as {@code tcp://10.0.0.2:7471?secret-file=/etc/verbus/secret}. All parameters after the question mark
 * have defaults:
 *
 * <pre>
 *   source             local address to connect from                      by the routes of the host
 *   silence            milliseconds without a sign of life of the peer    1000
 *                      after which the connection ends
 *   handshake-timeout  in milliseconds, until a handshake fails           5000
 *   secret-file        secret shared by both sides                        none
 *   key-store          key and certificate of this side, for TLS 1.3      none: no TLS
 *   trust-store        certificates of the authorities of peers           none
 *   store-password     file with the password of both stores              none
 * </pre>
 *
 * @param uri as the user wrote it
 * @param host name or numeric address, IPv6 without brackets
 * @param port 1 to 65535
 * @param source numeric address to connect from; null to let the routes of the host choose
 * @param silenceNs without a sign of life of the peer after which the connection ends
 * @param handshakeTimeoutNs after which a handshake fails
 * @param secret shared by both sides, if any
 * @param tls keys of this side; null without TLS
 */
public record TcpAddress(URI uri, String host, int port, String source, long silenceNs, long handshakeTimeoutNs,
        Optional<Secret> secret, TlsKeys tls) implements PeerAddress {
    /** The scheme. */
    public static final String SCHEME = "tcp";

    /**
     * Parses an address.
     *
     * @param uri as the user wrote it
     * @return the address
     * @throws BusException if it is not a TCP address, or a parameter is unknown or out of range
     */
    public static TcpAddress of(final URI uri) {
        final String host = PeerAddress.host(uri, SCHEME);
        final Parameters parameters = new Parameters(uri);
        final TcpAddress address = new TcpAddress(uri, host, uri.getPort(),
                source(parameters, uri),
                TimeUnit.MILLISECONDS.toNanos(parameters.number("silence", 1000, 100, 600_000)),
                TimeUnit.MILLISECONDS.toNanos(parameters.number("handshake-timeout", 5000, 100, 600_000)),
                parameters.text("secret-file").map(file -> Secret.read(Path.of(file))), tls(parameters, uri));
        parameters.refuseUnknown();
        return address;
    }

    private static TlsKeys tls(final Parameters parameters, final URI uri) {
        final List<Path> files = Stream.of("key-store", "trust-store", "store-password").map(parameters::text)
                .flatMap(Optional::stream).map(Path::of).toList();
        if (files.isEmpty()) {
            return null;
        }
        if (files.size() < 3) {
            throw new BusException("incomplete TLS in " + uri + ": give key-store, trust-store and store-password");
        }
        return TlsKeys.read(files.get(0), files.get(1), files.get(2));
    }

    private static String source(final Parameters parameters, final URI uri) {
        final String source = parameters.text("source").orElse(null);
        try {
            if (source != null) {
                InetAddress.ofLiteral(source);
            }
            return source;
        } catch (final IllegalArgumentException e) {
            throw new BusException("invalid source in " + uri + ": use a numeric address of this host", e);
        }
    }

    /** {@return host and port in the usual notation} */
    @Override
    public String toString() {
        return PeerAddress.text(host, port);
    }
}
