package io.verbus.testkit.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Eight bytes of memory with all stores to them, in order.
 *
 * <p>A load may return any store that is not older than those its actor knows: the newest one that was stored or loaded
 * by it, or by an actor whose accesses happened before.
 */
final class StoredWord {
    private static final int NEVER = Integer.MAX_VALUE;

    /** A value, when each actor first saw it, and the knowledge that an acquire of it transfers. */
    static final class Store {
        final long value;
        final Clock released;
        final boolean isVolatile;
        private final int[] seen;

        private Store(final long value, final Clock released, final boolean isVolatile, final int[] seen) {
            this.value = value;
            this.released = released;
            this.isVolatile = isVolatile;
            this.seen = seen;
        }

        private boolean isKnown(final Clock clock) {
            for (int i = 0; i < seen.length; i++) {
                if (seen[i] <= clock.of(i)) {
                    return true;
                }
            }
            return false;
        }

        void see(final int actor, final Clock clock) {
            seen[actor] = Math.min(seen[actor], clock.of(actor));
        }
    }

    private final List<Store> stores = new ArrayList<>(2);
    private final int actors;
    /** When each actor last declared that it reads this word in place; null if none did. */
    private int[] inPlace;

    StoredWord(final long initial, final int actors) {
        this.actors = actors;
        stores.add(new Store(initial, null, true, new int[actors]));
    }

    int newest() {
        return stores.size() - 1;
    }

    Store store(final int index) {
        return stores.get(index);
    }

    /** Index of the oldest store that a load may return. */
    int oldest(final Clock clock, final boolean isVolatile) {
        int index = newest();
        while (!stores.get(index).isKnown(clock) && !(isVolatile && stores.get(index).isVolatile)) {
            index--;
        }
        return index;
    }

    void store(final long value, final Clock released, final boolean isVolatile, final int actor, final Clock clock) {
        final int[] seen = new int[actors];
        Arrays.fill(seen, NEVER);
        seen[actor] = clock.of(actor);
        stores.add(new Store(value, released, isVolatile, seen));
    }

    /** Whether an actor that starts to read in place knows the newest store. */
    boolean readInPlace(final int actor, final Clock clock) {
        if (inPlace == null) {
            inPlace = new int[actors];
        }
        inPlace[actor] = clock.of(actor);
        return stores.getLast().isKnown(clock);
    }

    /** Whether an actor that is about to store knows that all in-place reads of the word have ended. */
    boolean isReleased(final int actor, final Clock clock) {
        for (int i = 0; inPlace != null && i < actors; i++) {
            if (i != actor && inPlace[i] > clock.of(i)) {
                return false;
            }
        }
        return true;
    }
}
