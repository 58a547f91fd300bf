package io.verbus.marketdata.book;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Straightforward order books, the reference for {@link Books}. */
final class NaiveBooks {
    private record Order(int instrument, int side, long price, long shares) {
        Order withShares(final long remaining) {
            return new Order(instrument, side, price, remaining);
        }
    }

    private final Map<Long, Order> orders = new HashMap<>();
    private long executions;
    private long executedShares;
    private long unknown;
    private long duplicates;
    private long surplus;
    private long outOfRange;

    void add(final long instrument, final long reference, final int side, final long price, final long shares) {
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS || side < 0 || side > 1
                || !isOrder(price, shares)) {
            outOfRange++;
        } else if (orders.containsKey(reference)) {
            duplicates++;
        } else {
            orders.put(reference, new Order((int) instrument, side, price, shares));
        }
    }

    void execute(final long reference, final long shares) {
        final Order order = orders.get(reference);
        if (order != null && shares >= 0) {
            executions++;
            executedShares += Math.min(shares, order.shares);
        }
        reduce(reference, shares);
    }

    void reduce(final long reference, final long shares) {
        final Order order = orders.get(reference);
        if (order == null) {
            unknown++;
        } else if (shares < 0) {
            outOfRange++;
        } else if (shares < order.shares) {
            orders.put(reference, order.withShares(order.shares - shares));
        } else {
            surplus += shares > order.shares ? 1 : 0;
            orders.remove(reference);
        }
    }

    void delete(final long reference) {
        if (orders.remove(reference) == null) {
            unknown++;
        }
    }

    void replace(final long reference, final long newReference, final long price, final long shares) {
        final Order order = orders.get(reference);
        if (order == null) {
            unknown++;
        } else if (!isOrder(price, shares)) {
            outOfRange++;
        } else {
            orders.remove(reference);
            add(order.instrument, newReference, order.side, price, shares);
        }
    }

    void clear() {
        orders.clear();
    }

    void clear(final long instrument) {
        if (instrument < 0 || instrument >= Books.MAX_INSTRUMENTS) {
            outOfRange++;
        }
        orders.values().removeIf(order -> order.instrument == instrument);
    }

    /** The counters, then every level of every book. */
    List<String> state() {
        final List<String> lines = new ArrayList<>();
        lines.add("orders " + orders.size() + " executions " + executions + " of " + executedShares);
        lines.add("unknown " + unknown + " duplicate " + duplicates + " surplus " + surplus + " range " + outOfRange);
        final Map<Integer, Map<Integer, TreeMap<Long, long[]>>> books = new TreeMap<>();
        for (final Order order : orders.values()) {
            final long[] level = books.computeIfAbsent(order.instrument, _ -> new TreeMap<>())
                    .computeIfAbsent(order.side, _ -> new TreeMap<>())
                    .computeIfAbsent(order.price, _ -> new long[2]);
            level[0] += order.shares;
            level[1]++;
        }
        books.forEach((instrument, sides) -> sides.forEach((side, levels) -> levels.forEach((price, level) -> {
            lines.add(instrument + (side == 0 ? ",B," : ",S,") + price + "," + level[0] + "," + level[1]);
        })));
        return lines;
    }

    private static boolean isOrder(final long price, final long shares) {
        return price != Books.NO_PRICE && shares > 0 && shares <= Books.MAX_SHARES;
    }
}
