package io.verbus.latency.measure;

import io.verbus.latency.worker.ControlLine;

/**
 * Publishes at a fixed rate. Each message holds its intended send time, from which its latency counts: a late message
 * delays the next ones, and their latencies show it.
 */
final class Paced extends Sender {
    /** A publisher that lags more never catches up. */
    private static final long OVERTIME_NS = 500 * NS_PER_MS;

    Paced(final Bench bench) {
        super(bench);
    }

    @Override
    ControlLine measure(final ControlLine order) {
        final long rate = order.number(Orders.RATE);
        final long durationNs = order.number(Orders.MS) * NS_PER_MS;
        final long count = Math.max(1, rate * (durationNs / NS_PER_MS) / 1_000);
        final LeadMessages lead = LeadMessages.of(order);
        final MessagePace pace = MessagePace.of(rate);
        final long untilNs = pace.intendedNs(lead.messages()) + durationNs + OVERTIME_NS;
        publish(0, lead.beforeAccount(), pace, untilNs);
        account().open();
        final long sent = publish(lead.beforeAccount(), lead.messages() + count, pace, untilNs);
        account().close();
        EndMessage.publish(there());
        return account().line().with(Orders.SENT, Math.max(0, sent - lead.messages()));
    }

    private long publish(final long from, final long count, final MessagePace pace, final long untilNs) {
        long sent = from;
        while (sent < count) {
            final long intendedNs = pace.intendedNs(sent);
            long nowNs = System.nanoTime();
            if (nowNs < intendedNs) {
                there().flush();
                do {
                    there().idle();
                    relax();
                    nowNs = System.nanoTime();
                } while (nowNs < intendedNs);
            }
            if (nowNs - untilNs > 0) {
                break;
            }
            publish(intendedNs);
            sent++;
        }
        return sent;
    }
}
