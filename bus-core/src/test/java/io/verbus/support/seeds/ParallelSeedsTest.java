package io.verbus.support.seeds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ParallelSeedsTest {
    @Test
    void everySeedRunsOnce() {
        final Set<Long> seeds = new TreeSet<>();
        int runs = 0;
        for (final Set<Long> part : new ParallelSeeds(7, 1_000, 3).<Set<Long>>run(TreeSet::new, Set::add)) {
            seeds.addAll(part);
            runs += part.size();
        }
        assertEquals(1_000, runs);
        assertEquals(LongStream.range(7, 1_007).boxed().collect(Collectors.toSet()), seeds);
    }

    /** The larger seed fails first: the smaller one waits for it. */
    @Test
    void failureIsThatOfTheSmallestSeed() {
        final CountDownLatch failed = new CountDownLatch(1);
        final AssertionError failure = assertThrows(AssertionError.class,
                () -> new ParallelSeeds(0, 1_000, 2).run(() -> failed, (latch, seed) -> {
                    if (seed == 4) {
                        await(latch);
                        throw new AssertionError("seed 4");
                    }
                    if (seed == 5) {
                        latch.countDown();
                        throw new AssertionError("seed 5");
                    }
                }));
        assertEquals("seed 4", failure.getMessage());
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
