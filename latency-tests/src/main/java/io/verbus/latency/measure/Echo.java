package io.verbus.latency.measure;

import io.verbus.latency.meter.Account;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.worker.ControlLine;

/** Publishes each received message again. */
final class Echo extends MeasuringSide {
    private final Account account = new Account();
    private PublishingEnd back;
    private ReadingEnd there;
    private long count;
    private long sum;

    Echo(final Bench bench) {
        super(bench, Orders.FAR_CORE);
    }

    @Override
    void open() {
        back = bench().publish(Bench.BACK);
    }

    @Override
    void await(final ControlLine order) {
        there = bench().read(Bench.THERE, (buffer, offset, length) -> {
            count++;
            sum += Payload.sum(buffer, offset, length);
            final long value = Payload.value(buffer, offset);
            while (!back.tryPublish(value)) {
                back.idle();
                relax();
            }
            back.flush();
        });
        Bench.await(there, () -> back.isRead(1) && there.isReading());
    }

    @Override
    ControlLine measure(final ControlLine order) {
        final long wanted = order.number(Orders.COUNT);
        final LeadMessages lead = LeadMessages.of(order);
        count = 0;
        echo(lead.beforeAccount());
        account.open();
        echo(lead.messages() + wanted);
        account.close();
        return account.line().with(Orders.RECEIVED, wanted).with(Orders.SUM, sum);
    }

    private void echo(final long until) {
        while (count < until) {
            if (there.poll(1) == 0) {
                there.idle();
                relax();
            }
        }
    }
}
