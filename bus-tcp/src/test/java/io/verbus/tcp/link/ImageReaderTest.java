package io.verbus.tcp.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Patience;
import io.verbus.support.seeds.Seeds;
import io.verbus.tcp.frame.FrameHeader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs land at their positions, wherever the network cuts them; what a publisher may not send ends the epoch. */
class ImageReaderTest {
    private static final int CAPACITY = 1 << 16;
    private static final int START = 96;
    private static final int RUNS = 500;
    private static final int LONGEST_RUN = 3 * CAPACITY / 4;

    private final SplittableRandom random = new SplittableRandom(Seeds.draw());
    private final UnsafeBuffer image = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
    private final ByteBuffer out = ByteBuffer.allocateDirect(2 * CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private SocketChannel publisher;
    private Connection connection;
    private ImageReader reader;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            publisher = SocketChannel.open(listening.getLocalAddress());
            final SocketChannel subscriber = listening.accept();
            subscriber.configureBlocking(false);
            publisher.configureBlocking(false);
            connection = new Connection(subscriber, "peer", "TCP", Long.MAX_VALUE);
        }
        reader = new ImageReader(connection, image, START);
    }

    @AfterEach
    void close() throws IOException {
        publisher.close();
        connection.close();
    }

    /** Each word of the stream of bytes has its position. */
    private static void put(final ByteBuffer target, final long position, final int length) {
        for (int i = 0; i < length; i += Long.BYTES) {
            target.putLong(position + i);
        }
    }

    private void header(final int type, final int length, final long position, final long sequence) {
        out.putInt(type).putInt(length).putLong(position).putLong(sequence);
    }

    private void run(final long position, final int length) {
        header(FrameHeader.RUN, length, position, 0);
        put(out, position, length);
    }

    private void assertBytes(final long from, final long to) {
        for (long position = from; position < to; position += Long.BYTES) {
            assertEquals(position, image.getLong((int) position & CAPACITY - 1, ByteOrder.LITTLE_ENDIAN));
        }
    }

    /** Sends everything, in parts, and reads until it has arrived. */
    private void carry(final long granted, final long arrives) throws IOException {
        out.flip();
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (out.hasRemaining() || reader.arrived() < arrives && !connection.hasEnded()) {
            assertTrue(System.nanoTime() < deadlineNs, () -> reader.arrived() + " of " + arrives);
            if (out.hasRemaining()) {
                final int limit = out.limit();
                out.limit(Math.min(limit, out.position() + random.nextInt(1, CAPACITY)));
                publisher.write(out);
                out.limit(limit);
            }
            reader.read(granted);
            if (connection.hasEnded()) {
                break;
            }
        }
        out.clear();
    }

    @Test
    void runsLandAtTheirPositionsWhereverTheyAreCut() throws IOException {
        long position = START;
        for (int i = 0; i < RUNS; i++) {
            final long from = position;
            long room = LONGEST_RUN;
            do {
                final int length = 32 * random.nextInt(1, (int) (random.nextBoolean() ? 4 : room / 32 + 1));
                run(position, length);
                position += length;
                room -= length;
            } while (room > 4 * 32 && random.nextInt(3) > 0);
            carry(from, position);
            assertNull(connection.endedBy());
            assertEquals(position, reader.arrived());
            assertBytes(from, position);
        }
    }

    @Test
    void heartbeatsAndJumpsAreTaken() throws IOException {
        run(START, 64);
        header(FrameHeader.LOG_END, 3, 4096, 9);
        header(FrameHeader.JUMP, 0, 2048, 5);
        carry(START, START + 64);
        while (reader.signsOfLife() == 0) {
            reader.read(START);
        }
        assertEquals(4096, reader.logEnd());
        assertEquals(9, reader.nextSequence());
        assertEquals(3, reader.sessions());
        long jump = reader.takeJump();
        while (jump < 0) {
            reader.read(START);
            jump = reader.takeJump();
        }
        assertEquals(2048, jump);
        assertEquals(5, reader.jumpSequence());
        run(2048, 32);
        carry(2048, 2080);
        assertBytes(2048, 2080);
    }

    private void assertViolates(final String end) throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            publisher.write(out);
        }
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!connection.hasEnded()) {
            assertTrue(System.nanoTime() < deadlineNs, "no violation");
            reader.read(START);
        }
        assertEquals("peer violates the protocol: " + end, connection.endedBy());
    }

    @Test
    void invalidSessionCountViolatesTheProtocol() throws IOException {
        header(FrameHeader.LOG_END, -1, 4096, 9);
        assertViolates("it reports -1 sessions");
    }

    @Test
    void runElsewhereViolatesTheProtocol() throws IOException {
        run(START + 32, 32);
        assertViolates("it sends 32 bytes at 128, expected at most 65536 at 96");
    }

    @Test
    void runBeyondTheImageViolatesTheProtocol() throws IOException {
        header(FrameHeader.RUN, CAPACITY + 32, START, 0);
        assertViolates("it sends 65568 bytes at 96, expected at most 65536 at 96");
    }

    @Test
    void partOfAFrameViolatesTheProtocol() throws IOException {
        header(FrameHeader.RUN, 40, START, 0);
        assertViolates("it sends 40 bytes at 96, expected at most 65536 at 96");
    }

    @Test
    void runBeforeAJumpIsConfirmedViolatesTheProtocol() throws IOException {
        header(FrameHeader.JUMP, 0, 2048, 5);
        run(2048, 32);
        assertViolates("it sends 32 bytes at 2048, expected at most 0 at 2048");
    }

    @Test
    void jumpBackViolatesTheProtocol() throws IOException {
        header(FrameHeader.JUMP, 0, 64, 5);
        assertViolates("it jumps from 96 to 64, sequence 5");
    }

    @Test
    void historyWithoutARequestViolatesTheProtocol() throws IOException {
        header(FrameHeader.HISTORY, 64, 0, 0);
        assertViolates("it sends 64 bytes of history at 0, expected 0 at 0");
    }

    @Test
    void unknownFrameViolatesTheProtocol() throws IOException {
        header(FrameHeader.CREDIT, 0, START, 0);
        assertViolates("it sends a frame of type 5, expected 1 to 4");
    }

    @Test
    void endOfThePublisherEndsTheEpoch() throws IOException {
        publisher.close();
        while (!connection.hasEnded()) {
            reader.read(START);
        }
        assertEquals("peer has ended the connection: the peer closed it, or its process died", connection.endedBy());
    }
}
