package io.verbus.testkit.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Returns all its items in a random order, then all again: so none is missing for long. */
public final class ShuffledCycle<T> {
    private final List<T> items;
    private final SplittableRandom random;
    private final List<T> rest = new ArrayList<>();

    public ShuffledCycle(final List<T> items, final SplittableRandom random) {
        this.items = items;
        this.random = random;
    }

    public T next() {
        if (rest.isEmpty()) {
            rest.addAll(items);
        }
        return rest.remove(random.nextInt(rest.size()));
    }
}
