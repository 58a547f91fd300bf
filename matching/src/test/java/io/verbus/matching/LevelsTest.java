package io.verbus.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The levels of many sides equal sorted maps, while single sides in turn get nearly all levels, so that rooms of all
 * sizes become free, and those in use are moved together. Assertions of Levels check the bound of its memory.
 */
class LevelsTest {
    private static final int MOST = 200;
    private static final int SIDES = 40;

    private final Levels levels = new Levels(MOST);
    private final List<TreeMap<Long, Integer>> model = new ArrayList<>();
    private int size;

    LevelsTest() {
        for (int side = 0; side < SIDES; side++) {
            model.add(new TreeMap<>());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void levelsEqualSortedMaps(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            final int large = random.nextInt(SIDES);
            for (int i = 0; i < 2 * MOST; i++) {
                insert(random.nextInt(8) == 0 ? random.nextInt(SIDES) : large, 1 + random.nextInt(1_000));
            }
            final int left = random.nextInt(20);
            for (int i = 0; size > left; i++) {
                final TreeMap<Long, Integer> prices = model.get((large + i) % SIDES);
                while (prices.size() > (i < SIDES ? random.nextInt(3) : 0)) {
                    remove((large + i) % SIDES, random.nextBoolean() ? prices.firstKey() : prices.lastKey());
                }
            }
            check();
        }
    }

    @Test
    void sideThatShrinksAndGrowsKeepsItsLevels() {
        for (int most = 1; most <= MOST; most++) {
            for (long price = 1; price <= most; price++) {
                insert(3, price);
            }
            for (long price = 1; price < most; price++) {
                remove(3, price);
            }
            check();
        }
    }

    private void insert(final int side, final long price) {
        if (size < MOST && model.get(side).putIfAbsent(price, size) == null) {
            levels.insert(side, price, size++);
        }
    }

    private void remove(final int side, final long price) {
        model.get(side).remove(price);
        levels.remove(side, levels.find(side, price));
        size--;
    }

    private void check() {
        for (int side = 0; side < SIDES; side++) {
            final TreeMap<Long, Integer> prices = model.get(side);
            final List<String> expected = new ArrayList<>();
            (side % 2 == Terms.BUY ? prices.descendingMap() : prices)
                    .forEach((price, entry) -> expected.add(price + " " + entry));
            final List<String> actual = new ArrayList<>();
            for (int depth = 0; depth < levels.size(side); depth++) {
                final int level = levels.at(side, depth);
                assertEquals(level, levels.find(side, levels.price(side, level)));
                actual.add(levels.price(side, level) + " " + levels.first(level));
            }
            assertEquals(expected, actual, "side " + side);
        }
    }
}
