package io.verbus.latency.inspect;

import io.verbus.Affinity;
import java.util.List;
import java.util.stream.IntStream;

/** Threads that walk through memory of their own, one per core, as an application does beside a conductor. */
final class CoreWalker implements AutoCloseable {
    private static final int BYTES = 4 << 20;
    private static final int STEP = 64 / Long.BYTES;

    private final List<Thread> threads;
    private volatile boolean closed;
    private volatile long sum;

    /**
     * Starts the threads.
     *
     * @param cores of the threads
     */
    CoreWalker(final List<Integer> cores) {
        this.threads = IntStream.range(0, cores.size())
                .mapToObj(i -> Thread.ofPlatform().daemon().name("walker-" + i).start(() -> walk(cores.get(i))))
                .toList();
    }

    private void walk(final int core) {
        Affinity.pin(core);
        final long[] memory = memory();
        while (!closed) {
            sum += walk(memory);
        }
    }

    /** Returns memory to walk through. */
    static long[] memory() {
        return new long[BYTES / Long.BYTES];
    }

    /** Writes every cache line once. */
    static long walk(final long[] memory) {
        long seen = 0;
        for (int i = 0; i < memory.length; i += STEP) {
            seen += ++memory[i];
        }
        return seen;
    }

    @Override
    public void close() {
        closed = true;
        for (final Thread thread : threads) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
