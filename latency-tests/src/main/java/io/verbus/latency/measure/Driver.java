package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.meter.Scheduled;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.ControlLine;

/** The driver of a subject. It answers with the CPU time that it has used so far. */
final class Driver implements Job {
    private final AutoCloseable driver;

    Driver(final ControlLine job) {
        driver = SubjectKind.of(job.text(Orders.SUBJECT)).drive(Bench.place(job, true));
    }

    @Override
    public ControlLine run(final ControlLine order) {
        return ControlLine.of(Orders.DONE).with(Costs.CPU_NS, Scheduled.now().processCpuNs());
    }

    @Override
    public void close() {
        try {
            driver.close();
        } catch (final Exception e) {
            throw new BusException("cannot close the driver: " + e.getMessage(), e);
        }
    }
}
