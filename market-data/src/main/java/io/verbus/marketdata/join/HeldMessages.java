package io.verbus.marketdata.join;

import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.PollHandler;
import java.util.ArrayDeque;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Contiguous messages of one session that wait for a snapshot. The memory is bounded: if there is no room for a new
 * message, the oldest block of messages is dropped. For one thread.
 *
 * <pre>
 *  a message    0          8        12        16
 *               +----------+--------+---------+-----------------+
 *               | sequence | frames | length  | bytes, aligned  |
 *               +----------+--------+---------+-----------------+
 * </pre>
 */
final class HeldMessages {
    /** Size of a block, unless a single message needs more. */
    static final int BLOCK_BYTES = 1 << 20;

    private static final int FRAMES = 8;
    private static final int LENGTH = 12;
    private static final int BYTES = 16;
    private static final int ALIGNMENT = 8;

    private final ArrayDeque<Block> blocks = new ArrayDeque<>();
    /** The header of the held messages. It has no timestamp, because their delay is not a latency of the bus. */
    private MutableHeader frame;
    private final long limitBytes;
    private long bytes;
    private long next;
    private long dropped;

    /** A block of messages; those from {@code read} to {@code written} are held. */
    private static final class Block {
        private final UnsafeBuffer buffer;
        private int read;
        private int written;

        Block(final int length) {
            buffer = new UnsafeBuffer(new byte[length]);
        }

        long sequence() {
            return buffer.getLong(read);
        }

        int messageLength() {
            return buffer.getInt(read + LENGTH);
        }
    }

    /** Holds up to {@code limitBytes}, which is at least two blocks. */
    HeldMessages(final long limitBytes) {
        assert limitBytes >= 2L * BLOCK_BYTES;
        this.limitBytes = limitBytes;
    }

    /** Drops all messages; the next one to add is {@code sequence}. */
    void restart(final long sequence) {
        blocks.clear();
        bytes = 0;
        next = sequence;
    }

    /** Adds the next message. */
    void add(final DirectBuffer from, final int offset, final int length, final Header header) {
        if (frame == null || frame.session() != header.session()) {
            frame = new MutableHeader(header.session(), header.stream(), header.subscription());
        }
        assert header.sequence() == next : header.sequence() + ", expected " + next;
        next = header.sequence() + header.frames();
        final int needed = needed(length);
        if (!isInLastBlock(needed)) {
            final int size = Math.max(BLOCK_BYTES, needed);
            while (!blocks.isEmpty() && bytes + size > limitBytes) {
                dropOldest();
            }
            if (size > limitBytes) {
                dropped++;
                return;
            }
            blocks.add(new Block(size));
            bytes += size;
        }
        final Block block = blocks.getLast();
        final int at = block.written;
        block.buffer.putLong(at, header.sequence());
        block.buffer.putInt(at + FRAMES, header.frames());
        block.buffer.putInt(at + LENGTH, length);
        block.buffer.putBytes(at + BYTES, from, offset, length);
        block.written += needed;
    }

    /** Whether a message of this length can be added without dropping any. */
    boolean hasRoom(final int length) {
        final int needed = needed(length);
        return isInLastBlock(needed) || bytes + Math.max(BLOCK_BYTES, needed) <= limitBytes;
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** The sequence of the first held message, or of the next one if none is held. */
    long first() {
        return blocks.isEmpty() ? next : blocks.getFirst().sequence();
    }

    /** The sequence of the next message to add. */
    long next() {
        return next;
    }

    /** Number of messages dropped for lack of room. */
    long dropped() {
        return dropped;
    }

    /** Drops the messages before a sequence. */
    void dropBefore(final long sequence) {
        while (!blocks.isEmpty() && blocks.getFirst().sequence() < sequence) {
            advance();
        }
    }

    /** Delivers and removes the oldest messages, at most {@code limit}. Returns their number. */
    int drain(final PollHandler handler, final int limit) {
        int count = 0;
        while (count < limit && !blocks.isEmpty()) {
            final Block block = blocks.getFirst();
            frame.set(block.sequence(), Header.NO_POSITION, block.buffer.getInt(block.read + FRAMES));
            handler.onMessage(block.buffer, block.read + BYTES, block.messageLength(), frame);
            advance();
            count++;
        }
        return count;
    }

    private void advance() {
        final Block block = blocks.getFirst();
        block.read += needed(block.messageLength());
        if (block.read == block.written) {
            blocks.removeFirst();
            bytes -= block.buffer.capacity();
        }
    }

    private boolean isInLastBlock(final int needed) {
        return !blocks.isEmpty() && blocks.getLast().buffer.capacity() - blocks.getLast().written >= needed;
    }

    private static int needed(final int length) {
        return BitUtil.align(BYTES + length, ALIGNMENT);
    }

    private void dropOldest() {
        final Block block = blocks.getFirst();
        while (blocks.peekFirst() == block) {
            dropped++;
            advance();
        }
    }
}
