package io.verbus.latency.measure;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.latency.meter.Account;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.ControlLine;
import org.HdrHistogram.Histogram;

/**
 * A thread that only reads the clock: how late it sees each intended time of a rate. It stops when the machine takes
 * its core away, as a publisher or a reader does, so its percentiles are those that no program on this core goes below.
 */
final class ClockReader implements Job {
    private static final long HIGHEST_NS = 3_600_000_000_000L;
    private static final long MS_PER_S = 1_000;

    private final Histogram histogram = new Histogram(HIGHEST_NS, 3);
    private final Account account = new Account();
    private final ControlLine job;

    ClockReader(final ControlLine job) {
        this.job = job;
    }

    @Override
    public ControlLine run(final ControlLine order) {
        return switch (order.verb()) {
            case Orders.AWAIT -> {
                if (job.words().containsKey(Orders.NEAR_CORE)) {
                    Affinity.pin((int) job.number(Orders.NEAR_CORE));
                }
                yield ControlLine.of(Orders.DONE);
            }
            case Orders.RUN -> measure(order);
            default -> throw new BusException("unknown order " + order);
        };
    }

    private ControlLine measure(final ControlLine order) {
        final long rate = order.number(Orders.RATE);
        final long count = Math.max(1, rate * order.number(Orders.MS) / MS_PER_S);
        final LeadMessages lead = LeadMessages.of(order);
        final MessagePace pace = MessagePace.of(rate);
        read(pace, 0, lead.beforeAccount());
        account.open();
        read(pace, lead.beforeAccount(), lead.messages());
        histogram.reset();
        final long startNs = System.nanoTime();
        read(pace, lead.messages(), lead.messages() + count);
        final long ns = System.nanoTime() - startNs;
        account.close();
        return account.line().with(Orders.NS, ns).with(Orders.TIMED, count).with(Orders.HISTOGRAM,
                Histograms.text(histogram));
    }

    private void read(final MessagePace pace, final long from, final long to) {
        for (long i = from; i < to; i++) {
            final long intendedNs = pace.intendedNs(i);
            long nowNs = System.nanoTime();
            while (nowNs < intendedNs) {
                Thread.onSpinWait();
                nowNs = System.nanoTime();
            }
            histogram.recordValue(Math.min(nowNs - intendedNs, HIGHEST_NS));
        }
    }

    @Override
    public void close() {
        // nothing is open
    }
}
