package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Function;

/** Main loop of a process with a job: one line at a time, until standard input ends, as it does if the parent dies. */
public final class WorkLoop {
    static final String READY = "ready";
    static final String FAILED = "failed";
    static final String CAUSE = "cause";

    private WorkLoop() {
    }

    /**
     * Carries out orders on the calling thread.
     *
     * @param first describes the job
     * @param jobs makes the job
     * @param orders one a line
     * @param answers one line for each order, and one when the job is ready
     * @throws IOException if orders can't be read
     */
    public static void run(final ControlLine first, final Function<ControlLine, Job> jobs, final BufferedReader orders,
            final PrintStream answers) throws IOException {
        try (Job job = jobs.apply(first)) {
            answers.println(ControlLine.of(READY));
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                answers.println(job.run(ControlLine.parse(order)));
            }
        } catch (final BusException e) {
            answers.println(ControlLine.of(FAILED).with(CAUSE, e.getMessage()));
        }
    }
}
