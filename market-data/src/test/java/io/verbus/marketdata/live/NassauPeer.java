package io.verbus.marketdata.live;

import com.paritytrading.nassau.moldudp64.MoldUDP64DefaultMessageStore;
import com.paritytrading.nassau.moldudp64.MoldUDP64DownstreamPacket;
import com.paritytrading.nassau.moldudp64.MoldUDP64RequestServer;
import com.paritytrading.nassau.moldudp64.MoldUDP64Server;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** An independent MoldUDP64 server with a re-request server, on loopback. Without threads: the test steps it. */
final class NassauPeer implements Closeable {
    private final String session;
    private final DatagramChannel requests;
    private final MoldUDP64RequestServer requestServer;
    private final MoldUDP64DefaultMessageStore store = new MoldUDP64DefaultMessageStore();
    private final MoldUDP64DownstreamPacket packet = new MoldUDP64DownstreamPacket();
    private MoldUDP64Server server;
    private boolean ignoresRequests;

    NassauPeer(final String session) throws IOException {
        this.session = session;
        requests = DatagramChannel.open();
        requests.configureBlocking(false);
        requests.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        requestServer = new MoldUDP64RequestServer(requests);
    }

    InetSocketAddress requestAddress() throws IOException {
        return (InetSocketAddress) requests.getLocalAddress();
    }

    /** Sets the destination address. */
    void connect(final InetSocketAddress feed) throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        channel.connect(feed);
        server = new MoldUDP64Server(channel, session);
    }

    /** Adds a message to the packet; sends the packet first if the message does not fit. */
    void publish(final byte... message) throws IOException {
        if (packet.remaining() < message.length) {
            flush();
        }
        packet.put(ByteBuffer.wrap(message));
        store.put(ByteBuffer.wrap(message));
    }

    void flush() throws IOException {
        if (packet.messageCount() > 0) {
            server.send(packet);
            packet.clear();
        }
    }

    /** Skips messages, and ignores requests from now on. */
    void skipTo(final int sequence) {
        server.setNextSequenceNumber(sequence);
        ignoresRequests = true;
    }

    void heartbeat() throws IOException {
        server.sendHeartbeat();
    }

    void end() throws IOException {
        flush();
        server.sendEndOfSession();
    }

    /** Answers one request, if there is one. */
    void serve() throws IOException {
        if (!ignoresRequests) {
            requestServer.serve(store);
        }
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.close();
        }
        requestServer.close();
    }
}
