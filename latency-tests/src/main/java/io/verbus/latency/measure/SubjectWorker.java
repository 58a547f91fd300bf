package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.result.Point;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.WorkLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Main class of the processes of a subject. */
public final class SubjectWorker {
    private SubjectWorker() {
    }

    /**
     * Does one job, as its arguments and then standard input say.
     *
     * @param args a line
     * @throws IOException if standard input can't be read
     */
    public static void main(final String[] args) throws IOException {
        final var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        WorkLoop.run(Line.parse(String.join(" ", args)), SubjectWorker::job, orders, System.out);
    }

    private static Job job(final Line line) {
        return switch (line.verb()) {
            case Orders.NEAR -> near(line, new Bench(line, true));
            case Orders.FAR -> far(line, new Bench(line, false));
            case Orders.BOTH -> {
                final Bench bench = new Bench(line, true);
                yield new Both(near(line, bench), far(line, bench));
            }
            case Orders.DRIVER -> new Driver(line);
            default -> throw new BusException("there is no job " + line.verb());
        };
    }

    private static Job near(final Line line, final Bench bench) {
        return switch (line.text(Orders.MODE)) {
            case Point.PING_PONG -> new Ping(bench);
            case Point.THROUGHPUT -> new Flood(bench);
            case Point.OPEN_LOOP -> new Paced(bench);
            default -> throw new BusException("there is no mode " + line.text(Orders.MODE));
        };
    }

    private static Job far(final Line line, final Bench bench) {
        final String mode = line.text(Orders.MODE);
        return mode.equals(Point.PING_PONG) ? new Echo(bench) : new Drain(bench, mode);
    }
}
