package io.verbus.tcp.frame;

import io.verbus.tcp.tls.TlsChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

/**
 * Writes frames to a socket that does not block. The header and up to {@value #JOINED} bytes are copied, so that they
 * are one write, and the bytes after them are a second one, from the memory of the log. A gathering write would copy
 * nothing, but the JDK allocates in each with such memory. If the socket accepts only a part, the rest is copied, too,
 * as the log may overwrite its bytes, and is written before the next frame. Not thread-safe.
 */
public final class FrameWriter {
    /** Bytes that are copied after their header: that takes less than a microsecond, a second write more than five. */
    static final int JOINED = 1 << 14;

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final WritableByteChannel channel;
    /** Null without TLS. */
    private final TlsChannel tls;
    /** The present frame, or what the socket has not accepted of it. */
    private final ByteBuffer frame;

    /**
     * For one connection.
     *
     * @param channel its socket
     * @param maxLength of the bytes of a frame
     */
    public FrameWriter(final WritableByteChannel channel, final int maxLength) {
        this.channel = channel;
        this.tls = channel instanceof TlsChannel one ? one : null;
        this.frame = ByteBuffer.allocateDirect(FrameHeader.LENGTH + maxLength).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    }

    /**
     * Writes the rest of the last frame.
     *
     * @return whether nothing is left of it
     * @throws IOException if the connection is broken
     */
    public boolean flush() throws IOException {
        if (tls != null && !tls.flush()) {
            return false;
        }
        if (frame.hasRemaining()) {
            channel.write(frame);
        }
        return !frame.hasRemaining();
    }

    /**
     * Writes a frame that is a header alone.
     *
     * @param type of the frame
     * @param length field of that name
     * @param position field of that name
     * @param sequence field of that name
     * @return false if the socket is full, and nothing of the frame was accepted
     * @throws IOException if the connection is broken
     */
    public boolean write(final int type, final int length, final long position, final long sequence)
            throws IOException {
        return write(type, length, position, sequence, NOTHING);
    }

    /**
     * Writes a frame.
     *
     * @param type of the frame
     * @param length of its bytes
     * @param position field of that name
     * @param sequence field of that name
     * @param bytes direct
     * @return false if the socket is full, and nothing of the frame was accepted
     * @throws IOException if the connection is broken
     */
    public boolean write(final int type, final int length, final long position, final long sequence,
            final ByteBuffer bytes) throws IOException {
        if (!flush()) {
            return false;
        }
        final int joined = Math.min(bytes.remaining(), JOINED);
        frame.clear().putInt(type).putInt(length).putLong(position).putLong(sequence)
                .put(frame.position(), bytes, bytes.position(), joined)
                .limit(FrameHeader.LENGTH + joined).position(0);
        bytes.position(bytes.position() + joined);
        if (channel.write(frame) == 0) {
            frame.limit(0);
            return false;
        }
        if (!frame.hasRemaining() && bytes.hasRemaining()) {
            channel.write(bytes);
        }
        if (bytes.hasRemaining()) {
            frame.compact().put(bytes).flip();
        }
        return true;
    }
}
