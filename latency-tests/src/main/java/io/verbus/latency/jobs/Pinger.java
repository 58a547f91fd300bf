package io.verbus.latency.jobs;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;
import org.HdrHistogram.Histogram;

/**
 * Publishes a message, spins until its echo is there, publishes the next: half of each round trip is one way. The clock
 * is read once a round.
 */
final class Pinger implements Job {
    static final String THERE = "perf.ping";
    static final String BACK = "perf.pong";

    private final Ends ends;
    private final Publication there;
    private Subscription back;
    private final Meter meter = new Meter();
    private final MessageHandler echo = (buffer, offset, length, header) -> {
        heard = Message.word(buffer, offset);
        return Action.TAKEN;
    };
    private long sent;
    private long heard;

    Pinger(final Line job) {
        ends = new Ends(job);
        there = ends.publish(ends.publication(THERE));
    }

    @Override
    public Line run(final Line order) {
        return switch (order.verb()) {
            case Words.AWAIT -> {
                back = ends.subscribe(ends.subscription(BACK));
                Ends.await(there, back);
                yield Line.of(Words.DONE);
            }
            case Words.IDLE -> {
                final long ms = order.number(Words.MS);
                meter.start();
                Idle.poll(back, ms);
                final long allocated = meter.stop();
                yield Line.of(Words.DONE).with(Words.ALLOCATED, allocated);
            }
            case Words.PING -> ping(new long[(int) order.number(Words.COUNT)]);
            default -> throw new BusException("a pinger can't " + order);
        };
    }

    private Line ping(final long[] roundTripsNs) {
        meter.start();
        turn(roundTripsNs);
        final long allocated = meter.stop();
        final Histogram histogram = new Histogram(3);
        for (final long ns : roundTripsNs) {
            histogram.recordValue(ns / 2);
        }
        return Line.of(Words.DONE).with(Words.ALLOCATED, allocated).with(Words.HISTOGRAM, Histograms.text(histogram));
    }

    private void turn(final long[] roundTripsNs) {
        long beforeNs = System.nanoTime();
        for (int i = 0; i < roundTripsNs.length; i++) {
            roundTrip();
            final long nowNs = System.nanoTime();
            roundTripsNs[i] = nowNs - beforeNs;
            beforeNs = nowNs;
        }
    }

    private void roundTrip() {
        Message.encode(there.buffer(), Ends.claim(there), ++sent);
        there.commit();
        int polled = 0;
        while (polled == 0) { // without a pause, as in C
            polled = back.poll(echo, 1);
        }
        if (heard != sent) {
            throw new BusException("message " + sent + " came back as " + heard);
        }
    }

    @Override
    public void close() {
        ends.close();
    }
}
