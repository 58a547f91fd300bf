package io.verbus.latency.measure;

import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.worker.Line;

/** Publishes each message again that it gets. */
final class Echo extends Side {
    private final PublishingEnd back;
    private final Account account = new Account();
    private ReadingEnd there;
    private long sum;

    Echo(final Bench bench) {
        super(bench, Orders.FAR_CORE);
        back = bench.publish(Bench.BACK);
    }

    @Override
    void await() {
        there = bench().read(Bench.THERE, (buffer, offset, length) -> {
            sum += Payload.sum(buffer, offset, length);
            final long value = Payload.value(buffer, offset);
            while (!back.tryPublish(value)) {
                back.idle();
            }
            back.flush();
        });
        Bench.await(there, () -> back.isRead(1) && there.isReading());
    }

    @Override
    Line measure(final Line order) {
        final long count = order.number(Orders.COUNT);
        account.open();
        answer(count);
        account.close();
        return account.line().with(Orders.RECEIVED, count).with(Orders.SUM, sum);
    }

    private void answer(final long count) {
        long left = count;
        while (left > 0) {
            final int polled = there.poll();
            if (polled == 0) {
                there.idle();
            }
            left -= polled;
        }
    }
}
