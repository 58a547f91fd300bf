package io.verbus.support.seeds;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** Runs histories that share nothing on several threads. A failure is that of the smallest seed that fails. */
public final class ParallelSeeds {
    private final long first;
    private final long count;
    private final int threads;

    /**
     * Consecutive seeds, on all processors.
     *
     * @param first seed
     * @param count of seeds
     */
    public ParallelSeeds(final long first, final long count) {
        this(first, count, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Consecutive seeds.
     *
     * @param first seed
     * @param count of seeds
     * @param threads at least 1
     */
    public ParallelSeeds(final long first, final long count, final int threads) {
        this.first = first;
        this.count = count;
        this.threads = threads;
    }

    /**
     * Runs a history for each seed. After a failure no larger seed is begun.
     *
     * @param tallies makes what one thread counts in
     * @param history of a seed; throws if it fails
     * @return what each thread has counted
     */
    public <T> List<T> run(final Supplier<T> tallies, final ObjLongConsumer<T> history) {
        final AtomicLong next = new AtomicLong(first);
        final AtomicLong end = new AtomicLong(first + count);
        final ConcurrentSkipListMap<Long, Throwable> failures = new ConcurrentSkipListMap<>();
        final List<T> counted = new ArrayList<>();
        final List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            final T tally = tallies.get();
            counted.add(tally);
            running.add(Thread.ofPlatform().name("seeds-" + i).start(() -> {
                for (long seed = next.getAndIncrement(); seed < end.get(); seed = next.getAndIncrement()) {
                    try {
                        history.accept(tally, seed);
                    } catch (final Throwable failure) {
                        failures.put(seed, failure);
                        end.accumulateAndGet(seed, Math::min);
                    }
                }
            }));
        }
        try {
            for (final Thread thread : running) {
                thread.join();
            }
        } catch (final InterruptedException e) {
            end.set(first);
            throw new IllegalStateException(e);
        }
        if (!failures.isEmpty()) {
            throw unchecked(failures.firstEntry().getValue());
        }
        return counted;
    }

    private static RuntimeException unchecked(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }
}
