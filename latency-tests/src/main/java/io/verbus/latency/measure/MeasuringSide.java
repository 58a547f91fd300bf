package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.ControlLine;

/** One side of a measurement: the orders that all sides know. */
abstract class MeasuringSide implements Job {
    static final long NS_PER_MS = 1_000_000;

    private final Bench bench;
    private final String core;
    private final boolean yields;
    private boolean isPinned;

    MeasuringSide(final Bench bench, final String core) {
        this.bench = bench;
        this.core = core;
        this.yields = bench.yields();
    }

    /** Called while there is nothing to do. Without a core of its own, the thread yields to the one it waits for. */
    final void relax() {
        if (yields) {
            Thread.yield();
        }
    }

    final Bench bench() {
        return bench;
    }

    @Override
    public final ControlLine run(final ControlLine order) {
        return switch (order.verb()) {
            case Orders.AWAIT -> {
                if (!isPinned) { // by the thread that measures
                    bench.pin(core);
                    isPinned = true;
                }
                await(order);
                yield ControlLine.of(Orders.DONE);
            }
            case Orders.RENEW -> {
                bench.renew();
                open();
                yield ControlLine.of(Orders.DONE);
            }
            case Orders.RUN -> measure(order);
            case Orders.DESCRIBE -> bench.describe();
            default -> throw new BusException("unknown order " + order);
        };
    }

    /** Opens the publishing end, which the other side awaits. Most sides have none. */
    void open() {
    }

    /** Waits until all ends are connected. */
    abstract void await(ControlLine order);

    /** Measures once. */
    abstract ControlLine measure(ControlLine order);

    @Override
    public void close() {
        bench.close();
    }
}
