package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.ControlLine;

/**
 * A job that reports any exception of its subject in the answer; else the process would end without a reason.
 *
 * @param subject its name
 * @param job to do
 */
record ReportedErrors(String subject, Job job) implements Job {
    @Override
    public ControlLine run(final ControlLine order) {
        try {
            return job.run(order);
        } catch (final RuntimeException e) {
            throw reported(subject, e);
        }
    }

    static BusException reported(final String subject, final RuntimeException e) {
        return e instanceof BusException known ? known : new BusException(subject + " has failed: " + e, e);
    }

    @Override
    public void close() {
        job.close();
    }
}
