package io.verbus.latency.jobs;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Subscription;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;

/** Takes what a {@link Source} publishes: how many messages of the measured part come in what time. */
final class Sink implements Job {
    private static final int LIMIT = 256;

    private final Ends ends;
    private final Meter meter = new Meter();
    private final MessageHandler handler = (buffer, offset, length, header) -> {
        take(Message.word(buffer, offset));
        return Action.TAKEN;
    };
    private Subscription single;
    private Subscription batched;
    private long count;
    private long firstNs;
    private long lastNs;

    Sink(final Line job) {
        ends = new Ends(job);
    }

    @Override
    public Line run(final Line order) {
        switch (order.verb()) {
            case Words.AWAIT -> {
                single = ends.subscribe(ends.subscription(Source.SINGLE));
                batched = ends.subscribe(ends.subscription(Source.BATCHED));
                Ends.await(single);
                Ends.await(batched);
                return Line.of(Words.DONE);
            }
            case Words.RECEIVE -> {
                count = 0;
                lastNs = 0;
                receive(order.text(Words.STREAM).equals(Source.SINGLE) ? single : batched);
                final long allocated = meter.stop();
                return Line.of(Words.DONE).with(Words.COUNT, count).with(Words.NS, lastNs - firstNs)
                        .with(Words.ALLOCATED, allocated);
            }
            default -> throw new BusException("a sink can't " + order);
        }
    }

    private void receive(final Subscription subscription) {
        while (lastNs == 0) {
            subscription.poll(handler, LIMIT); // without a pause, as in C
        }
    }

    private void take(final long word) {
        if (word == Source.MEASURED) {
            if (count++ == 0) {
                meter.start();
                firstNs = System.nanoTime();
            }
        } else if (word == Source.LAST) {
            lastNs = System.nanoTime();
        }
    }

    @Override
    public void close() {
        ends.close();
    }
}
