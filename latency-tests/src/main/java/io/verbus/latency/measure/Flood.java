package io.verbus.latency.measure;

import io.verbus.latency.meter.Account;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.worker.Line;

/** Publishes as fast as it goes, for a time. */
final class Flood extends Side {
    /** Messages between two looks at the clock. */
    private static final int STRETCH = 64;
    private static final long NS_PER_MS = 1_000_000;

    private final Account account = new Account();
    private PublishingEnd there;

    Flood(final Bench bench) {
        super(bench, Orders.NEAR_CORE);
    }

    @Override
    void open() {
        there = bench().publish(Bench.THERE);
    }

    @Override
    void await() {
        Bench.await(null, () -> there.isRead(1));
    }

    @Override
    Line measure(final Line order) {
        final long durationNs = order.number(Orders.MS) * NS_PER_MS;
        account.open();
        final long sent = publish(durationNs);
        account.close();
        Last.publish(there);
        return account.line().with(Orders.SENT, sent).with(Orders.SUM, Payload.sum(sent, bench().length()));
    }

    private long publish(final long durationNs) {
        final long startNs = System.nanoTime();
        long sent = 0;
        while (System.nanoTime() - startNs < durationNs) {
            for (int i = 0; i < STRETCH; i++) {
                publish(there, sent++);
            }
        }
        return sent;
    }

    private void publish(final PublishingEnd end, final long value) {
        while (!end.tryPublish(value)) {
            end.idle();
            relax();
        }
    }
}
