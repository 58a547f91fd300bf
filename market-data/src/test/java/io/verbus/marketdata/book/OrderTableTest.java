package io.verbus.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OrderTableTest {
    private final OrderTable table = new OrderTable(8);

    @Test
    void findsCollidedOrdersAcrossTableEndAfterDeletion() {
        final List<Long> colliding = referencesAt(table.capacity() - 1, 4);
        for (final long reference : colliding) {
            put(reference);
        }
        // They wrap: the last slot, then 0, 1, 2.
        table.remove(table.entry(colliding.get(0)));
        assertEquals(3, table.size());
        for (final long reference : colliding.subList(1, 4)) {
            assertTrue(table.isLive(table.entry(reference)), () -> "lost " + reference);
            assertEquals(reference * 3, table.price(table.entry(reference)));
        }
        assertFalse(table.isLive(table.entry(colliding.get(0))));
    }

    @Test
    void keepsEntryAtHomeWhenHoleOpensBeforeIt() {
        final long first = referencesAt(2, 1).get(0);
        final long second = referencesAt(3, 1).get(0);
        put(first);
        put(second);
        final int home = table.entry(second);
        table.remove(table.entry(first));
        assertEquals(home, table.entry(second));
        assertTrue(table.isLive(home));
    }

    @Test
    void growsAndKeepsEveryOrder() {
        for (long reference = 0; reference < 10_000; reference++) {
            put(reference);
        }
        assertTrue(table.capacity() >= 16_384, () -> "capacity " + table.capacity());
        for (long reference = 0; reference < 10_000; reference++) {
            final int entry = table.entry(reference);
            assertTrue(table.isLive(entry));
            assertEquals(reference * 3, table.price(entry));
            assertEquals(reference + 1, table.shares(entry));
            assertEquals((int) reference & 63, table.bookSide(entry));
        }
    }

    @Test
    void holdsMaximumSharesAndHighestSide() {
        final int side = BookSide.of(Books.MAX_INSTRUMENTS - 1, BookSide.SELL);
        table.put(table.entry(-1), -1, Long.MIN_VALUE, OrderTable.MAX_SHARES, side);
        table.reduce(table.entry(-1), 1);
        assertEquals(OrderTable.MAX_SHARES - 1, table.shares(table.entry(-1)));
        assertEquals(side, table.bookSide(table.entry(-1)));
        assertEquals(Long.MIN_VALUE, table.price(table.entry(-1)));
    }

    @Test
    void equalsHashMapAfterManyAdditionsAndRemovals() {
        final SplittableRandom random = new SplittableRandom(11);
        final Map<Long, Long> expected = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            final long reference = random.nextInt(600) * 0x1_0000_0001L;
            final int entry = table.entry(reference);
            assertEquals(expected.containsKey(reference), table.isLive(entry));
            if (table.isLive(entry)) {
                assertEquals(expected.remove(reference), table.shares(entry));
                table.remove(entry);
            } else {
                expected.put(reference, 1L + i);
                table.put(entry, reference, i, 1L + i, 0);
            }
        }
        assertEquals(expected.size(), table.size());
        expected.forEach((reference, shares) -> assertEquals(shares, table.shares(table.entry(reference))));
    }

    /** References whose search starts at a slot of the empty table. */
    private List<Long> referencesAt(final int slot, final int count) {
        final int stride = 3;
        final List<Long> found = new ArrayList<>();
        for (long reference = 1; found.size() < count; reference++) {
            if (table.entry(reference) == slot * stride) {
                found.add(reference);
            }
        }
        return found;
    }

    private void put(final long reference) {
        table.put(table.entry(reference), reference, reference * 3, reference + 1, (int) reference & 63);
    }
}
