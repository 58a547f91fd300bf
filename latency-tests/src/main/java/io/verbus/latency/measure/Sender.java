package io.verbus.latency.measure;

import io.verbus.latency.meter.Account;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.worker.ControlLine;

/** A side that only publishes, with an account of its costs. */
abstract class Sender extends MeasuringSide {
    private final Account account = new Account();
    private PublishingEnd there;

    Sender(final Bench bench) {
        super(bench, Orders.NEAR_CORE);
    }

    @Override
    final void open() {
        there = bench().publish(Bench.THERE);
    }

    @Override
    final void await(final ControlLine order) {
        Bench.await(null, () -> there.isRead(1));
    }

    final Account account() {
        return account;
    }

    final PublishingEnd there() {
        return there;
    }

    /** Publishes as soon as there is room. */
    final void publish(final long value) {
        while (!there.tryPublish(value)) {
            there.idle();
            relax();
        }
    }
}
