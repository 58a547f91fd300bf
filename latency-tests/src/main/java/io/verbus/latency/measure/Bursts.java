package io.verbus.latency.measure;

import com.sun.management.ThreadMXBean;
import io.verbus.latency.meter.Account;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.worker.ControlLine;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** Publishes in bursts, with rests in which all readers catch up, and measures the CPU time of the bursts. */
final class Bursts extends MeasuringSide {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long BURST = 1_000;
    private static final long EVERY_NS = 5 * NS_PER_MS;
    /** Until readers that can be lapped have read all messages before the last. */
    private static final long LAST_REST_NS = 50_000_000;

    private final Account account = new Account();
    private PublishingEnd there;

    Bursts(final Bench bench) {
        super(bench, Orders.NEAR_CORE);
    }

    @Override
    void open() {
        there = bench().publish(Bench.THERE);
    }

    @Override
    void await(final ControlLine order) {
        final int readers = (int) order.number(Orders.READERS);
        Bench.await(null, () -> there.isRead(readers));
    }

    @Override
    ControlLine measure(final ControlLine order) {
        final long bursts = Math.max(1, order.number(Orders.MS) * NS_PER_MS / EVERY_NS);
        long cpuNs = 0;
        long dueNs = System.nanoTime();
        account.open();
        for (long burst = 0; burst < bursts; burst++) {
            final long beforeNs = THREADS.getCurrentThreadCpuTime();
            publish();
            cpuNs += THREADS.getCurrentThreadCpuTime() - beforeNs;
            dueNs += EVERY_NS;
            LockSupport.parkNanos(dueNs - System.nanoTime());
        }
        account.close();
        LockSupport.parkNanos(LAST_REST_NS);
        EndMessage.publish(there);
        return account.line().with(Orders.SENT, bursts * BURST).with(Costs.THREAD_CPU_NS, cpuNs);
    }

    private void publish() {
        for (long value = 0; value < BURST; value++) {
            while (!there.tryPublish(value)) {
                there.idle();
                relax();
            }
        }
        there.flush();
    }
}
