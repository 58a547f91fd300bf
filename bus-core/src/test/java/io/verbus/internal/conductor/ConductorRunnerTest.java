package io.verbus.internal.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.duty.Duty;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;

class ConductorRunnerTest {
    private static final int SPENT = 1_100;
    private static final long LIMIT = 8 * 40_000;

    private final AtomicLong nowNs = new AtomicLong();
    private final Conductor conductor = new Conductor(nowNs::get, t -> {
        throw new AssertionError(t);
    }, false);
    private final AtomicLong early = new AtomicLong();
    private final AtomicLong late = new AtomicLong();

    @Test
    void cyclesOfLateDutyAreRepeatedToo() throws InterruptedException {
        conductor.add(counting(early));
        final long[] atEnd = new long[1];
        run(SPENT + 10, rest -> {
            if (rest == SPENT) {
                atEnd[0] = early.get();
                conductor.add(counting(late));
            }
        });
        assertEquals(1 + 40_000 + SPENT, atEnd[0], "cycles before");
        assertTrue(late.get() >= 10 * 40, () -> late + " cycles of the late duty");
    }

    @Test
    void repetitionsAreLimitedHoweverManyDutiesAreAdded() throws InterruptedException {
        conductor.add(counting(early));
        final int rests = 20_000;
        run(rests, rest -> {
            if (rest % 100 == 0) {
                final Duty added = counting(late);
                conductor.add(added);
                conductor.remove(added);
            }
        });
        assertTrue(early.get() > LIMIT && early.get() <= LIMIT + rests + 1, early::toString);
    }

    /** The strategy rests without limit, so a lost wake-up would stop the conductor. */
    @Test
    void wakeEndsARestOfAnyLength() throws InterruptedException {
        final AtomicLong cycles = new AtomicLong();
        conductor.add(counting(cycles));
        final ConductorRunner runner = new ConductorRunner(conductor, new Rests(rest -> LockSupport.park()), t -> {
            throw new AssertionError(t);
        }, Duration.ofMillis(1), Duration.ofSeconds(1), () -> {});
        final Thread thread = new Thread(runner, "runner");
        thread.start();
        for (int wake = 0; wake < 100; wake++) {
            final long before = cycles.get();
            while (cycles.get() == before) {
                conductor.wake();
                Thread.onSpinWait();
            }
        }
        runner.close();
        thread.join();
    }

    /** Runs until a number of rests. */
    private void run(final int rests, final LongConsumer atRest) throws InterruptedException {
        final CountDownLatch end = new CountDownLatch(1);
        final CountDownLatch close = new CountDownLatch(1);
        final ConductorRunner runner = new ConductorRunner(conductor, new Rests(rest -> {
            if (rest <= rests) {
                atRest.accept(rest);
            }
            if (rest == rests) {
                end.countDown();
                awaitUninterruptibly(close);
            }
        }), t -> {
            throw new AssertionError(t);
        }, Duration.ofMillis(1), Duration.ofSeconds(1), () -> {});
        final Thread thread = new Thread(runner, "runner");
        thread.start();
        end.await();
        conductor.stop(); // so that later cycles count nothing
        close.countDown();
        runner.close();
        thread.join();
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Duty counting(final AtomicLong cycles) {
        return now -> {
            cycles.incrementAndGet();
            return 0;
        };
    }

    /** Calls an action instead of resting, with the number of the rest from 1. */
    private static final class Rests implements IdleStrategy {
        private final LongConsumer action;
        private long count;

        Rests(final LongConsumer action) {
            this.action = action;
        }

        @Override
        public void idle(final int workCount) {
            action.accept(++count);
        }

        @Override
        public void idle() {
            idle(0);
        }

        @Override
        public void reset() {
        }
    }
}
