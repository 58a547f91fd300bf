package io.verbus.tcp.frame;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.GatheringByteChannel;

/**
 * Writes frames to a socket that does not block: each frame in one gathering write of its header and its bytes. If the
 * socket accepts only a part, the rest is copied, as the log may overwrite its bytes, and is written before the next
 * frame. Not thread-safe.
 */
public final class FrameWriter {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final GatheringByteChannel channel;
    private final ByteBuffer header = ByteBuffer.allocateDirect(FrameHeader.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer rest;
    private final ByteBuffer[] parts = {header, NOTHING, NOTHING};

    /**
     * For one connection.
     *
     * @param channel its socket
     * @param maxLength of the bytes of a frame
     */
    public FrameWriter(final GatheringByteChannel channel, final int maxLength) {
        this.channel = channel;
        this.rest = ByteBuffer.allocateDirect(FrameHeader.LENGTH + maxLength).limit(0);
    }

    /**
     * Writes the rest of the last frame.
     *
     * @return whether nothing is left of it
     * @throws IOException if the connection is broken
     */
    public boolean flush() throws IOException {
        if (rest.hasRemaining()) {
            channel.write(rest);
        }
        return !rest.hasRemaining();
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
        return write(type, length, position, sequence, NOTHING, NOTHING);
    }

    /**
     * Writes a frame.
     *
     * @param type of the frame
     * @param length of its bytes
     * @param position field of that name
     * @param sequence field of that name
     * @param first of its bytes, direct
     * @param second the rest of them, direct; empty if the ring does not end inside
     * @return false if the socket is full, and nothing of the frame was accepted
     * @throws IOException if the connection is broken
     */
    public boolean write(final int type, final int length, final long position, final long sequence,
            final ByteBuffer first, final ByteBuffer second) throws IOException {
        if (!flush()) {
            return false;
        }
        header.clear().putInt(type).putInt(length).putLong(position).putLong(sequence).flip();
        parts[1] = first;
        parts[2] = second;
        final int count = second.hasRemaining() ? 3 : first.hasRemaining() ? 2 : 1;
        if (channel.write(parts, 0, count) == 0) {
            return false;
        }
        if (header.hasRemaining() || first.hasRemaining() || second.hasRemaining()) {
            rest.clear().put(header).put(first).put(second).flip();
        }
        return true;
    }
}
