package io.verbus.latency.jobs;

import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;
import java.util.concurrent.locks.LockSupport;

/** Publishes in bursts, with rests in which all who read can follow, and says what that has cost its thread. */
final class Spray implements Job {
    static final String STREAM = "perf.fanout";

    private static final long NS_PER_MS = 1_000_000;

    private final Ends ends;
    private final Publication publication;

    Spray(final Line job) {
        ends = new Ends(job);
        publication = ends.publish(ends.publication(STREAM).withCapacity((int) job.number(Words.CAPACITY)));
    }

    @Override
    public Line run(final Line order) {
        switch (order.verb()) {
            case Words.AWAIT -> {
                Ends.await(publication, (int) order.number(Words.COUNT));
                return Line.of(Words.DONE);
            }
            case Words.PUBLISH -> {
                final int count = (int) order.number(Words.COUNT);
                final long everyNs = order.number(Words.EVERY_MS) * NS_PER_MS;
                long cpuNs = 0;
                long nextNs = System.nanoTime();
                for (int left = (int) order.number(Words.BURSTS); left > 0; left--) {
                    cpuNs += publish(count);
                    nextNs += everyNs;
                    LockSupport.parkNanos(nextNs - System.nanoTime());
                }
                return Line.of(Words.DONE).with(Words.CPU_NS, cpuNs);
            }
            default -> throw new BusException("a spray can't " + order);
        }
    }

    private long publish(final int count) {
        final long beforeNs = Meter.cpuNs();
        for (int i = 0; i < count; i++) {
            Message.encode(publication.buffer(), Ends.claim(publication), i);
            publication.commit();
        }
        return Meter.cpuNs() - beforeNs;
    }

    @Override
    public void close() {
        ends.close();
    }
}
