package io.verbus.tools.demo;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.verbus.BusException;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.agrona.DirectBuffer;

/**
 * The beginning of an ITCH file, uncompressed, as a new file.
 *
 * @param file with whole messages only
 * @param messages number of messages in the file
 * @param isWhole whether the file has all messages of the original
 * @param flaw defect at the end of the original; only if all of it was copied
 */
record Excerpt(Path file, long messages, boolean isWhole, Optional<String> flaw) {
    /** Offset of the time of day (48 bits) in a message, and the minimum length of a message that has one. */
    private static final int TIMESTAMP = 5;
    private static final int MIN_TIMED_LENGTH = 11;

    /**
     * Copies whole messages.
     *
     * @param original file to copy from, raw or gzip
     * @param copy file to write
     * @param messages maximum number to copy
     * @param spanNs copying stops before the first message that is more than this later than the first one
     * @throws BusException if the original has no messages, or a file cannot be read or written
     */
    static Excerpt copy(final Path original, final Path copy, final long messages, final long spanNs) {
        try (BlockSource source = BlockSource.streamed(original); OutputStream out = Files.newOutputStream(copy)) {
            final Counter counter = new Counter(messages, spanNs);
            final byte[] bytes = new byte[Block.CAPACITY];
            Block block = source.next();
            while (block != null && !counter.isFull()) {
                final int length = counter.count(block);
                block.buffer().getBytes(0, bytes, 0, length);
                out.write(bytes, 0, length);
                block = counter.isFull() ? block : source.next();
            }
            if (counter.messages == 0) {
                throw new BusException(original + " has no messages");
            }
            final boolean isWhole = block == null;
            final boolean isFlawed = isWhole && !source.tail().isWhole();
            return new Excerpt(copy, counter.messages, isWhole,
                    isFlawed ? Optional.of(original + " is " + source.tail().sentence()) : Optional.empty());
        } catch (final IOException e) {
            throw new BusException("cannot copy from " + original + " to " + copy + ": " + e.getMessage(), e);
        }
    }

    /** Counts messages up to the limits. */
    private static final class Counter {
        private final long max;
        private final long spanNs;
        private long messages;
        private long firstNs = -1;
        private boolean full;

        Counter(final long max, final long spanNs) {
            this.max = max;
            this.spanNs = spanNs;
        }

        boolean isFull() {
            return full;
        }

        /** Returns the total length, with framing, of the block's messages that are within the limits. */
        int count(final Block block) {
            final DirectBuffer buffer = block.buffer();
            int at = 0;
            while (at < block.length()) {
                final int length = buffer.getShort(at, BIG_ENDIAN) & 0xFFFF;
                if (messages == max || length >= MIN_TIMED_LENGTH && isLate(buffer, at + Block.FRAMING)) {
                    full = true;
                    return at;
                }
                messages++;
                at += Block.FRAMING + length;
            }
            return at;
        }

        private boolean isLate(final DirectBuffer buffer, final int message) {
            final long timeNs = (buffer.getShort(message + TIMESTAMP, BIG_ENDIAN) & 0xFFFFL) << Integer.SIZE
                    | buffer.getInt(message + TIMESTAMP + Short.BYTES, BIG_ENDIAN) & 0xFFFF_FFFFL;
            firstNs = firstNs < 0 ? timeNs : firstNs;
            return timeNs - firstNs > spanNs;
        }
    }
}
