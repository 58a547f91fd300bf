package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.ControlLine;
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
     * Does one job, with orders from standard input.
     *
     * @param args the line of the job
     * @throws IOException if standard input can't be read
     */
    public static void main(final String[] args) throws IOException {
        final var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        WorkLoop.run(ControlLine.parse(String.join(" ", args)),
                line -> new ReportedErrors(line.text(Orders.SUBJECT), job(line)), orders,
                System.out);
        System.exit(0); // subjects may leave threads
    }

    private static Job job(final ControlLine line) {
        try {
            return made(line);
        } catch (final RuntimeException e) {
            throw ReportedErrors.reported(line.text(Orders.SUBJECT), e);
        }
    }

    private static Job made(final ControlLine line) {
        return switch (line.verb()) {
            case Orders.NEAR -> near(line, new Bench(line, true));
            case Orders.FAR -> far(line, new Bench(line, false));
            case Orders.BOTH -> {
                final Bench bench = new Bench(line, true);
                yield new SidePair(near(line, bench), far(line, bench));
            }
            case Orders.DRIVER -> new Driver(line);
            case Orders.CLOCK -> new ClockReader(line);
            default -> throw new BusException("unknown job " + line.verb());
        };
    }

    private static Job near(final ControlLine line, final Bench bench) {
        final MeasuringSide side = switch (line.text(Orders.MODE)) {
            case MeasuredPoint.PING_PONG -> new Ping(bench);
            case MeasuredPoint.THROUGHPUT -> new Flood(bench);
            case MeasuredPoint.OPEN_LOOP -> new Paced(bench);
            case MeasuredPoint.FAN_OUT -> new Bursts(bench);
            default -> throw new BusException("unknown mode " + line.text(Orders.MODE));
        };
        side.open();
        return side;
    }

    private static Job far(final ControlLine line, final Bench bench) {
        final String mode = line.text(Orders.MODE);
        final MeasuringSide side = switch (mode) {
            case MeasuredPoint.PING_PONG -> new Echo(bench);
            case MeasuredPoint.FAN_OUT -> new FanoutReaders(bench);
            default -> new Drain(bench, mode);
        };
        side.open();
        return side;
    }
}
