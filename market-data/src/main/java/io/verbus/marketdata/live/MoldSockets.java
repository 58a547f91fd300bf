package io.verbus.marketdata.live;

import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldLayout;
import java.io.Closeable;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * Two non-blocking UDP sockets: one receives the feed, one sends requests to the re-request server and receives its
 * answers. For one thread.
 */
final class MoldSockets implements Datagrams, Closeable {
    /** A tenth of a second of a fast feed, 80 MB/s; the kernel may grant less. */
    private static final int RECEIVE_BYTES = 8 << 20;

    private final InetSocketAddress server;
    private final DatagramChannel feed;
    private final DatagramChannel requests;
    private final ByteBuffer request = ByteBuffer.allocateDirect(MoldLayout.HEADER_LENGTH);
    private String requestFailure;
    private InetAddress sender;
    private long foreignAnswers;

    private MoldSockets(final DatagramChannel feed, final DatagramChannel requests, final InetSocketAddress server) {
        this.feed = feed;
        this.requests = requests;
        this.server = server;
    }

    /**
     * Opens both sockets.
     *
     * @param address a multicast group to join, or an address of this host to listen on
     * @param joinOn interface on which the group is joined; null for a unicast address
     * @param source the only sender of the group, filtered by the kernel; null for any
     * @param server the re-request server
     * @throws BusException if an address cannot be used
     */
    static MoldSockets open(final InetSocketAddress address, final NetworkInterface joinOn,
            final InetAddress source, final InetSocketAddress server) {
        DatagramChannel feed = null;
        try {
            feed = channel(address);
            feed.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
            if (joinOn != null) {
                feed.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            }
            // Bound to the group itself: a socket bound only to the port also receives other groups on this port.
            feed.bind(address);
            if (joinOn != null && source != null) {
                feed.join(address.getAddress(), joinOn, source);
            } else if (joinOn != null) {
                feed.join(address.getAddress(), joinOn);
            }
            return new MoldSockets(feed, bound(channel(server)), server);
        } catch (final IOException e) {
            closeQuietly(feed);
            throw new BusException("cannot listen on " + shown(address)
                    + (joinOn == null ? "" : " on " + joinOn.getName()) + ": " + e.getMessage()
                    + "; use a multicast group, or an address and a free port of this host", e);
        }
    }

    private static DatagramChannel channel(final InetSocketAddress address) throws IOException {
        final DatagramChannel channel = DatagramChannel.open(address.getAddress() instanceof Inet4Address
                ? StandardProtocolFamily.INET
                : StandardProtocolFamily.INET6);
        channel.configureBlocking(false);
        return channel;
    }

    /** Binds to any free port, to receive answers. */
    private static DatagramChannel bound(final DatagramChannel channel) throws IOException {
        return channel.bind(null);
    }

    /** The address as numbers, without a name. */
    static String shown(final InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** Local address of the feed socket. */
    InetSocketAddress local() {
        return (InetSocketAddress) feed.socket().getLocalSocketAddress();
    }

    /** Local address of the request socket; tests send to it. */
    InetSocketAddress requestsLocal() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), requests.socket().getLocalPort());
    }

    /** A warning if the kernel granted a smaller receive buffer than requested, else null. */
    String shortfall() {
        try {
            final int granted = feed.getOption(StandardSocketOptions.SO_RCVBUF);
            return granted >= RECEIVE_BYTES
                    ? null
                    : String.format(Locale.ROOT, "feed: note: receive buffer of %,d KiB instead of %,d KiB;"
                            + " dropped packets are requested again (to allow more: sysctl -w net.core.rmem_max=%d)",
                            granted >> 10, RECEIVE_BYTES >> 10, RECEIVE_BYTES);
        } catch (final IOException e) {
            return "feed: note: unknown size of the receive buffer: " + e.getMessage();
        }
    }

    @Override
    public int receive(final ByteBuffer into, final boolean withAnswers) {
        try {
            // Answers first: later messages wait for them.
            if (withAnswers) {
                into.clear();
                final SocketAddress from = requests.receive(into);
                if (server.equals(from)) {
                    sender = null;
                    return into.position();
                }
                foreignAnswers += from == null ? 0 : 1;
            }
            into.clear();
            final SocketAddress from = feed.receive(into);
            if (from == null) {
                return NOTHING;
            }
            sender = ((InetSocketAddress) from).getAddress();
            return into.position();
        } catch (final IOException e) {
            throw new BusException("cannot read from the network: " + e.getMessage(), e);
        }
    }

    @Override
    public InetAddress sender() {
        return sender;
    }

    @Override
    public long foreignAnswers() {
        return foreignAnswers;
    }

    @Override
    public void request(final DirectBuffer packet) {
        request.clear();
        packet.getBytes(0, request, MoldLayout.HEADER_LENGTH);
        request.flip();
        try {
            requestFailure = requests.send(request, server) > 0 ? null : "the socket's memory is full";
        } catch (final IOException e) {
            requestFailure = e.getMessage();
        }
    }

    @Override
    public String requestFailure() {
        return requestFailure;
    }

    @Override
    public void close() {
        closeQuietly(feed);
        closeQuietly(requests);
    }

    private static void closeQuietly(final DatagramChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException e) {
            // Nothing was written, so nothing is lost.
        }
    }
}
