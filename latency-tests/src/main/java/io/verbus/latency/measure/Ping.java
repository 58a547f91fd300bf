package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.meter.Account;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.worker.ControlLine;
import org.HdrHistogram.Histogram;

/** Publishes a message, polls until its echo is there, publishes the next. The clock is read once a round trip. */
final class Ping extends MeasuringSide {
    private static final long HIGHEST_NS = 3_600_000_000_000L;

    private final Account account = new Account();
    private PublishingEnd there;
    private ReadingEnd back;
    private long sent;
    private long echoed;
    private long sum;

    Ping(final Bench bench) {
        super(bench, Orders.NEAR_CORE);
    }

    @Override
    void open() {
        there = bench().publish(Bench.THERE);
    }

    @Override
    void await(final ControlLine order) {
        back = bench().read(Bench.BACK, (buffer, offset, length) -> {
            echoed = Payload.value(buffer, offset);
            sum += Payload.sum(buffer, offset, length);
        });
        Bench.await(back, () -> there.isRead(1) && back.isReading());
    }

    @Override
    ControlLine measure(final ControlLine order) {
        final long[] roundTripsNs = new long[(int) order.number(Orders.COUNT)];
        final LeadMessages lead = LeadMessages.of(order);
        exchange(lead.beforeAccount());
        account.open();
        exchange(lead.messages() - lead.beforeAccount());
        final long startNs = System.nanoTime();
        exchange(roundTripsNs);
        final long ns = System.nanoTime() - startNs;
        account.close();
        final Histogram histogram = new Histogram(HIGHEST_NS, 3);
        for (final long roundTripNs : roundTripsNs) {
            histogram.recordValue(Math.min(roundTripNs, HIGHEST_NS));
        }
        return account.line().with(Orders.NS, ns).with(Orders.TIMED, roundTripsNs.length)
                .with(Orders.SENT, roundTripsNs.length).with(Orders.SUM, sum)
                .with(Orders.HISTOGRAM, Histograms.text(histogram));
    }

    private void exchange(final long count) {
        for (long i = 0; i < count; i++) {
            roundTrip();
        }
    }

    private void exchange(final long[] roundTripsNs) {
        long beforeNs = System.nanoTime();
        for (int i = 0; i < roundTripsNs.length; i++) {
            roundTrip();
            final long nowNs = System.nanoTime();
            roundTripsNs[i] = nowNs - beforeNs;
            beforeNs = nowNs;
        }
    }

    private void roundTrip() {
        sent++;
        while (!there.tryPublish(sent)) {
            there.idle();
            relax();
        }
        there.flush();
        while (echoed != sent) { // a poll may find only a part of the message
            if (back.poll(1) == 0) {
                back.idle();
                relax();
            } else if (echoed > sent) {
                throw new BusException("message " + sent + " was echoed as " + echoed);
            }
        }
    }
}
