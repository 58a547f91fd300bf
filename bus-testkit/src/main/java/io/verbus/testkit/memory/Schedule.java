package io.verbus.testkit.memory;

import java.util.SplittableRandom;

/**
 * Who goes on at each step, by a seed: either anybody with a certain chance, or the one of highest priority, who falls
 * to the lowest at a few steps chosen beforehand. The first mixes accesses well; the second keeps an actor waiting in
 * one place while others go far (after Burckhardt and others, "A Randomized Scheduler with Probabilistic Guarantees of
 * Finding Bugs").
 */
final class Schedule {
    /** Of 2048: how likely another actor goes on at a step. */
    private static final int[] CHANCES = {16, 64, 256, 800};
    /** How much less likely before a load of what nobody has stored yet. */
    private static final int DULL = 8;
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

    /** Who goes on when one is done; null when all are. */
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

    /** Who goes on before an access of one. */
    Actor step(final Actor me, final Actor[] actors, final boolean isDull) {
        if (chance > 0) {
            return random.nextInt(2048) < (isDull ? chance / DULL : chance) ? next(actors) : me;
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
