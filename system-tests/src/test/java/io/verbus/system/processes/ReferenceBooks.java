package io.verbus.system.processes;

import io.verbus.marketdata.book.BookTotals;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Simple order books, built directly from ITCH bytes without any code under test. Field offsets are those of the
 * TotalView-ITCH 5.0 specification, section 4.
 */
final class ReferenceBooks {
    private static final int LOCATE = 1;
    private static final int SYMBOL = 11;
    private static final int REFERENCE = 11;
    private static final int EXECUTED_SHARES = 19;
    private static final int SIDE = 19;
    private static final int SHARES = 20;
    private static final int PRICE = 32;
    private static final int NEW_REFERENCE = 19;
    private static final int NEW_SHARES = 27;
    private static final int NEW_PRICE = 31;

    private final Map<Long, Order> orders = new HashMap<>();
    private final Map<Character, Long> counts = new TreeMap<>();
    private final Map<Integer, String> symbols = new HashMap<>();

    private record Order(int locate, char side, long price, long shares) {
        Order less(final long by) {
            return new Order(locate, side, price, shares - by);
        }
    }

    private record Level(int locate, char side, long price) {}

    /** Applies a session of messages with 2-byte lengths. A truncated message at the end is ignored. */
    static ReferenceBooks of(final byte[] session) throws IOException {
        final ReferenceBooks books = new ReferenceBooks();
        final DataInputStream in = new DataInputStream(new ByteArrayInputStream(session));
        while (in.available() > 0) {
            try {
                final byte[] message = new byte[in.readUnsignedShort()];
                in.readFully(message);
                books.apply(message);
            } catch (final EOFException e) {
                return books;
            }
        }
        return books;
    }

    /** Number of messages of each type. */
    Map<Character, Long> counts() {
        return counts;
    }

    long messages() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The symbol of an instrument. */
    String symbol(final int locate) {
        return symbols.get(locate);
    }

    /** The shares and the price of the best level of a side; a dash if it is empty. */
    String best(final int locate, final char side) {
        final List<String[]> levels = levels().lines().map(line -> line.split(","))
                .filter(level -> level[0].equals("" + locate) && level[1].equals("" + side)).toList();
        if (levels.isEmpty()) {
            return "-";
        }
        final String[] best = side == 'B' ? levels.getLast() : levels.getFirst();
        return best[3] + " @ " + new BigDecimal(best[2]).movePointLeft(4);
    }

    /** The sums over all books. */
    BookTotals totals() {
        return new BookTotals(orders.size(), levels().lines().count(),
                orders.values().stream().mapToInt(Order::locate).distinct().count(),
                orders.values().stream().mapToLong(Order::shares).sum());
    }

    /** The price levels in the format of {@code ./bus book --book-out}. */
    String levels() {
        final Comparator<Level> order = Comparator.comparingInt(Level::locate).thenComparing(Level::side)
                .thenComparingLong(Level::price);
        final Map<Level, long[]> levels = new TreeMap<>(order);
        for (final Order resting : orders.values()) {
            final long[] level = levels.computeIfAbsent(
                    new Level(resting.locate, resting.side, resting.price), key -> new long[2]);
            level[0] += resting.shares;
            level[1]++;
        }
        return levels.entrySet().stream()
                .map(level -> "%d,%s,%d,%d,%d".formatted(level.getKey().locate, level.getKey().side,
                        level.getKey().price, level.getValue()[0], level.getValue()[1]))
                .collect(Collectors.joining("\n"));
    }

    private void apply(final byte[] message) {
        final char type = (char) message[0];
        counts.merge(type, 1L, Long::sum);
        final long reference = type == 'A' || "FECXDU".indexOf(type) >= 0 ? number(message, REFERENCE, 8) : 0;
        switch (type) {
            case 'R' -> symbols.put((int) number(message, LOCATE, 2),
                    new String(message, SYMBOL, 8, StandardCharsets.US_ASCII).strip());
            case 'A', 'F' -> orders.put(reference, new Order((int) number(message, LOCATE, 2), (char) message[SIDE],
                    number(message, PRICE, 4), number(message, SHARES, 4)));
            case 'E', 'C', 'X' -> reduce(reference, number(message, EXECUTED_SHARES, 4));
            case 'D' -> orders.remove(reference);
            case 'U' -> {
                final Order old = orders.remove(reference);
                orders.put(number(message, NEW_REFERENCE, 8), new Order(old.locate, old.side,
                        number(message, NEW_PRICE, 4), number(message, NEW_SHARES, 4)));
            }
            default -> {
                // does not change orders
            }
        }
    }

    private void reduce(final long reference, final long shares) {
        orders.computeIfPresent(reference, (key, old) -> old.shares > shares ? old.less(shares) : null);
    }

    private static long number(final byte[] message, final int offset, final int length) {
        long value = 0;
        for (int i = offset; i < offset + length; i++) {
            value = value << Byte.SIZE | message[i] & 0xFF;
        }
        return value;
    }
}
