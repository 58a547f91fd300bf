package io.verbus.tcp.link;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Target;
import io.verbus.tcp.frame.FrameHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bytes of a peer over TCP, at either side, however the network cuts them. Bytes of runs land at their positions
 * and nowhere else, none beyond the granted credit; a log is read for requests inside it only.
 */
public final class StreamsTarget implements Target {
    private static final int CAPACITY = 1 << 16;
    private static final int GUARD = 64;
    private static final int START = 96;
    private static final byte UNTOUCHED = 0x55;
    private static final int MOST_READS = 1_000;

    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY + 2 * GUARD));
    private final UnsafeBuffer image = new UnsafeBuffer(memory, GUARD, CAPACITY);

    public StreamsTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] input) {
        final Input in = new Input(input);
        final boolean isImage = in.u8() % 2 == 0;
        final int part = 1 + in.u8();
        final Channel channel = new Channel(in.rest(), part);
        final Connection connection = new Connection(channel, "10.0.0.2:7471", "TCP", Long.MAX_VALUE);
        try {
            if (isImage) {
                readImage(connection, channel);
            } else {
                readLog(connection, channel);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        check(connection.hasEnded() || !channel.hasMore(), "bytes are left");
    }

    private void readImage(final Connection connection, final Channel channel) throws IOException {
        memory.setMemory(0, memory.capacity(), UNTOUCHED);
        final ImageReader reader = new ImageReader(connection, image, START);
        long granted = START;
        long arrived = START;
        for (int i = 0; i < MOST_READS && channel.hasMore() && !connection.hasEnded(); i++) {
            reader.read(granted);
            final long now = reader.arrived();
            check(now >= arrived && now <= granted + CAPACITY, "arrived " + now + " after " + arrived + ", granted "
                    + granted);
            arrived = now;
            final long jump = reader.takeJump();
            if (jump >= 0) {
                check(jump > arrived, "a jump back to " + jump);
                arrived = jump;
            }
            granted = arrived;
        }
        for (int i = 0; i < GUARD; i++) {
            same(UNTOUCHED, memory.getByte(i), "before the image");
            same(UNTOUCHED, memory.getByte(GUARD + CAPACITY + i), "after the image");
        }
    }

    private void readLog(final Connection connection, final Channel channel) {
        final UnsafeBuffer ring = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
        final TcpLogLink link = new TcpLogLink(connection, ring, ring, START, true);
        long pushed = link.push(START, START + CAPACITY / 2);
        long consumed = START;
        for (int i = 0; i < MOST_READS && channel.hasMore() && !connection.hasEnded(); i++) {
            link.poll();
            check(link.consumed() >= consumed && link.consumed() <= pushed, "consumed " + link.consumed() + " after "
                    + consumed + ", pushed " + pushed);
            consumed = link.consumed();
            pushed = link.push(pushed, pushed + 96);
            check(pushed <= consumed + CAPACITY, "pushed beyond the credit");
            same(Long.MAX_VALUE, link.unfinished(), "unfinished");
        }
    }

    @Override
    public List<byte[]> seeds() {
        final ByteBuffer image = frames(0, 40);
        image.putInt(FrameHeader.RUN).putInt(64).putLong(START).putLong(0).put(new byte[64]);
        image.putInt(FrameHeader.LOG_END).putInt(2).putLong(START + 64).putLong(3);
        image.putInt(FrameHeader.JUMP).putInt(0).putLong(4096).putLong(9);
        image.putInt(FrameHeader.RUN).putInt(32).putLong(4096).putLong(0).put(new byte[32]);
        final ByteBuffer log = frames(1, 24);
        log.putInt(FrameHeader.CREDIT).putInt(0).putLong(START + 64).putLong(0);
        log.putInt(FrameHeader.HISTORY_REQUEST).putInt(512).putLong(1024).putLong(0);
        log.putInt(FrameHeader.SIGN_OF_LIFE).putInt(0).putLong(START + 128).putLong(0);
        log.putInt(FrameHeader.LEAVE).putInt(0).putLong(0).putLong(0);
        return List.of(bytes(image), bytes(log));
    }

    private static ByteBuffer frames(final int side, final int part) {
        return ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN).put((byte) side).put((byte) part);
    }

    private static byte[] bytes(final ByteBuffer written) {
        final byte[] bytes = new byte[written.position()];
        written.get(0, bytes);
        return bytes;
    }

    /** A socket that gives the input in parts, and takes everything. */
    private static final class Channel implements ByteChannel {
        private final byte[] input;
        private final int part;
        private int at;

        Channel(final byte[] input, final int part) {
            this.input = input;
            this.part = part;
        }

        boolean hasMore() {
            return at < input.length;
        }

        @Override
        public int read(final ByteBuffer target) {
            final int count = Math.min(Math.min(part, target.remaining()), input.length - at);
            target.put(input, at, count);
            at += count;
            return count;
        }

        @Override
        public int write(final ByteBuffer source) {
            final int count = source.remaining();
            source.position(source.limit());
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
}
