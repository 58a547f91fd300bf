package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;

/** One side of a measurement: the orders that all of them know. */
abstract class Side implements Job {
    private final Bench bench;
    private final String core;
    private final boolean sharesCores;
    private boolean isPinned;

    Side(final Bench bench, final String core) {
        this.bench = bench;
        this.core = core;
        this.sharesCores = !bench.isPinned();
    }

    /** While there is nothing to do: who has no core for itself leaves it to whom it waits for. */
    final void relax() {
        if (sharesCores) {
            Thread.yield();
        }
    }

    final Bench bench() {
        return bench;
    }

    @Override
    public final Line run(final Line order) {
        return switch (order.verb()) {
            case Orders.AWAIT -> {
                if (!isPinned) { // by the thread that measures
                    bench.pin(core);
                    isPinned = true;
                }
                await();
                yield Line.of(Orders.DONE);
            }
            case Orders.RENEW -> {
                bench.renew();
                open();
                yield Line.of(Orders.DONE);
            }
            case Orders.RUN -> measure(order);
            case Orders.DESCRIBE -> bench.describe();
            default -> throw new BusException("nobody here can " + order);
        };
    }

    /** Makes what others look for when they {@link #await()}. Most have nothing to make. */
    void open() {
    }

    /** Until everybody is there. */
    abstract void await();

    /** One measurement. */
    abstract Line measure(Line order);

    @Override
    public void close() {
        bench.close();
    }
}
