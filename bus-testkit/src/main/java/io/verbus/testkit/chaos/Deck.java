package io.verbus.testkit.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Deals all its cards in a random order, then all again: so none is missing for long. */
public final class Deck<T> {
    private final List<T> cards;
    private final SplittableRandom random;
    private final List<T> rest = new ArrayList<>();

    public Deck(final List<T> cards, final SplittableRandom random) {
        this.cards = cards;
        this.random = random;
    }

    public T deal() {
        if (rest.isEmpty()) {
            rest.addAll(cards);
        }
        return rest.remove(random.nextInt(rest.size()));
    }
}
