package io.verbus.latency.frame;

import io.verbus.os.Affinity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * A child of the benchmark: {@code transport role directory messages}. The first third of the messages is warm-up.
 * What it measured is printed in the units of {@link Measure}. It ends with its parent.
 */
final class MeasuredProcess {
    private static final int ROUND_TRIPS_IN_A_MEAN = 64;

    private final boolean aeron;
    private final Path directory;
    private final long messages;
    private final long warmUp;

    private MeasuredProcess(final boolean aeron, final Path directory, final long messages) {
        this.aeron = aeron;
        this.directory = directory;
        this.messages = messages;
        this.warmUp = messages / 3;
    }

    public static void main(final String[] arguments) throws IOException {
        final Path directory = Path.of(arguments[2]);
        if (arguments[1].equals("driver")) {
            AeronEnds.driveUntilInputEnds(directory);
            return;
        }
        endWithParent();
        final var process = new MeasuredProcess(arguments[0].equals("AERON"), directory, Long.parseLong(arguments[3]));
        final String role = arguments[1];
        Affinity.pin(role.equals("publish") || role.equals("paced") || role.equals("ping") ? 0 : 1);
        switch (role) {
            case "publish" -> process.publish();
            case "paced" -> process.publishPaced();
            case "read" -> process.read();
            case "ping" -> process.ping();
            case "pong" -> process.pong();
            default -> throw new IllegalArgumentException(role);
        }
        // An Aeron publication may go only when all was read; and the client's threads need no orderly end.
        System.out.flush();
        if (role.equals("publish") || role.equals("paced") || role.equals("pong")) {
            System.in.read();
        }
        Runtime.getRuntime().halt(0);
    }

    private void publish() {
        final PublishingEnd publishing = publishing("a");
        for (long done = 0; done < messages;) {
            done = publishUntil(publishing, done, Math.min(messages, done + 100_000));
        }
    }

    private static long publishUntil(final PublishingEnd publishing, final long from, final long end) {
        for (long i = from; i < end; i++) {
            publishing.publish(i);
        }
        return end;
    }

    private void publishPaced() {
        final PublishingEnd publishing = publishing("a");
        for (long done = 0; done < messages;) {
            done = publishPacedUntil(publishing, done, Math.min(messages, done + 100_000));
        }
    }

    private static long publishPacedUntil(final PublishingEnd publishing, final long from, final long end) {
        long readings = 0;
        for (long i = from; i < end; i++) {
            readings |= System.nanoTime();
            publishing.publish(i);
        }
        if (readings == 0) {
            throw new IllegalStateException("the clock stands still");
        }
        return end;
    }

    private void read() {
        final ReadingEnd reading = reading("a");
        final var checksum = new Payload.Checksum();
        readUntil(reading, checksum, warmUp);
        final long first = checksum.messages();
        final long startNs = System.nanoTime();
        readUntil(reading, checksum, messages);
        final long elapsedNs = System.nanoTime() - startNs;
        checksum.verify();
        System.out.println((messages - first) * 1e3 / elapsedNs);
    }

    private void readUntil(final ReadingEnd reading, final Payload.Checksum checksum, final long end) {
        while (checksum.messages() < end) {
            pollMany(reading, checksum, Math.min(end, checksum.messages() + 100_000));
        }
    }

    private static void pollMany(final ReadingEnd reading, final Payload.Checksum checksum, final long end) {
        while (checksum.messages() < end) {
            if (reading.poll(checksum) == 0) {
                FrameLayout.idle();
            }
        }
    }

    private void ping() {
        final PublishingEnd publishing = publishing("a");
        final ReadingEnd reading = reading("b");
        final var checksum = new Payload.Checksum();
        final var histogram = new Histogram(10_000_000_000L, 3);
        final long[] means = new long[(int) ((messages - warmUp) / ROUND_TRIPS_IN_A_MEAN)];
        for (long i = 0; i < warmUp; i++) {
            roundTrip(publishing, reading, checksum, i);
        }
        for (int mean = 0; mean < means.length; mean++) {
            means[mean] = measure(publishing, reading, checksum, histogram);
        }
        checksum.verify();
        Arrays.sort(means);
        System.out.println((double) means[means.length / 2] / ROUND_TRIPS_IN_A_MEAN
                + " " + histogram.getValueAtPercentile(50)
                + " " + histogram.getValueAtPercentile(99)
                + " " + histogram.getValueAtPercentile(99.9)
                + " " + histogram.getValueAtPercentile(99.99));
    }

    /** One clock reading a round trip: the end of one is the start of the next. Returns the sum in ns. */
    private static long measure(
            final PublishingEnd publishing,
            final ReadingEnd reading,
            final Payload.Checksum checksum,
            final Histogram histogram) {
        final long startNs = System.nanoTime();
        long beforeNs = startNs;
        for (int i = 0; i < ROUND_TRIPS_IN_A_MEAN; i++) {
            roundTrip(publishing, reading, checksum, checksum.messages());
            final long afterNs = System.nanoTime();
            histogram.recordValue(afterNs - beforeNs);
            beforeNs = afterNs;
        }
        return beforeNs - startNs;
    }

    private static void roundTrip(
            final PublishingEnd publishing, final ReadingEnd reading, final Payload.Checksum checksum, final long i) {
        publishing.publish(i);
        pollMany(reading, checksum, i + 1);
    }

    private void pong() {
        final ReadingEnd reading = reading("a");
        final PublishingEnd publishing = publishing("b");
        final var checksum = new Payload.Checksum();
        final long end = warmUp + (messages - warmUp) / ROUND_TRIPS_IN_A_MEAN * ROUND_TRIPS_IN_A_MEAN;
        for (long i = 0; i < end; i++) {
            answer(publishing, reading, checksum, i);
        }
    }

    private static void answer(
            final PublishingEnd publishing, final ReadingEnd reading, final Payload.Checksum checksum, final long i) {
        pollMany(reading, checksum, i + 1);
        publishing.publish(i);
    }

    private PublishingEnd publishing(final String name) {
        try {
            return aeron
                    ? AeronEnds.publishing(directory, name.charAt(0))
                    : new RingPublisher(LogFiles.in(directory, name));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ReadingEnd reading(final String name) {
        try {
            return aeron ? AeronEnds.reading(directory, name.charAt(0)) : new RingReader(LogFiles.in(directory, name));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void endWithParent() {
        final long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L);
        ProcessHandle.of(parent).ifPresent(handle -> handle.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }
}
