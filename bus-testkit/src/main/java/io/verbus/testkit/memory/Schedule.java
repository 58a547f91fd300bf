package io.verbus.testkit.memory;

import java.util.SplittableRandom;

/**
 * Selects the running actor at each step, by a seed. Either any actor continues with a given probability, or the one
 * with the highest priority, which drops to the lowest at a few predetermined steps. The first mixes accesses well; the
 * second keeps an actor waiting in one place while others make long progress (after Burckhardt and others, "A
 * Randomized Scheduler with Probabilistic Guarantees of Finding Bugs").
 */
final class Schedule {
    /** Of 2048: the probability that another actor continues at a step. */
    private static final int[] CHANCES = {16, 64, 256, 800};
    /** The factor by which it is less likely before a load of a word without new stores. */
    private static final int UNCHANGED = 8;
    private static final int MAX_FALLS = 4;
    private static final int[] HORIZONS = {16, 64, 256, 1024};

    private final SplittableRandom random;
    private final int chance;
    private final int[] falls;
    private int[] priorities;
    private int lowest;
    private int steps;

    Schedule(final SplittableRandom random) {
        this.random = random;
        this.chance = random.nextBoolean() ? CHANCES[random.nextInt(CHANCES.length)] : 0;
        final int horizon = HORIZONS[random.nextInt(HORIZONS.length)];
        this.falls = random.ints(random.nextInt(1, MAX_FALLS + 1), 1, horizon).toArray();
    }

    Actor first(final Actor[] actors) {
        priorities = new int[actors.length];
        for (int i = 0; i < priorities.length; i++) {
            priorities[i] = random.nextInt(1, 1000);
        }
        return next(actors);
    }

    /** Selects an actor when one is done; null when all are. */
    Actor next(final Actor[] actors) {
        Actor next = null;
        int running = 0;
        for (final Actor actor : actors) {
            if (!actor.isDone) {
                running++;
                final boolean preferred = chance > 0
                        ? random.nextInt(running) == 0
                        : next == null || priorities[actor.index] > priorities[next.index];
                next = preferred ? actor : next;
            }
        }
        return next;
    }

    /** Selects the actor that continues before an access of one. */
    Actor step(final Actor me, final Actor[] actors, final boolean isUnchanged) {
        if (chance > 0) {
            return random.nextInt(2048) < (isUnchanged ? chance / UNCHANGED : chance) ? next(actors) : me;
        }
        steps++;
        for (final int fall : falls) {
            if (fall == steps) {
                priorities[me.index] = --lowest;
                return next(actors);
            }
        }
        return me;
    }
}
