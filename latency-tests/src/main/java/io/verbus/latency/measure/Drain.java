package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.meter.Account;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.worker.ControlLine;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/** Reads up to the last message and measures the time; of {@link Paced} messages, also the latency of each. */
final class Drain extends MeasuringSide {
    private static final long HIGHEST_NS = 3_600_000_000_000L;
    /** Timeout without a message: the publisher is dead. */
    private static final long QUIET_NS = 20_000_000_000L;
    /** Empty polls between two clock reads. */
    private static final int EMPTY_POLLS = 1 << 14;

    private final Histogram histogram = new Histogram(HIGHEST_NS, 3);
    private final Account account = new Account();
    private final Receiver receiver;
    private ReadingEnd there;
    private long count;
    private long sum;
    private boolean isOver;
    private long timedFromNs;
    private long timedFrom;
    private long ns;

    Drain(final Bench bench, final String mode) {
        super(bench, Orders.FAR_CORE);
        receiver = mode.equals(MeasuredPoint.OPEN_LOOP) ? this::late : this::take;
    }

    @Override
    void await(final ControlLine order) {
        there = bench().read(Bench.THERE, receiver);
        Bench.await(there, there::isReading);
    }

    @Override
    ControlLine measure(final ControlLine order) {
        count = 0;
        sum = 0;
        isOver = false;
        histogram.reset();
        final long missed = there.missed();
        final LeadMessages lead = LeadMessages.of(order);
        receive(lead.beforeAccount());
        account.open();
        receive(lead.messages());
        histogram.reset(); // a few after the lead, polled with its last, are counted but not timed
        receive();
        account.close();
        final ControlLine answer = account.line().with(Orders.RECEIVED, Math.max(0, count - lead.messages()))
                .with(Orders.NS, ns)
                .with(Orders.TIMED, count - timedFrom).with(Orders.SUM, sum)
                .with(Orders.MISSED, there.missed() - missed);
        return histogram.getTotalCount() == 0
                ? answer
                : answer.with(Orders.HISTOGRAM, Histograms.text(histogram));
    }

    /** Reads the lead. */
    private void receive(final long until) {
        while (count < until && !isOver) {
            if (there.poll(ReadingEnd.LIMIT) == 0) {
                there.idle();
                relax();
            }
        }
    }

    /** The time starts at the end of the first poll that found messages: those were sent before. */
    private void receive() {
        int empty = 0;
        long quietFromNs = System.nanoTime();
        timedFrom = 0;
        while (!isOver) {
            if (there.poll(ReadingEnd.LIMIT) != 0) {
                empty = 0;
                if (timedFrom == 0) {
                    timedFromNs = System.nanoTime();
                    timedFrom = count;
                }
                continue;
            }
            there.idle();
            relax();
            if (++empty % EMPTY_POLLS == 0) {
                quietFromNs = empty == EMPTY_POLLS ? System.nanoTime() : quietFromNs;
                requireSound(quietFromNs);
            }
        }
        ns = System.nanoTime() - timedFromNs;
    }

    private static void requireSound(final long sinceNs) {
        if (System.nanoTime() - sinceNs > QUIET_NS) {
            throw new BusException("no message within 20 s, and the last one is missing");
        }
    }

    private void take(final DirectBuffer buffer, final int offset, final int length) {
        if (Payload.value(buffer, offset) == EndMessage.VALUE) {
            isOver = true;
        } else {
            sum += Payload.sum(buffer, offset, length);
            count++;
        }
    }

    private void late(final DirectBuffer buffer, final int offset, final int length) {
        final long intendedNs = Payload.value(buffer, offset);
        if (intendedNs == EndMessage.VALUE) {
            isOver = true;
        } else {
            sum += Payload.sum(buffer, offset, length);
            count++;
            final long lateNs = System.nanoTime() - intendedNs;
            histogram.recordValue(Math.clamp(lateNs, 0, HIGHEST_NS));
        }
    }
}
