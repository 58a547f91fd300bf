package io.verbus.support.seeds;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** All randomness of a history: one seed, one sequence of random numbers. */
public final class Dice {
    private final SplittableRandom random;

    public Dice(final long seed) {
        // Adjacent seeds give similar streams at first; one step of another generator separates them.
        random = new SplittableRandom(new SplittableRandom(seed).nextLong());
    }

    /** From 0 to below a bound. */
    public int below(final int bound) {
        return random.nextInt(bound);
    }

    /** Both ends included. */
    public int between(final int lowest, final int highest) {
        return lowest + random.nextInt(highest - lowest + 1);
    }

    public boolean oneIn(final int throwsOnAverage) {
        return random.nextInt(throwsOnAverage) == 0;
    }

    public <T> T pick(final List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }

    /** An index, as probable as its weight; at least one weight is above 0. */
    public int weighted(final int... weights) {
        int sum = 0;
        for (final int weight : weights) {
            sum += weight;
        }
        int rest = random.nextInt(sum);
        int index = 0;
        while (rest >= weights[index]) {
            rest -= weights[index++];
        }
        return index;
    }

    /** Any number: a seed for another generator. */
    public long seed() {
        return random.nextLong();
    }

    /** Ids for the bus, from a separate sequence, so that another id changes nothing else. */
    public RandomGenerator ids() {
        return random.split();
    }
}
