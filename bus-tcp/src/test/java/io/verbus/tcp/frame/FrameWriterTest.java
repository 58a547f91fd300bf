package io.verbus.tcp.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.seeds.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Frames arrive whole and in order, however little a socket accepts at once. */
class FrameWriterTest {
    private static final int MAX = 2 * FrameWriter.JOINED;
    private static final int FRAMES = 300;

    private final SplittableRandom random = new SplittableRandom(Seeds.draw());
    private final Socket socket = new Socket();
    private final FrameWriter writer = new FrameWriter(socket, MAX);
    private final ByteBuffer log = ByteBuffer.allocateDirect(2 * MAX);

    /** Accepts as many bytes as it has room for. */
    private static final class Socket implements WritableByteChannel {
        private final ByteArrayOutputStream accepted = new ByteArrayOutputStream();
        private int room;

        @Override
        public int write(final ByteBuffer source) {
            int count = 0;
            while (room > 0 && source.hasRemaining()) {
                accepted.write(source.get());
                room--;
                count++;
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private boolean writeRun(final int length, final long position) throws IOException {
        return writer.write(FrameHeader.RUN, length, position, 0, log.duplicate().position(0).limit(length));
    }

    private static byte[] frame(final int type, final int length, final long position, final long sequence,
            final byte[] bytes) {
        return ByteBuffer.allocate(FrameHeader.LENGTH + bytes.length).order(ByteOrder.LITTLE_ENDIAN).putInt(type)
                .putInt(length).putLong(position).putLong(sequence).put(bytes).array();
    }

    private byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        log.get(0, bytes);
        return bytes;
    }

    @Test
    void framesArriveWholeAndInOrder() throws IOException {
        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int frames = 0; frames < FRAMES;) {
            for (int i = 0; i < MAX; i++) {
                log.put(i, (byte) random.nextInt());
            }
            socket.room = random.nextInt(2 * MAX);
            final boolean isRun = random.nextBoolean();
            final int length = random.nextInt(1, (random.nextBoolean() ? MAX : FrameWriter.JOINED) + 1);
            if (isRun ? writeRun(length, frames) : writer.write(FrameHeader.LOG_END, length, frames, 7)) {
                expected.writeBytes(isRun
                        ? frame(FrameHeader.RUN, length, frames, 0, bytes(length))
                        : frame(FrameHeader.LOG_END, length, frames, 7, new byte[0]));
                frames++;
            }
        }
        socket.room = Integer.MAX_VALUE;
        assertTrue(writer.flush());
        assertArrayEquals(expected.toByteArray(), socket.accepted.toByteArray());
    }

    @Test
    void nothingOfAFrameIsAcceptedByAFullSocket() throws IOException {
        assertFalse(writeRun(MAX, 32));
        socket.room = Integer.MAX_VALUE;
        assertTrue(writer.flush());
        assertEquals(0, socket.accepted.size());
    }

    @Test
    void restOfAFrameIsThatOfItsTime() throws IOException {
        restIsKept(FrameHeader.LENGTH + 10);
    }

    @Test
    void restBehindTheJoinedBytesIsThatOfItsTime() throws IOException {
        restIsKept(FrameHeader.LENGTH + FrameWriter.JOINED + 10);
    }

    private void restIsKept(final int room) throws IOException {
        for (int i = 0; i < MAX; i++) {
            log.put(i, (byte) i);
        }
        final byte[] expected = frame(FrameHeader.RUN, MAX, 64, 0, bytes(MAX));
        socket.room = room;
        assertTrue(writeRun(MAX, 64));
        for (int i = 0; i < MAX; i++) {
            log.put(i, (byte) -1); // the log is overwritten
        }
        assertFalse(writer.write(FrameHeader.JUMP, 0, 128, 2), "the socket is full");
        socket.room = Integer.MAX_VALUE;
        assertTrue(writer.flush());
        assertArrayEquals(expected, socket.accepted.toByteArray());
    }
}
