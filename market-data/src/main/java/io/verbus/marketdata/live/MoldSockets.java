package io.verbus.marketdata.live;

import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldLayout;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;

/**
 * Non-blocking UDP sockets: one receives each side of the feed, one sends requests to the re-request server, if there
 * is one, and receives its answers. For one thread.
 */
final class MoldSockets implements Datagrams {
    /** A tenth of a second of a fast feed, 80 MB/s; the kernel may grant less. */
    private static final int RECEIVE_BYTES = 8 << 20;

    private final InetSocketAddress server;
    private final List<FeedAddress> addresses;
    private final DatagramChannel[] feeds;
    private final DatagramChannel requests;
    private final ByteBuffer request = ByteBuffer.allocateDirect(MoldLayout.HEADER_LENGTH);
    private String requestFailure;
    private InetAddress sender;
    private int side;
    private long foreignAnswers;

    private MoldSockets(final List<FeedAddress> addresses, final List<DatagramChannel> feeds,
            final DatagramChannel requests, final InetSocketAddress server) {
        this.addresses = addresses;
        this.feeds = feeds.toArray(DatagramChannel[]::new);
        this.requests = requests;
        this.server = server;
    }

    /**
     * Opens all sockets.
     *
     * @param addresses of the sides
     * @param server the re-request server; null if there is none
     * @throws BusException if an address cannot be used
     */
    static MoldSockets open(final List<FeedAddress> addresses, final InetSocketAddress server) {
        final List<DatagramChannel> opened = new ArrayList<>();
        FeedAddress failing = addresses.getFirst();
        try {
            for (final FeedAddress address : addresses) {
                failing = address;
                opened.add(channel(address.address()));
                listen(opened.getLast(), address);
            }
            return new MoldSockets(addresses, opened, server == null ? null : bound(channel(server)), server);
        } catch (final IOException e) {
            opened.forEach(MoldSockets::closeQuietly);
            throw new BusException("cannot listen on " + failing.shown() + ": " + e.getMessage()
                    + "; use a multicast group, or an address and a free port of this host", e);
        }
    }

    private static void listen(final DatagramChannel feed, final FeedAddress on) throws IOException {
        feed.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
        if (on.joinOn() != null) {
            feed.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        }
        // Bound to the group itself: a socket bound only to the port also receives other groups on this port.
        feed.bind(on.address());
        if (on.joinOn() != null && on.source() != null) {
            feed.join(on.address().getAddress(), on.joinOn(), on.source());
        } else if (on.joinOn() != null) {
            feed.join(on.address().getAddress(), on.joinOn());
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

    /** Local address of a side. */
    InetSocketAddress local(final int of) {
        return (InetSocketAddress) feeds[of].socket().getLocalSocketAddress();
    }

    /** All addresses on which they listen, as text. */
    String shown() {
        return IntStream.range(0, feeds.length).mapToObj(of -> shown(local(of)) + addresses.get(of).on())
                .collect(Collectors.joining(" and "));
    }

    /** Local address of the request socket; tests send to it. */
    InetSocketAddress requestsLocal() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), requests.socket().getLocalPort());
    }

    /** A warning if the kernel granted a smaller receive buffer than requested, else null. */
    String shortfall() {
        try {
            final int granted = feeds[0].getOption(StandardSocketOptions.SO_RCVBUF);
            return granted >= RECEIVE_BYTES
                    ? null
                    : String.format(Locale.ROOT, "feed: note: receive buffer of %,d KiB instead of %,d KiB;"
                            + " dropped packets are gaps (to allow more: sysctl -w net.core.rmem_max=%d)",
                            granted >> 10, RECEIVE_BYTES >> 10, RECEIVE_BYTES);
        } catch (final IOException e) {
            return "feed: note: unknown size of the receive buffer: " + e.getMessage();
        }
    }

    @Override
    public int receive(final ByteBuffer into, final boolean withAnswers) {
        try {
            // Answers first: later messages wait for them.
            if (withAnswers && requests != null) {
                into.clear();
                final SocketAddress from = requests.receive(into);
                if (server.equals(from)) {
                    sender = null;
                    return into.position();
                }
                foreignAnswers += from == null ? 0 : 1;
            }
            for (int tried = 0; tried < feeds.length; tried++) {
                side = (side + 1) % feeds.length; // no side is starved
                into.clear();
                final SocketAddress from = feeds[side].receive(into);
                if (from != null) {
                    sender = ((InetSocketAddress) from).getAddress();
                    return into.position();
                }
            }
            return NOTHING;
        } catch (final IOException e) {
            throw new BusException("cannot read from the network: " + e.getMessage(), e);
        }
    }

    @Override
    public int sides() {
        return feeds.length;
    }

    @Override
    public int side() {
        return side;
    }

    @Override
    public boolean hasServer() {
        return server != null;
    }

    @Override
    public boolean isExhausted() {
        return false;
    }

    @Override
    public double fraction() {
        return 0;
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
        for (final DatagramChannel feed : feeds) {
            closeQuietly(feed);
        }
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
