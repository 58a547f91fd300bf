package io.verbus.latency.jobs;

import io.verbus.BusException;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.WorkLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Main class of the processes that {@code ./bus perf} starts. */
public final class PerfWorker {
    private PerfWorker() {
    }

    /**
     * Does one job, as its arguments and then standard input say.
     *
     * @param args a line
     * @throws IOException if standard input can't be read
     */
    public static void main(final String[] args) throws IOException {
        final var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        WorkLoop.run(Line.parse(String.join(" ", args)), PerfWorker::job, orders, System.out);
    }

    private static Job job(final Line line) {
        return switch (line.verb()) {
            case Words.PINGER -> new Pinger(line);
            case Words.PONGER -> new Ponger(line);
            case Words.SOURCE -> new Source(line);
            case Words.SINK -> new Sink(line);
            case Words.SPRAY -> new Spray(line);
            case Words.BASIN -> new Basin(line);
            default -> throw new BusException("there is no job " + line.verb());
        };
    }
}
