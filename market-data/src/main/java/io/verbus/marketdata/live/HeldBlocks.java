package io.verbus.marketdata.live;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.marketdata.source.Block;
import org.agrona.ExpandableArrayBuffer;

/** Blocks of contiguous messages in memory, in order, with their sequences and times of receipt. */
final class HeldBlocks {
    private static final int SEQUENCE = 0;
    private static final int RECEIVED = 8;
    private static final int LENGTH = 16;
    private static final int HEADER = 20;

    private ExpandableArrayBuffer blocks = new ExpandableArrayBuffer();
    private int end;
    private int at;
    private long nextSequence;

    /** Drops all blocks; the next one begins with this sequence. */
    void restart(final long sequence) {
        blocks = new ExpandableArrayBuffer(); // releases the memory
        end = 0;
        at = 0;
        nextSequence = sequence;
    }

    void append(final Block block) {
        assert block.firstSequence() == nextSequence : block.firstSequence() + " does not follow " + nextSequence;
        blocks.putLong(end + SEQUENCE, block.firstSequence());
        blocks.putLong(end + RECEIVED, block.receivedNs());
        blocks.putInt(end + LENGTH, block.length());
        blocks.putBytes(end + HEADER, block.buffer(), 0, block.length());
        nextSequence += block.messages();
        end += HEADER + block.length();
    }

    private int framed(final int from) {
        return Block.FRAMING + (blocks.getShort(from, BIG_ENDIAN) & 0xFFFF);
    }

    /** Bytes of all blocks, also of those that were taken. */
    int bytes() {
        return end;
    }

    /** The sequence after all messages. */
    long nextSequence() {
        return nextSequence;
    }

    /** The sequence of the next message to take. */
    long sequence() {
        return at == end ? nextSequence : blocks.getLong(at + SEQUENCE);
    }

    /** Takes the next block, less its messages before a sequence; false if there is none. */
    boolean take(final Block into, final long fromSequence) {
        if (at == end) {
            return false;
        }
        long sequence = blocks.getLong(at + SEQUENCE);
        int from = at + HEADER;
        final int to = from + blocks.getInt(at + LENGTH);
        for (; from < to && sequence < fromSequence; sequence++) {
            from += framed(from);
        }
        into.fill(blocks, from, to - from, BIG_ENDIAN, sequence, blocks.getLong(at + RECEIVED));
        at = to;
        return true;
    }
}
