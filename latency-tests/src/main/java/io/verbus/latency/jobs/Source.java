package io.verbus.latency.jobs;

import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;

/**
 * Publishes as fast as it goes, for a time. Each message says what it is: before the measured part, of it, or the last.
 */
final class Source implements Job {
    /** Each commit is pushed. */
    static final String SINGLE = "perf.single";
    /** Commits are flushed in batches. */
    static final String BATCHED = "perf.batched";

    static final long WARM_UP = 0;
    static final long MEASURED = 1;
    static final long LAST = 2;

    /** Part of the time that is not measured, for the other side to get going. */
    private static final int WARM_UP_PART = 4;
    private static final long NS_PER_MS = 1_000_000;
    /** Messages between two looks at the clock. */
    private static final int STRETCH = 64;

    private final Ends ends;
    private final Publication single;
    private final Publication batched;
    private final Meter meter = new Meter();

    Source(final Line job) {
        ends = new Ends(job);
        single = ends.publish(ends.publication(SINGLE));
        batched = ends.publish(ends.publication(BATCHED).withPushesOnCommit(false));
    }

    @Override
    public Line run(final Line order) {
        switch (order.verb()) {
            case Words.AWAIT -> {
                Ends.await(single, 1);
                Ends.await(batched, 1);
                return Line.of(Words.DONE);
            }
            case Words.PUBLISH -> {
                final Publication publication = order.text(Words.STREAM).equals(SINGLE) ? single : batched;
                final int batch = (int) order.number(Words.BATCH);
                final long durationNs = order.number(Words.MS) * NS_PER_MS;
                publish(publication, batch, durationNs / WARM_UP_PART, WARM_UP);
                meter.start();
                publish(publication, batch, durationNs - durationNs / WARM_UP_PART, MEASURED);
                final long allocated = meter.stop();
                publish(publication, LAST);
                publication.flush();
                return Line.of(Words.DONE).with(Words.ALLOCATED, allocated);
            }
            default -> throw new BusException("a source can't " + order);
        }
    }

    private static void publish(final Publication publication, final int batch, final long durationNs,
            final long word) {
        final long startNs = System.nanoTime();
        int unflushed = 0;
        while (System.nanoTime() - startNs < durationNs) {
            for (int i = 0; i < STRETCH; i++) {
                publish(publication, word);
                if (++unflushed == batch) {
                    publication.flush();
                    unflushed = 0;
                }
            }
        }
    }

    private static void publish(final Publication publication, final long word) {
        Message.encode(publication.buffer(), Ends.claim(publication), word);
        publication.commit();
    }

    @Override
    public void close() {
        ends.close();
    }
}
