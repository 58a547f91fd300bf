package io.verbus.marketdata.source;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An address as numbers, so that comparing two of them allocates nothing; an IPv4 address is mapped to IPv6.
 *
 * @param high upper half of the IPv6 address
 * @param low lower half
 * @param port 0 to 65,535
 */
public record UdpAddress(long high, long low, int port) {
    /** Before the bits of an IPv4 address: ::ffff:0:0. */
    static final long IPV4 = 0xFFFF_0000_0000L;

    /**
     * Converts an address.
     *
     * @param address with a known host
     * @return the same address
     */
    public static UdpAddress of(final InetSocketAddress address) {
        final ByteBuffer bytes = ByteBuffer.wrap(address.getAddress().getAddress());
        return address.getAddress() instanceof Inet4Address
                ? new UdpAddress(0, IPV4 | bytes.getInt() & 0xFFFF_FFFFL, address.getPort())
                : new UdpAddress(bytes.getLong(), bytes.getLong(), address.getPort());
    }

    /** {@return the host, an IPv4 address if it is a mapped one} */
    public InetAddress host() {
        try {
            return InetAddress.getByAddress(ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
        } catch (final UnknownHostException e) {
            throw new AssertionError(e); // 16 bytes are an address
        }
    }

    /** {@return the address as HOST:PORT} */
    @Override
    public String toString() {
        return host() instanceof Inet4Address
                ? host().getHostAddress() + ":" + port
                : "[" + host().getHostAddress() + "]:" + port;
    }
}
