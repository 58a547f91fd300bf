package io.verbus.latency.measure;

import io.verbus.latency.subject.Payload;
import io.verbus.latency.worker.ControlLine;

/** Publishes at full speed for a time. */
final class Flood extends Sender {
    /** Messages between two clock reads. */
    private static final int STRETCH = 64;

    Flood(final Bench bench) {
        super(bench);
    }

    @Override
    ControlLine measure(final ControlLine order) {
        final long durationNs = order.number(Orders.MS) * NS_PER_MS;
        account().open();
        final long sent = flood(durationNs);
        account().close();
        EndMessage.publish(there());
        return account().line().with(Orders.SENT, sent).with(Orders.SUM, Payload.sum(sent, bench().length()));
    }

    private long flood(final long durationNs) {
        final long startNs = System.nanoTime();
        long sent = 0;
        while (System.nanoTime() - startNs < durationNs) {
            for (int i = 0; i < STRETCH; i++) {
                publish(sent++);
            }
        }
        return sent;
    }
}
