package io.verbus.latency.subject.tcp;

import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.agrona.concurrent.UnsafeBuffer;

/** Listens for one reader, and writes to it. */
final class TcpPublishing implements PublishingEnd, AutoCloseable {
    private final ServerSocketChannel listening = ServerSocketChannel.open();
    private final int length;
    private final ByteBuffer bytes;
    private final UnsafeBuffer fields;
    private SocketChannel channel;

    TcpPublishing(final Place place, final String stream) throws IOException {
        length = place.payloadBytes();
        bytes = ByteBuffer.allocateDirect(Math.max(TcpSettings.WRITE_BYTES, Integer.BYTES + length));
        fields = new UnsafeBuffer(bytes);
        listening.bind(new InetSocketAddress(place.own(), PortFile.toBind(place, stream)));
        listening.configureBlocking(false);
        PortFile.write(place.directory(), stream, listening.socket().getLocalPort());
    }

    @Override
    public boolean isRead(final int readers) {
        try {
            if (channel == null) {
                channel = listening.accept();
                if (channel != null) {
                    channel.configureBlocking(false);
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    channel.setOption(StandardSocketOptions.SO_SNDBUF, TcpSettings.SOCKET_BYTES);
                }
            }
            return channel != null;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean tryPublish(final long value) {
        if (bytes.remaining() < Integer.BYTES + length && !write()) {
            return false;
        }
        final int offset = bytes.position();
        fields.putInt(offset, length);
        Payload.encode(fields, offset + Integer.BYTES, length, value);
        bytes.position(offset + Integer.BYTES + length);
        return true;
    }

    /** Writes as much as the kernel takes; returns whether there is room for another message. */
    private boolean write() {
        try {
            bytes.flip();
            channel.write(bytes);
            bytes.compact();
            return bytes.remaining() >= Integer.BYTES + length;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void flush() {
        while (bytes.position() > 0) {
            write();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        if (channel != null) {
            channel.close();
        }
    }
}
