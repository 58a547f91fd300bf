package io.verbus.marketdata.deep;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.feed.Normaliser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Arbitrary DEEP messages, normalised twice into memory with different contents, and applied to books. Both results are
 * equal, so each byte of a claim is written, and no other one; the books accept them; and the levels are those of a
 * sorted map. Symbols have indexes in the order of their first appearance.
 *
 * <p>Input: messages, each a type (that of the specification with this number, with few symbols and prices, or any) and
 * its bytes.
 */
public final class DeepTarget implements Target {
    private static final int FEW = 128;
    private static final int SYMBOL = 10;
    private static final int SIZE = 18;
    private static final int PRICE = 22;
    private static final DeepType[] TYPES = DeepType.values();

    public DeepTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final Run run = new Run();
        while (input.hasMore()) {
            run.take(message(input));
        }
        run.checkLevels();
    }

    private static byte[] message(final Input input) {
        final int kind = input.u8();
        if (kind % FEW >= TYPES.length) {
            return input.bytes(1 + input.u8());
        }
        final DeepType type = TYPES[kind % FEW];
        final byte[] message = Arrays.copyOf(input.bytes(type.length()), type.length());
        message[0] = (byte) type.code();
        if (kind >= FEW && type != DeepType.SYSTEM_EVENT) {
            Arrays.fill(message, SYMBOL + 1, SYMBOL + 8, (byte) ' ');
            if (type == DeepType.PRICE_LEVEL_BUY || type == DeepType.PRICE_LEVEL_SELL) {
                Arrays.fill(message, SIZE + 1, PRICE, (byte) 0);
                Arrays.fill(message, PRICE + 1, message.length, (byte) 0);
            }
        }
        return message;
    }

    @Override
    public List<byte[]> seeds() {
        final Seed all = new Seed();
        for (int i = 0; i < 3 * TYPES.length; i++) {
            final byte[] body = new byte[TYPES[i % TYPES.length].length()];
            Arrays.fill(body, (byte) (i / TYPES.length));
            all.u8(FEW + i % TYPES.length).bytes(body);
        }
        return List.of(all.toBytes(), new Seed().u8(99).u8(0).u8('8').u8(0).bytes(new byte[10]).toBytes());
    }

    /** Two normalisers, the books, and their expected content. */
    private static final class Run {
        private final DeepNormaliser normaliser = new DeepNormaliser();
        private final DeepNormaliser twin = new DeepNormaliser();
        private final Claims claims = new Claims((byte) 0x55);
        private final Claims twins = new Claims((byte) 0xAA);
        private final BookUpdater updater = new BookUpdater(new Books(8));
        private final List<Long> symbols = new ArrayList<>();
        private final List<TreeMap<Long, Long>> levels = new ArrayList<>();
        private final List<Boolean> insideEvent = new ArrayList<>();
        private long refused;
        private long sequence;

        void take(final byte[] message) {
            final UnsafeBuffer in = new UnsafeBuffer(message);
            if (message.length == 0 || normaliser.requiredLength(in, 0, message.length) != message.length) {
                check(message.length == 0 || DeepType.length(message[0]) == Normaliser.UNKNOWN
                        || DeepType.length(message[0]) != message.length, "a correct length is refused");
                return;
            }
            sequence++;
            claims.messages.clear();
            twins.messages.clear();
            normaliser.normalise(in, 0, message.length, sequence, sequence, claims);
            twin.normalise(in, 0, message.length, sequence, sequence, twins);
            check(Arrays.deepEquals(claims.messages.toArray(), twins.messages.toArray()), "bytes that are not written");
            for (final byte[] each : claims.messages) {
                check(updater.apply(new UnsafeBuffer(each), 0, each.length) >= 0, "the books do not accept it");
            }
            if (message[0] != 'S') {
                apply(message[0], index(in.getLong(SYMBOL, LITTLE_ENDIAN)), in);
            }
        }

        /** Index of a symbol, from 0. */
        private int index(final long symbol) {
            if (!symbols.contains(symbol)) {
                symbols.add(symbol);
                levels.add(new TreeMap<>());
                levels.add(new TreeMap<>());
                insideEvent.add(false);
            }
            return symbols.indexOf(symbol);
        }

        private void apply(final byte type, final int index, final UnsafeBuffer in) {
            if (type != '8' && type != '5') {
                return;
            }
            insideEvent.set(index, (in.getByte(1) & 1) == 0);
            final TreeMap<Long, Long> side = levels.get(2 * index + (type == '8' ? BookSide.BUY : BookSide.SELL));
            final long size = Integer.toUnsignedLong(in.getInt(SIZE, LITTLE_ENDIAN));
            final long price = in.getLong(PRICE, LITTLE_ENDIAN);
            if (price == Books.NO_PRICE) {
                refused++;
            } else if (size == 0) {
                side.remove(price);
            } else {
                side.put(price, size);
            }
        }

        void checkLevels() {
            final LevelBooks books = updater.levelBooks();
            int total = 0;
            for (int index = 0; index < symbols.size(); index++) {
                same(insideEvent.get(index), books.isInsideEvent(index + 1), "inside an event");
                for (int side = 0; side < 2; side++) {
                    final TreeMap<Long, Long> model = levels.get(2 * index + side);
                    same(model.size(), books.levels(index + 1, side), "levels");
                    int depth = 0;
                    for (final var level : (side == BookSide.BUY ? model.descendingMap() : model).entrySet()) {
                        same((long) level.getKey(), books.price(index + 1, side, depth), "price");
                        same((long) level.getValue(), books.shares(index + 1, side, depth), "size");
                        depth++;
                    }
                    total += depth;
                }
            }
            same(total, books.priceLevels(), "all levels");
            same(refused, books.refusals().all(), "refused");
        }
    }

    /** Claims that end at the end of the buffer, after a guard. */
    private static final class Claims implements MessageWriter {
        private static final int CAPACITY = 256;

        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);
        private final List<byte[]> messages = new ArrayList<>();
        private final byte fill;
        private int claimed;

        Claims(final byte fill) {
            this.fill = fill;
        }

        @Override
        public int claim(final int length) {
            check(length > 0 && length < CAPACITY, "a claim of " + length);
            buffer.setMemory(0, CAPACITY, fill);
            claimed = length;
            return CAPACITY - length;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return buffer;
        }

        @Override
        public long commit() {
            for (int i = 0; i < CAPACITY - claimed; i++) {
                same(fill, buffer.getByte(i), "write outside the claim");
            }
            final byte[] message = new byte[claimed];
            buffer.getBytes(CAPACITY - claimed, message);
            messages.add(message);
            return messages.size();
        }

        @Override
        public void abort() {
            throw new AssertionError("a normaliser aborts nothing");
        }

        @Override
        public Session session() {
            return new Session("fuzz", 1, "feed", 1, 0, "");
        }

        @Override
        public long position() {
            return messages.size();
        }
    }
}
