package io.verbus.testkit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The orders of a venue as plain maps, from its ITCH messages; independent of the books of the product. */
public final class VenueBooks {
    private record Order(short locate, byte side, byte[] stock, int price, int shares) {}

    private final Map<Long, Order> orders = new TreeMap<>();
    private final Map<Integer, TreeMap<Long, Long>> levels = new HashMap<>();
    private final List<byte[]> states = new ArrayList<>();

    /** Applies a message. */
    public void apply(final byte... message) {
        final ByteBuffer m = ByteBuffer.wrap(message);
        switch (message[0]) {
            case 'A', 'F' -> {
                final byte[] stock = new byte[8];
                m.get(24, stock);
                add(m.getLong(11), new Order(m.getShort(1), m.get(19), stock, m.getInt(32), m.getInt(20)));
            }
            case 'E', 'C', 'X' -> {
                final Order order = remove(m.getLong(11));
                if (order.shares > m.getInt(19)) {
                    add(m.getLong(11), new Order(order.locate, order.side, order.stock, order.price,
                            order.shares - m.getInt(19)));
                }
            }
            case 'D' -> remove(m.getLong(11));
            case 'U' -> {
                final Order order = remove(m.getLong(11));
                add(m.getLong(19), new Order(order.locate, order.side, order.stock, m.getInt(31), m.getInt(27)));
            }
            case 'S', 'R', 'H', 'Y' -> states.add(message);
            default -> {
                // not in a snapshot
            }
        }
    }

    private void add(final long reference, final Order order) {
        orders.put(reference, order);
        side(order.locate, order.side == 'B').merge((long) order.price, (long) order.shares, Long::sum);
    }

    private Order remove(final long reference) {
        final Order order = orders.remove(reference);
        side(order.locate, order.side == 'B').compute((long) order.price,
                (_, shares) -> shares == order.shares ? null : shares - order.shares);
        return order;
    }

    /** Number of resting orders. */
    public int liveOrders() {
        return orders.size();
    }

    /** Shares of a side by price. */
    public TreeMap<Long, Long> side(final int locate, final boolean isBuy) {
        return levels.computeIfAbsent(2 * locate + (isBuy ? 0 : 1), _ -> new TreeMap<>());
    }

    /** The state as messages of a snapshot, without its last one. */
    public List<byte[]> snapshot() {
        final List<byte[]> messages = new ArrayList<>(states);
        orders.forEach((reference, order) -> messages.add(ByteBuffer.allocate(36).put((byte) 'A')
                .putShort(order.locate).putLong(0).putLong(reference).put(order.side).putInt(order.shares)
                .put(order.stock).putInt(order.price).array()));
        return messages;
    }
}
