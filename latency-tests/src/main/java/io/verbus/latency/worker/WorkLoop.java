package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** The life of a process with a job: line for line, until there are no more, or whoever told it has died. */
public final class WorkLoop {
    static final String READY = "ready";
    static final String FAILED = "failed";
    static final String CAUSE = "cause";
    static final String THREAD = "thread";

    private WorkLoop() {
    }

    /**
     * Does what lines say, on the calling thread.
     *
     * @param first what the job is
     * @param jobs makes a job of that
     * @param orders lines
     * @param answers a line for each, and one when the job is ready
     * @throws IOException if lines can't be read
     */
    public static void run(final Line first, final Function<Line, Job> jobs, final BufferedReader orders,
            final PrintStream answers) throws IOException {
        try (Job job = jobs.apply(first)) {
            answers.println(Line.of(READY).with(THREAD, thread()));
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                answers.println(job.run(Line.parse(order)));
            }
        } catch (final BusException e) {
            answers.println(Line.of(FAILED).with(CAUSE, e.getMessage()));
        }
    }

    /** The kernel's number of this thread, for tools that look at it. */
    private static String thread() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
    }
}
