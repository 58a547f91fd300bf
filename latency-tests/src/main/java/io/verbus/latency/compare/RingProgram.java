package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.ChildProcess;
import io.verbus.latency.worker.ControlLine;
import io.verbus.latency.worker.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The C ring of {@code native/perf}, or the same tasks by the client in C, run for one measurement at a time. */
final class RingProgram {
    /** Each has a property with the path of the program, if it is not in the build folder. */
    enum Kind {
        RING("c-shm", "verbus_ring", "verbus.perf.ring"), CLIENT("verbus-c", "verbus_client_ring",
                "verbus.perf.client");

        /** Its name in results. */
        final String subject;
        private final String program;
        private final String property;

        Kind(final String subject, final String program, final String property) {
            this.subject = subject;
            this.program = program;
            this.property = property;
        }

        static Optional<Kind> find(final String subject) {
            return Stream.of(values()).filter(kind -> kind.subject.equals(subject)).findFirst();
        }
    }

    private static final int PATIENCE_MS = 120_000;
    private static final long HIGHEST_NS = 1L << Integer.SIZE;

    private static final int PROBE_BYTES = 64;
    private static final int PROBE_CAPACITY = 1 << 20;
    private static final int PROBE_COUNT = 10_000;

    private final Kind kind;
    private final Path program;
    private final Path directory;
    private final ComparisonPlan plan;

    private RingProgram(final Kind kind, final Path program, final Path directory, final ComparisonPlan plan) {
        this.kind = kind;
        this.program = program;
        this.directory = directory;
        this.plan = plan;
    }

    /** Finds the program; empty if it was not built. */
    static Optional<RingProgram> find(final Kind kind, final ComparisonPlan plan) {
        return Programs.find(kind.program, kind.property).map(program -> {
            try {
                return new RingProgram(kind, program, directory(kind, plan), plan);
            } catch (final IOException e) {
                throw new BusException("cannot make a folder in " + plan.directory() + ": " + e.getMessage(), e);
            }
        });
    }

    /** A bus directory is private. */
    private static Path directory(final Kind kind, final ComparisonPlan plan) throws IOException {
        return Files.createDirectories(plan.directory().resolve(kind.program),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    Kind kind() {
        return kind;
    }

    /** The folder of its source, which reports show. */
    static Path source() {
        return Programs.home().resolve("native/perf");
    }

    /** Round trip in ns, which shows how far apart the cores are now. */
    double roundTripNs() {
        run(MeasuredPoint.PING_PONG, PROBE_BYTES, PROBE_CAPACITY, PROBE_COUNT, PROBE_COUNT / 4);
        return times().getValueAtPercentile(50);
    }

    /** Runs the program once; returns its output. */
    ControlLine run(final String mode, final int payload, final int capacity, final long count, final long warmUp,
            final long... rate) {
        final List<String> command = Stream.concat(Stream.of(program.toString(), directory.toString(), mode),
                Stream.concat(Stream.of((long) payload, (long) capacity, count, warmUp, (long) plan.core(0),
                        (long) plan.core(1)).map(Object::toString),
                        Arrays.stream(rate).mapToObj(Long::toString)))
                .toList();
        final ChildProcess child = ChildProcess.start(kind.program,
                new ProcessBuilder(command).redirectErrorStream(true));
        final Process process = child.process();
        try {
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!child.awaitEnd(PATIENCE_MS) || child.hasFailed()) {
                throw new BusException(kind.program + " failed: " + output);
            }
            return ControlLine.parse(kind.program + " " + output);
        } catch (final IOException e) {
            throw new BusException("cannot read the output of " + kind.program + ": " + e.getMessage(), e);
        } finally {
            process.destroyForcibly(); // its other process ends with it
        }
    }

    /** All latencies of the last run, in ns. */
    Histogram times() {
        try {
            final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("times")))
                    .order(ByteOrder.LITTLE_ENDIAN);
            final Histogram histogram = new Histogram(HIGHEST_NS, 3);
            while (bytes.hasRemaining()) {
                histogram.recordValue(Integer.toUnsignedLong(bytes.getInt()));
            }
            return histogram;
        } catch (final IOException e) {
            throw new BusException("cannot read the times of " + kind.program + ": " + e.getMessage(), e);
        }
    }
}
