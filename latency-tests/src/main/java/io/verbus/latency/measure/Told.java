package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;

/**
 * A job whose subject may fail in its own words: whoever asked is told, where the process would just be silent.
 *
 * @param subject its name
 * @param job that is done
 */
record Told(String subject, Job job) implements Job {
    @Override
    public Line run(final Line order) {
        try {
            return job.run(order);
        } catch (final RuntimeException e) {
            throw inOneSentence(subject, e);
        }
    }

    static BusException inOneSentence(final String subject, final RuntimeException e) {
        return e instanceof BusException told ? told : new BusException(subject + " has failed: " + e, e);
    }

    @Override
    public void close() {
        job.close();
    }
}
