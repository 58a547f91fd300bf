package io.verbus.system.processes;

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
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Nassau's MoldUDP64 server and re-request server on loopback, with a relay that drops 5 % of the packets. Has no
 * thread: its methods step it.
 */
final class LossyPeer implements Closeable {
    private static final double LOSS = 0.05;
    private static final int HEADER_LENGTH = 20;
    private static final int END_OF_SESSION = 0xFFFF;

    private final Random random;
    private final DatagramChannel relay = loopback();
    private final DatagramChannel requests = loopback();
    private final DatagramChannel toRelay = loopback();
    private final MoldUDP64Server server;
    private final MoldUDP64RequestServer requestServer = new MoldUDP64RequestServer(requests);
    private final MoldUDP64DefaultMessageStore store = new MoldUDP64DefaultMessageStore();
    private final MoldUDP64DownstreamPacket packet = new MoldUDP64DownstreamPacket();
    private final ByteBuffer relayed = ByteBuffer.allocateDirect(1 << 16);
    private InetSocketAddress feed;
    private long dropped;

    /** Starts a session; the seed selects the dropped packets. */
    LossyPeer(final String session, final long seed) throws IOException {
        random = new Random(seed);
        toRelay.connect(relay.getLocalAddress());
        server = new MoldUDP64Server(toRelay, session);
    }

    private static DatagramChannel loopback() throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        return channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** The address of the re-request server, as HOST:PORT. */
    String requestAddress() {
        return "127.0.0.1:" + requests.socket().getLocalPort();
    }

    /** Sets the loopback port to which packets are sent. */
    void connect(final int feedPort) {
        feed = new InetSocketAddress(InetAddress.getLoopbackAddress(), feedPort);
    }

    long dropped() {
        return dropped;
    }

    /** Adds a message to the packet, after sending the packet and answering requests if the message does not fit. */
    void publish(final byte[] message) throws IOException {
        if (packet.remaining() < message.length) {
            flush();
        }
        packet.put(ByteBuffer.wrap(message));
        store.put(ByteBuffer.wrap(message));
    }

    void flush() throws IOException {
        server.send(packet);
        packet.clear();
        relay();
        serve();
    }

    /** Sends a message that is lost. */
    void lose(final byte[] message) throws IOException {
        flush();
        packet.put(ByteBuffer.wrap(message));
        server.send(packet);
        packet.clear();
        relayed.clear();
        relay.receive(relayed);
        dropped++;
    }

    void heartbeat() throws IOException {
        server.sendHeartbeat();
        relay();
    }

    /** Sends the end of the session. */
    void end() throws IOException {
        server.sendEndOfSession();
        relay();
    }

    /** Sends an end of session before this sequence, whatever was sent. */
    void endBefore(final int sequence) throws IOException {
        server.setNextSequenceNumber(sequence);
        end();
    }

    /** Sends a forged packet of this session or another one; its message blocks, if it has any, are empty. */
    void forge(final String session, final long sequence, final int count) throws IOException {
        final int blocks = count == END_OF_SESSION ? 0 : count;
        relay.send(ByteBuffer.allocate(HEADER_LENGTH + Short.BYTES * blocks)
                .put(session.getBytes(StandardCharsets.US_ASCII)).putLong(sequence).putShort((short) count).clear(),
                feed);
    }

    /** Answers one request, if there is one. */
    void serve() throws IOException {
        requestServer.serve(store);
    }

    private void relay() throws IOException {
        relayed.clear();
        while (relay.receive(relayed) != null) {
            relayed.flip();
            if (random.nextDouble() < LOSS) {
                dropped++;
            } else {
                relay.send(relayed, feed);
            }
            relayed.clear();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        requestServer.close();
        relay.close();
    }
}
