package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.connection.Listening;
import io.verbus.net.connection.ListeningEnds;
import io.verbus.net.connection.PendingConnections;
import io.verbus.spi.ImageEnd;
import io.verbus.tcp.connection.Hello.Part;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A local address where peers connect, for any number of logs and subscriptions. Peers whose hello has
 * not arrived are few: a new one replaces the oldest of the host that has the most. By the conductor.
 */
final class TcpListener implements Listening {
    private static final int BACKLOG = 128;
    /** Bound of accepted connections per duty cycle. */
    private static final int MAX_ACCEPTED = 64;

    private final TcpContext shared;
    private final TcpAddress address;
    private final ServerSocketChannel channel;
    private final ListeningEnds ends = new ListeningEnds();
    private final PendingConnections<Wire> pending = new PendingConnections<>();
    private final List<Guest> guests = new ArrayList<>();

    /**
     * A peer whose hello has not arrived.
     *
     * @param wire its socket
     * @param acceptedNs on the monotonic clock
     */
    private record Guest(Wire wire, long acceptedNs) {}

    TcpListener(final TcpContext shared, final TcpAddress address) {
        this.shared = shared;
        this.address = address;
        try {
            this.channel = open(address);
        } catch (final IOException e) {
            throw new BusException("cannot listen at " + address + ": " + e.getMessage() + ": use an address of this"
                    + " host, and a port that no other program uses", e);
        }
    }

    private static ServerSocketChannel open(final TcpAddress address) throws IOException {
        final ServerSocketChannel opened = ServerSocketChannel.open();
        try {
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            opened.bind(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()), BACKLOG);
            return opened;
        } catch (final IOException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public TcpAddress address() {
        return address;
    }

    @Override
    public ListeningEnds ends() {
        return ends;
    }

    /** Whether the hello of a peer is awaited. */
    boolean isGreeting() {
        return !guests.isEmpty();
    }

    /** One duty cycle; adds new handshakes, and returns the amount of work done. */
    int conduct(final long nowNs, final List<TcpHandshake> begun) {
        int work = 0;
        try {
            for (SocketChannel next = channel.accept(); next != null && work < MAX_ACCEPTED; next = channel.accept()) {
                work++;
                accept(next, nowNs);
            }
        } catch (final IOException e) {
            shared.services().refused().report(address.toString(),
                    "cannot accept at " + address + ": " + e.getMessage());
        }
        for (final Guest guest : List.copyOf(guests)) {
            work += listen(guest, nowNs, begun);
        }
        return work;
    }

    private void accept(final SocketChannel accepted, final long nowNs) throws IOException {
        final Wire wire = new Wire(accepted);
        if (address.tls() != null) {
            wire.encrypt(address.tls().accepting());
        }
        final String peer = wire.peer();
        pending.makeRoom();
        final Guest guest = new Guest(wire, nowNs);
        guests.add(guest);
        pending.add(wire, peer.substring(0, peer.lastIndexOf(':')), () -> {
            dismiss(guest);
            wire.close();
        });
    }

    private void dismiss(final Guest guest) {
        guests.remove(guest);
        pending.remove(guest.wire());
    }

    private int listen(final Guest guest, final long nowNs, final List<TcpHandshake> begun) {
        final Wire wire = guest.wire();
        final String peer = wire.peer();
        try {
            final Hello theirs = wire.receiveHello();
            if (theirs != null) {
                dismiss(guest);
                begin(wire, theirs, begun);
                return 1;
            }
            if (nowNs - guest.acceptedNs() > address.handshakeTimeoutNs()) {
                throw new BusException(peer + " has connected, but has sent nothing that Verbus knows: check what"
                        + " connects to " + address);
            }
            return 0;
        } catch (final Wire.PeerClosedException e) { // a port scan, or a check whether the port is open
            dismiss(guest);
            wire.close();
        } catch (final SSLException e) {
            dismiss(guest);
            wire.close();
            shared.services().refused().report(peer.substring(0, peer.lastIndexOf(':')),
                    "TLS with " + peer + " failed: " + Wire.explain(e));
        } catch (final IOException | BusException e) {
            dismiss(guest);
            refuse(wire);
            shared.services().refused().report(peer.substring(0, peer.lastIndexOf(':')), e.getMessage());
        }
        return 1;
    }

    /** A peer of another version learns this version. */
    private void refuse(final Wire wire) {
        try {
            wire.send(Hello.of(shared.services().context().random(), Part.REFUSAL));
        } catch (final IOException e) {
            assert wire.socket().isOpen() : e; // it is closed next
        }
        wire.close();
    }

    private void begin(final Wire wire, final Hello theirs, final List<TcpHandshake> begun) {
        final TcpHandshake handshake;
        if (theirs.part() == Part.SUBSCRIBER) {
            handshake = new TcpHandshake(shared, address, wire, ends);
        } else {
            final Optional<ImageEnd> image = ends.choose(theirs.stream());
            if (image.isEmpty()) {
                refuse(wire);
                return;
            }
            handshake = new TcpHandshake(shared, address, wire, image.get());
        }
        begun.add(handshake);
        handshake.accept(theirs);
    }

    @Override
    public void close() {
        guests.forEach(guest -> guest.wire().close());
        guests.clear();
        try {
            channel.close();
        } catch (final IOException e) {
            shared.services().context().errorHandler()
                    .onError(new BusException("cannot close " + address + ": " + e, e));
        }
    }
}
