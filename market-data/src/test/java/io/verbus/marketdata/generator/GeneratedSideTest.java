package io.verbus.marketdata.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedSideTest {
    @ParameterizedTest
    @ValueSource(ints = {-1_000_000, -32, 0, 29_000})
    void sideAgreesWithSortedMapOfLists(final int around) {
        final GeneratedOrders pool = new GeneratedOrders();
        final GeneratedSide side = new GeneratedSide(false, pool);
        final TreeMap<Integer, List<Integer>> expected = new TreeMap<>();
        final SplitMix random = new SplitMix(around);
        for (int i = 0; i < 20_000; i++) {
            if (expected.isEmpty() || random.chance(i % 2_000 < 1_000 ? 6 : 4, 10)) {
                final int depth = around + i / 2_000 + random.below(50);
                if (expected.isEmpty() || Math.max(depth, expected.lastKey())
                        - Math.min(depth, expected.firstKey()) < GeneratedSide.LEVELS) {
                    final int order = pool.take(i, 1);
                    side.add(order, depth);
                    expected.computeIfAbsent(depth, _ -> new ArrayList<>()).add(order);
                }
            } else {
                remove(side, pool, expected, random);
            }
            assertAgreement(side, expected);
        }
    }

    @Test
    void depthOfBuyIsItsNegatedPrice() {
        final GeneratedSide buys = new GeneratedSide(true, new GeneratedOrders());
        assertTrue(buys.depth(101) < buys.depth(100), "the higher price is better");
        assertEquals(100, buys.ticks(buys.depth(100)));
    }

    private static void remove(final GeneratedSide side, final GeneratedOrders pool,
            final TreeMap<Integer, List<Integer>> expected, final SplitMix random) {
        final int order = random.chance(1, 2) ? side.first() : side.nearTop(random);
        final int depth = pool.depth[order];
        final List<Integer> level = expected.get(depth);
        assertTrue(level.remove((Integer) order), "the order is of that level");
        if (level.isEmpty()) {
            expected.remove(depth);
        }
        side.remove(order);
        pool.release(order);
    }

    private static void assertAgreement(final GeneratedSide side, final TreeMap<Integer, List<Integer>> expected) {
        assertEquals(expected.values().stream().mapToInt(List::size).sum(), side.orders());
        if (!expected.isEmpty()) {
            assertEquals(expected.firstKey(), side.best());
            assertEquals(expected.lastKey(), side.deepest());
            assertEquals(expected.firstEntry().getValue().getFirst(), side.first());
            assertEquals(expected.lastEntry().getValue().getFirst(), side.oldest(side.deepest()));
        }
    }
}
