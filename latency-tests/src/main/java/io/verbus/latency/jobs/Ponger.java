package io.verbus.latency.jobs;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;

/** Publishes each message again that it gets. */
final class Ponger implements Job {
    private final Ends ends;
    private final Publication back;
    private final Meter meter = new Meter();
    private final MessageHandler echo;
    private Subscription there;

    Ponger(final Line job) {
        ends = new Ends(job);
        back = ends.publish(ends.publication(Pinger.BACK));
        echo = (buffer, offset, length, header) -> {
            back.buffer().putBytes(Ends.claim(back), buffer, offset, length);
            back.commit();
            return Action.TAKEN;
        };
    }

    @Override
    public Line run(final Line order) {
        return switch (order.verb()) {
            case Words.AWAIT -> {
                there = ends.subscribe(ends.subscription(Pinger.THERE));
                Ends.await(back, there);
                yield Line.of(Words.DONE);
            }
            case Words.IDLE -> {
                final long ms = order.number(Words.MS);
                meter.start();
                Idle.poll(there, ms);
                final long allocated = meter.stop();
                yield Line.of(Words.DONE).with(Words.ALLOCATED, allocated);
            }
            case Words.PING -> {
                final long count = order.number(Words.COUNT);
                meter.start();
                answer(count);
                final long allocated = meter.stop();
                yield Line.of(Words.DONE).with(Words.ALLOCATED, allocated);
            }
            default -> throw new BusException("a ponger can't " + order);
        };
    }

    private void answer(final long count) {
        long left = count;
        while (left > 0) {
            left -= there.poll(echo, 1); // without a pause, as in C
        }
    }

    @Override
    public void close() {
        ends.close();
    }
}
