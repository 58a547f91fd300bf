package io.verbus.matching.model;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The room in the engine of a history, by the rules of docs/reference/matching.md. */
final class ModelCapacity {
    private final OrderWorld world;
    private final Set<List<Long>> idPages = new HashSet<>();
    private final Set<List<Integer>> accounts = new HashSet<>();

    ModelCapacity(final OrderWorld world) {
        this.world = world;
    }

    /** The capacity that a new order exceeds: ids, orders or accounts; or null. */
    String lackOf(final ModelOrder order, final int resting) {
        final boolean rests = order.duration.equals("day") || order.duration.equals("gtc");
        if (rests && resting >= world.capacity().orders()) {
            return "orders";
        }
        if (accounts.size() >= world.capacity().accounts() && !accounts.contains(account(order))) {
            return "accounts";
        }
        return lacksIds(order.seat, order.id) ? "ids" : null;
    }

    boolean lacksIds(final int seat, final long id) {
        final long own = idPages.stream().filter(page -> page.getFirst() == seat).count();
        return own >= world.capacity().idPages() - idPages.size() && !idPages.contains(page(seat, id));
    }

    /** An id is used, by an order of an instrument. */
    void use(final ModelOrder order) {
        idPages.add(page(order.seat, order.id));
        accounts.add(account(order));
    }

    /** Only resting orders keep ids, and only those and positions keep accounts. */
    void endDay(final List<ModelOrder> resting, final Map<List<Integer>, Long> positions) {
        idPages.clear();
        accounts.removeIf(account -> positions.getOrDefault(account, 0L) == 0);
        resting.forEach(this::use);
    }

    private static List<Long> page(final int seat, final long id) {
        return List.of((long) seat, Math.floorDiv(id, 64L));
    }

    private static List<Integer> account(final ModelOrder order) {
        return List.of(order.seat, order.instrument);
    }
}
