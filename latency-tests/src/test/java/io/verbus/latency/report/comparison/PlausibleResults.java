package io.verbus.latency.report.comparison;

import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Settings;
import io.verbus.latency.result.Skipped;
import io.verbus.latency.result.MeasuredSubject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Results like those of a full run, generated from a seed: none was measured. They have the extremes that a page must
 * show: 70 ns to tens of microseconds in one plot, all subjects, and modes that some subjects lack.
 */
final class PlausibleResults {
    static final int ROUNDS = 5;

    private static final int[] PAYLOADS = {32, 64, 256, 1_024, 4_096, 65_536};
    private static final long[] RATES = {10_000, 100_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000};
    private static final int SAMPLES = 20_000;

    private final SplittableRandom random;
    private final List<Series> series = new ArrayList<>();

    /** Properties of a subject: round trip in ns, messages a second, weight of the tail. */
    private record Kind(String name, String title, double roundTripNs, double perSecond, double tail) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("verbus-shm", "Verbus 0.1.0, shared memory", 142, 312e6, 1),
            new Kind("c-shm", "a ring in C, gcc 12 -O3", 136, 340e6, 0.8),
            new Kind("aeron-ipc", "Aeron 1.51.0, IPC", 185, 120e6, 2.2),
            new Kind("chronicle-queue", "Chronicle Queue 2026.4, on tmpfs", 610, 9.1e6, 2.4),
            new Kind("disruptor", "Disruptor 4.0.0, one process", 128, 41e6, 1.5),
            new Kind("jeromq", "JeroMQ 0.6.0, tcp", 44_000, 2.1e6, 1.6),
            new Kind("tcp", "TCP loopback, NIO, no delay", 15_200, 0.61e6, 1.4),
            new Kind("aeron-udp", "Aeron 1.51.0, UDP over loopback", 21_900, 1.4e6, 1.7),
            new Kind("verbus-rdma", "Verbus 0.1.0, Soft-RoCE", 19_500, 0.72e6, 1.5),
            new Kind("c-rdma", "verbs in C", 18_100, 0.81e6, 1.3),
            new Kind("ib_write_lat", "perftest 4.5", 17_200, 0, 1.2));

    private PlausibleResults(final long seed) {
        random = new SplittableRandom(seed);
    }

    /** All modes; the cores moved in one round of five. */
    static Results full(final long seed) {
        return new PlausibleResults(seed).make();
    }

    /** Writes the page into a folder, to view it. */
    public static void main(final String[] arguments) throws IOException {
        System.out.println(ComparisonFiles.write(List.of(full(1)), Files.createDirectories(Path.of(arguments[0]))));
    }

    private Results make() {
        for (int round = 1; round <= ROUNDS; round++) {
            for (final Kind kind : KINDS) {
                measure(kind, round);
            }
        }
        final Map<String, String> machine = new LinkedHashMap<>();
        machine.put("CPU", "Made-up CPU @ 3.0 GHz");
        machine.put("Cores", "2, of a virtual machine");
        machine.put("Kernel", "Linux 6.1.0, amd64");
        machine.put("JVM flags", "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED -XX:+UseSerialGC"
                + " -Dagrona.disable.bounds.checks=true");
        return new Results(new Environment("2026-01-02T03:04:05Z", "0.1.0", machine),
                new Settings("./bus perf --full --report out", List.of(0, 1), ROUNDS,
                        Map.of("Bounds checks", "off for Aeron and Verbus alike")),
                KINDS.stream().map(PlausibleResults::subject).toList(),
                List.of(new Skipped("verbus-rdma, c-rdma: throughput over capacity",
                        "the device registers no more than 64 MiB"),
                        new Skipped("ib_write_lat: all but ping-pong",
                                "it measures nothing else")),
                series);
    }

    private static MeasuredSubject subject(final Kind kind) {
        final boolean isC = kind.name.equals("c-shm");
        return new MeasuredSubject(kind.name, kind.title, List.of(
                new MeasuredSubject.Setting(isC ? "gcc" : "aeron.term.buffer.length",
                        isC ? "-O3 -march=native" : "16777216",
                        "Large enough that the publisher does not wait for the reader between two of its turns, and"
                                + " small enough for the second-level cache."),
                new MeasuredSubject.Setting("idle strategy", "busy spin", "A thread that parks is woken late.")),
                isC ? "int main(void)\n{\n\treturn a < b && c > d;\n}\n".repeat(60) : null);
    }

    private void measure(final Kind kind, final int round) {
        final String placement = round == 4 ? "far" : round == 2 && kind.name.equals("tcp") ? "changed" : "near";
        final double slow = placement.equals("far") ? 3 : 1;
        final boolean isRdma = kind.name.contains("rdma") || kind.name.startsWith("ib_");
        for (final int payload : PAYLOADS) {
            final double ns = (kind.roundTripNs + payload / 8.0) * slow;
            add(new MeasuredPoint(kind.name, MeasuredPoint.PING_PONG, payload, null, 1, null, round, placement,
                    136.0 * slow), ns,
                    kind.tail, 1e9 / ns, 2.0);
            if (kind.perSecond > 0) {
                add(new MeasuredPoint(kind.name, MeasuredPoint.THROUGHPUT, payload, null, 1, null, round, placement,
                        136.0), 0, 0,
                        1 / (1 / kind.perSecond + payload / 30e9) / slow, 2.0);
            }
        }
        for (final long rate : kind.perSecond > 0 ? RATES : new long[0]) {
            if (rate > 0.97 * kind.perSecond) {
                add(new MeasuredPoint(kind.name, MeasuredPoint.OPEN_LOOP, 64, rate, 1, null, round, placement, 137.0),
                        2e9, 0,
                        kind.perSecond, 2.0);
                continue;
            }
            final double load = Math.min(0.999, rate / kind.perSecond);
            add(new MeasuredPoint(kind.name, MeasuredPoint.OPEN_LOOP, 64, rate, 1, null, round, placement, 137.0),
                    kind.roundTripNs * 0.55 * slow / (1 - load), kind.tail, rate, 2.0);
        }
        for (long capacity = 65_536; capacity <= 268_435_456 && kind.perSecond > 3e7; capacity *= 4) {
            add(new MeasuredPoint(kind.name, MeasuredPoint.THROUGHPUT, 32, null, 1, capacity, round, placement, 136.0),
                    0, 0,
                    kind.perSecond / slow * (capacity > 4 << 20 ? 0.7 : capacity < 1 << 20 ? 0.85 : 1), 2.0);
        }
        for (int readers = 1; readers <= 8 && !isRdma && kind.tail < 2.3; readers *= 2) {
            add(new MeasuredPoint(kind.name, MeasuredPoint.FAN_OUT, 64, null, readers, null, round, placement, 136.0),
                    0, 0,
                    kind.perSecond / readers, 0.8 + 0.03 * readers);
        }
    }

    private void add(final MeasuredPoint point, final double medianNs, final double tail, final double perSecond,
            final double cpu) {
        final long messages = 1_000_000;
        final double noise = 1 + 0.03 * random.nextGaussian();
        final double got = perSecond * (MeasuredPoint.OPEN_LOOP.equals(point.mode()) ? 1 : noise);
        final boolean isC = point.subject().startsWith("c-") || point.subject().startsWith("ib_");
        series.add(new Series(point, new Counts(messages, point.subject().equals("jeromq") ? 3 : 0, got),
                medianNs > 0 ? latency(medianNs * noise, tail, !point.subject().startsWith("ib_")) : Latency.NONE,
                new Cost(cpu * messages / perSecond, cpu * messages / point.readers() * 12e-9, 16L << 20,
                        isC ? null : 0L),
                new Cores(0, 1, point.placementNs(), point.placementNs()),
                isC ? Pauses.NONE : new Pauses(0L, 0.0, 2L, 0.31, 1.5, 0.01)));
    }

    private Latency latency(final double medianNs, final double tail, final boolean isShown) {
        final Histogram histogram = new Histogram(3);
        for (int i = 0; i < SAMPLES; i++) {
            final double rare = random.nextDouble();
            histogram.recordValueWithCount((long) (medianNs * (1 + 0.04 * Math.abs(random.nextGaussian()))
                    + (rare < 0.02 ? 60 * tail / (rare + 1e-5) : 0)), 50);
        }
        return new Latency(histogram.getValueAtPercentile(50), histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99), histogram.getValueAtPercentile(99.9),
                histogram.getValueAtPercentile(99.99), histogram.getMaxValue(), isShown ? encoded(histogram) : null);
    }

    private static String encoded(final Histogram histogram) {
        final ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        final int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
