package io.verbus.latency.subject.tcp;

import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.agrona.concurrent.UnsafeBuffer;

/** Connects, reads bytes, and cuts messages out of them. */
final class TcpReading implements ReadingEnd, AutoCloseable {
    private final SocketChannel channel = SocketChannel.open();
    private final Receiver receiver;
    private final ByteBuffer bytes;
    private final UnsafeBuffer fields;

    TcpReading(final Place place, final String stream, final Receiver receiver) throws IOException {
        this.receiver = receiver;
        bytes = ByteBuffer.allocateDirect(TcpSettings.READ_BYTES + 2 * place.payloadBytes());
        fields = new UnsafeBuffer(bytes);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, TcpSettings.SOCKET_BYTES);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.bind(new InetSocketAddress(place.own(), 0));
        channel.connect(new InetSocketAddress(place.other(), PortFile.toConnect(place, stream)));
        channel.configureBlocking(false);
    }

    @Override
    public boolean isReading() {
        return channel.isConnected();
    }

    @Override
    public int poll(final int limit) {
        try {
            if (channel.read(bytes) <= 0) {
                return 0;
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return deliver();
    }

    /** Delivers all whole messages; the rest moves to the start of the buffer. */
    private int deliver() {
        final int end = bytes.position();
        int count = 0;
        int offset = 0;
        while (end - offset >= Integer.BYTES) {
            final int length = fields.getInt(offset);
            if (end - offset - Integer.BYTES < length) {
                break;
            }
            receiver.onMessage(fields, offset + Integer.BYTES, length);
            offset += Integer.BYTES + length;
            count++;
        }
        bytes.flip().position(offset);
        bytes.compact();
        return count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
