package io.verbus.rdma.address;

import io.verbus.BusException;
import io.verbus.net.address.Parameters;
import io.verbus.net.address.PeerAddress;
import io.verbus.net.address.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An address such as {@code rdma://10.0.0.2:7471?device=mlx5_0&ack-timeout=12}. All parameters after the question mark
 * have defaults:
 *
 * <pre>
 *   device             RDMA device                                        any that leads to the peer
 *   device-port        port of that device, from 1                        any that leads to the peer
 *   source             local address to connect from                      by the routes of the host
 *   traffic-class      of sent packets, 0 to 255, DSCP above 2 bits       of the host
 *   service-level      of sent packets, 0 to 15 (RoCE: the priority)      of the route
 *   mtu                maximum bytes of a packet, 256 to 4096             of the route
 *   ack-timeout        4.096 µs × 2^N until a packet is retransmitted     14 (67 ms)
 *   retries            of an unacknowledged packet, 0 to 6                6
 *   receives           writes that a subscriber lets a publisher have     256
 *                      in flight, 16 to 16384
 *   sends              maximum requests in flight of a publisher          128
 *   push               maximum bytes of one write                         16384
 *   silence            on iWARP, milliseconds without a heartbeat of       2000
 *                      the peer after which the connection ends
 *   handshake-timeout  in milliseconds, until a handshake fails           5000
 *   secret-file        secret shared by both sides                        none
 * </pre>
 *
 * @param uri as the user wrote it
 * @param host name or numeric address, IPv6 without brackets
 * @param port 1 to 65535
 * @param route device, path and retransmission
 * @param sizes limits of data in flight
 * @param handshakeTimeoutNs after which a handshake fails
 * @param secret shared by both sides, if any
 */
public record RdmaAddress(URI uri, String host, int port, Route route, Sizes sizes, long handshakeTimeoutNs,
        Optional<Secret> secret) implements PeerAddress {
    /** The scheme. */
    public static final String SCHEME = "rdma";

    /**
     * Device, path and retransmission.
     *
     * @param device its name; null for any
     * @param devicePort from 1; 0 for any
     * @param source numeric address to connect from; null to let the routes of the host choose
     * @param trafficClass 0 to 255; -1 for that of the host
     * @param serviceLevel 0 to 15; -1 for that of the route
     * @param mtu 256, 512, 1024, 2048 or 4096 bytes; 0 for that of the route, which is the maximum
     * @param ackTimeout exponent, see {@link #ackTimeoutMs}
     * @param retries of an unacknowledged packet, 0 to 6
     * @param silenceNs on iWARP, without a heartbeat of the peer, until the connection ends
     */
    public record Route(String device, int devicePort, String source, int trafficClass, int serviceLevel, int mtu,
            int ackTimeout, int retries, long silenceNs) {
        /**
         * Whether a connection may use a device.
         *
         * @param name of the device
         * @param port of the device
         * @return whether neither device nor port is excluded
         */
        public boolean admits(final String name, final int port) {
            return (device == null || device.equals(name)) && (devicePort == 0 || devicePort == port);
        }

        /** {@return time to wait for the acknowledgement of a packet, in ms} */
        public double ackTimeoutMs() {
            return 4.096e-3 * (1L << ackTimeout);
        }
    }

    /**
     * Limits of data in flight.
     *
     * @param receives that a subscriber posts, an even number
     * @param sends maximum requests in flight of a publisher
     * @param pushLength maximum bytes of one write, aligned to frames
     */
    public record Sizes(int receives, int sends, int pushLength) {}

    /**
     * Parses an address.
     *
     * @param uri as the user wrote it
     * @return the address
     * @throws BusException if it is not an RDMA address, or a parameter is unknown or out of range
     */
    public static RdmaAddress of(final URI uri) {
        final String host = PeerAddress.host(uri, SCHEME);
        final Parameters parameters = new Parameters(uri);
        final RdmaAddress address = new RdmaAddress(uri, host, uri.getPort(),
                new Route(parameters.text("device").orElse(null), parameters.number("device-port", 0, 1, 255),
                        parameters.text("source").orElse(null),
                        parameters.number("traffic-class", -1, 0, 255), parameters.number("service-level", -1, 0, 15),
                        parameters.oneOf("mtu", 0, 256, 512, 1024, 2048, 4096),
                        parameters.number("ack-timeout", 14, 1, 31),
                        parameters.number("retries", 6, 0, 6),
                        TimeUnit.MILLISECONDS.toNanos(parameters.number("silence", 2000, 100, 600_000))),
                new Sizes(parameters.multiple("receives", 256, 16, 16_384, 2),
                        parameters.number("sends", 128, 16, 16_384),
                        parameters.multiple("push", 16 << 10, 4096, 1 << 30, 32)),
                TimeUnit.MILLISECONDS.toNanos(parameters.number("handshake-timeout", 5000, 100, 600_000)),
                parameters.text("secret-file").map(file -> Secret.read(Path.of(file))));
        parameters.refuseUnknown();
        return address;
    }

    /**
     * Whether the address gives a parameter, be it the default value.
     *
     * @param name of the parameter
     * @return whether it is given
     */
    public boolean gives(final String name) {
        return uri.getQuery() != null && ("&" + uri.getQuery()).contains("&" + name + "=");
    }

    /** {@return host and port in the usual notation} */
    @Override
    public String toString() {
        return PeerAddress.text(host, port);
    }
}
