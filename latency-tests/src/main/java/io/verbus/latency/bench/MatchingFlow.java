package io.verbus.latency.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A generated flow of orders in one instrument, the same in each run: first as many orders as rest at once, then a
 * steady flow of 44 % new orders, 38 % cancels, 12 % replacements at another price, and 6 % orders that trade with the
 * first order of the other side. Most orders are near the best price, and no other order crosses.
 */
final class MatchingFlow {
    /** A new order that rests. */
    static final int NEW = 0;
    /** A cancel. */
    static final int CANCEL = 1;
    /** A replacement at another price, with another id. */
    static final int REPLACE = 2;
    /** An IOC order that trades all of the first order of the other side. */
    static final int TRADE = 3;

    private static final int SEATS = 16;
    private static final long MIDDLE = 100_000;
    private static final double LEVELS = 150;

    /** An order in the simulated book. */
    private static final class Order {
        private long id;
        private long clientId;
        private long origin;
        private int seat;
        private int side;
        private long price;
        private long quantity;
        private int index;
    }

    final int resting;
    final byte[] kinds;
    final byte[] sides;
    final int[] seats;
    final long[] ids;
    final long[] newIds;
    /** Id and new id as a client assigns them: each seat counts its orders. */
    final long[] clientIds;
    final long[] newClientIds;
    /** The id under which an order was new. */
    final long[] origins;
    final long[] prices;
    final long[] quantities;

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Order> live = new ArrayList<>();
    private final List<TreeMap<Long, ArrayDeque<Order>>> books = List.of(new TreeMap<>(Comparator.reverseOrder()),
            new TreeMap<>());
    private long nextId = 1;
    private final long[] nextClientIds = new long[SEATS];

    /**
     * Generates the flow.
     *
     * @param resting orders that rest at once; as many inputs come first
     * @param steady inputs after these
     */
    MatchingFlow(final int resting, final int steady) {
        this.resting = resting;
        final int length = resting + steady;
        kinds = new byte[length];
        sides = new byte[length];
        seats = new int[length];
        ids = new long[length];
        newIds = new long[length];
        clientIds = new long[length];
        newClientIds = new long[length];
        origins = new long[length];
        prices = new long[length];
        quantities = new long[length];
        for (int i = 0; i < length; i++) {
            final int dice = i < resting ? 0 : random.nextInt(100);
            if (dice < 44) {
                add(i);
            } else if (dice < 82) {
                final Order order = pick();
                set(i, CANCEL, order);
                remove(order);
            } else if (dice < 94) {
                replace(i);
            } else {
                trade(i);
            }
        }
    }

    /** Number of inputs. */
    int length() {
        return kinds.length;
    }

    private void add(final int at) {
        final Order order = new Order();
        order.id = nextId++;
        order.origin = order.id;
        order.seat = random.nextInt(SEATS);
        order.clientId = nextClientIds[order.seat]++;
        order.side = random.nextInt(2);
        order.price = price(order.side);
        order.quantity = 1 + random.nextInt(1_000);
        set(at, NEW, order);
        insert(order);
    }

    private void replace(final int at) {
        final Order order = pick();
        set(at, REPLACE, order);
        remove(order);
        final long old = order.price;
        while (order.price == old) {
            order.price = price(order.side);
        }
        order.id = nextId++;
        newIds[at] = order.id;
        order.clientId = nextClientIds[order.seat]++;
        newClientIds[at] = order.clientId;
        prices[at] = order.price;
        insert(order);
    }

    private void trade(final int at) {
        final Order first = books.get(random.nextInt(2)).firstEntry().getValue().getFirst();
        set(at, TRADE, first);
        ids[at] = nextId++;
        origins[at] = ids[at];
        sides[at] = (byte) (first.side ^ 1);
        seats[at] = (first.seat + 1 + random.nextInt(SEATS - 1)) % SEATS; // no self-trade
        clientIds[at] = nextClientIds[seats[at]]++;
        remove(first);
    }

    private long price(final int side) {
        final long distance = 1 + (long) Math.abs(random.nextGaussian() * LEVELS);
        return side == 0 ? MIDDLE - distance : MIDDLE + distance;
    }

    private Order pick() {
        return live.get(random.nextInt(live.size()));
    }

    private void set(final int at, final int kind, final Order order) {
        kinds[at] = (byte) kind;
        sides[at] = (byte) order.side;
        seats[at] = order.seat;
        ids[at] = order.id;
        clientIds[at] = order.clientId;
        origins[at] = order.origin;
        prices[at] = order.price;
        quantities[at] = order.quantity;
    }

    private void insert(final Order order) {
        order.index = live.size();
        live.add(order);
        books.get(order.side).computeIfAbsent(order.price, price -> new ArrayDeque<>()).addLast(order);
    }

    private void remove(final Order order) {
        final Order last = live.removeLast();
        if (last != order) {
            live.set(order.index, last);
            last.index = order.index;
        }
        final ArrayDeque<Order> level = books.get(order.side).get(order.price);
        level.remove(order);
        if (level.isEmpty()) {
            books.get(order.side).remove(order.price);
        }
    }
}
