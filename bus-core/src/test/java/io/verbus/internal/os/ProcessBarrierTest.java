package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Owner and closer, reduced to their accesses: one of them always observes the store of the other. */
class ProcessBarrierTest {
    private static final long RUN_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_SEARCH_NS = TimeUnit.MINUTES.toNanos(2);
    /** Delays of the closer, in iterations, so that both meet at different moments. */
    private static final int JITTER = 64;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(int[].class);
    /** Indices on different cache lines. */
    private static final int INSIDE = 64;
    private static final int CLOSED = 192;

    private final int[] words = new int[256];
    private int delays;
    private volatile int round;
    private volatile int answered;
    private volatile boolean observed;
    private volatile boolean stopped;

    @Test
    void oneSideObservesTheOtherWithTheBarrier() throws InterruptedException {
        assertFalse(isMissed(ProcessBarrier::run, RUN_NS));
    }

    /** Where a container forbids membarrier(2). */
    @Test
    void oneSideObservesTheOtherWithTheSafepoint() throws InterruptedException {
        assertFalse(isMissed(ProcessBarrier::safepoint, RUN_NS));
    }

    @Test
    void missingBarrierIsFound() throws InterruptedException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor observes its own stores");
        assertTrue(isMissed(ProcessBarrier::keepOrder, LONGEST_SEARCH_NS));
    }

    /** Repeats rounds for some time; returns true as soon as neither side has observed the other. */
    private boolean isMissed(final Runnable barrier, final long durationNs) throws InterruptedException {
        final Thread owner = new Thread(this::own);
        owner.start();
        boolean missed = false;
        final long endNs = System.nanoTime() + durationNs;
        int rounds = 0;
        while (!missed && System.nanoTime() - endNs < 0) {
            WORD.setOpaque(words, INSIDE, 0);
            WORD.setOpaque(words, CLOSED, 0);
            rounds++;
            round = rounds;
            for (int i = rounds % JITTER; i > 0; i--) {
                delays++;
            }
            WORD.setOpaque(words, CLOSED, 1);
            barrier.run();
            final boolean isInside = (int) WORD.getOpaque(words, INSIDE) == 1;
            while (answered != rounds) {
                Thread.onSpinWait();
            }
            missed = !isInside && !observed;
        }
        stopped = true;
        owner.join();
        assertTrue(rounds > 0 && delays >= 0);
        return missed;
    }

    private void own() {
        int answer = 0;
        while (!stopped) {
            if (round != answer) {
                answer = round;
                WORD.setOpaque(words, INSIDE, 1);
                ProcessBarrier.keepOrder();
                observed = (int) WORD.getOpaque(words, CLOSED) == 1;
                answered = answer;
            }
        }
    }
}
