package io.verbus.latency.measure;

import io.verbus.latency.worker.Line;

/**
 * Publishes at a fixed rate. Each message says when it was to be sent, which is when its latency begins: if the one
 * before is late, it is late too, and says so.
 */
final class Paced extends Sender {
    private static final double NS_PER_S = 1e9;
    /** Who is so far behind is never going to catch up. */
    private static final long OVERTIME_NS = 500 * NS_PER_MS;

    Paced(final Bench bench) {
        super(bench);
    }

    @Override
    Line measure(final Line order) {
        final long rate = order.number(Orders.RATE);
        final long durationNs = order.number(Orders.MS) * NS_PER_MS;
        final long count = Math.max(1, rate * (durationNs / NS_PER_MS) / 1_000);
        final Lead lead = Lead.of(order);
        final double intervalNs = NS_PER_S / rate;
        final long atMostNs = (long) (lead.messages() * intervalNs) + durationNs + OVERTIME_NS;
        final long startNs = System.nanoTime();
        pace(0, lead.beforeAccount(), startNs, intervalNs, atMostNs);
        account().open();
        final long sent = pace(lead.beforeAccount(), lead.messages() + count, startNs, intervalNs, atMostNs);
        account().close();
        Last.publish(there());
        return account().line().with(Orders.SENT, Math.max(0, sent - lead.messages()));
    }

    private long pace(final long from, final long count, final long startNs, final double intervalNs,
            final long atMostNs) {
        long sent = from;
        while (sent < count) {
            final long intendedNs = startNs + (long) (sent * intervalNs);
            long nowNs = System.nanoTime();
            if (nowNs < intendedNs) {
                there().flush();
                do {
                    there().idle();
                    relax();
                    nowNs = System.nanoTime();
                } while (nowNs < intendedNs);
            }
            if (nowNs - startNs > atMostNs) {
                break;
            }
            publish(intendedNs);
            sent++;
        }
        return sent;
    }
}
