package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.MeasuredSubject;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The C ring, or the client in C: a new pair of processes for each measurement, as C needs no warm-up by a compiler.
 */
final class RingContestant implements Contestant {
    /** As of the bus. */
    private static final int CAPACITY = 16 << 20;
    private static final int WARM_UP_PART = 10;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final RingProgram program;
    private final Task task;
    private final ComparisonPlan plan;
    private double nsAMessage = 1_000;

    RingContestant(final RingProgram program, final Task task, final ComparisonPlan plan) {
        this.program = program;
        this.task = task;
        this.plan = plan;
    }

    @Override
    public String name() {
        return program.kind().subject;
    }

    @Override
    public MeasuredSubject describe() {
        return program.kind() == RingProgram.Kind.RING ? describeRing() : describeClient();
    }

    private MeasuredSubject describeClient() {
        return new MeasuredSubject(name(), "the client in C, two processes", List.of(
                new Setting("compiler", "gcc -O2 -g", "as installed"),
                new Setting("capacity", Integer.toString(capacity()), "the default"),
                new Setting("reader", "blocking, in place", "as of the bus"),
                new Setting("conductor", "a thread of the library", "the default"),
                new Setting("idle strategy", "spin, with a pause", "as all subjects in shared memory")), null);
    }

    private MeasuredSubject describeRing() {
        return new MeasuredSubject(name(), "C ring, two processes", List.of(
                new Setting("compiler", "gcc -O3", "as a careful C program"),
                new Setting("frames", "16 bytes of header, aligned to 32", "as the bus"),
                new Setting("capacity", Integer.toString(capacity()), "as the bus"),
                new Setting("reader's position", "returned every eighth of the ring", "as the bus does"),
                new Setting("idle strategy", "spin, with a pause", "as all subjects in shared memory"),
                new Setting("second cache line", "requested with the first", "as by a poll of the bus"),
                new Setting("checks", "each header: length, rest of the ring, sequence", "as the bus does")),
                source());
    }

    private static String source() {
        try {
            final Path folder = RingProgram.source();
            return Files.readString(folder.resolve("ring.h")) + "\n"
                    + Files.readString(folder.resolve("verbus_ring.c"));
        } catch (final IOException e) {
            return null; // the jar is outside the project
        }
    }

    private int capacity() {
        return task.capacityBytes() == 0 ? CAPACITY : task.capacityBytes();
    }

    /** Measures the time of a message, from which the number of messages follows. */
    @Override
    public void warmUp() {
        if (!task.mode().equals(MeasuredPoint.OPEN_LOOP)) {
            long count = 1_000;
            double ns = 0;
            for (; ns < 20_000_000; count *= 4) {
                ns = program.run(task.mode(), task.payloadBytes(), capacity(), count, count / WARM_UP_PART)
                        .number("ns");
                nsAMessage = ns / count;
            }
        }
    }

    @Override
    public Measurement measure(final long ratePerS) {
        final boolean isPaced = task.mode().equals(MeasuredPoint.OPEN_LOOP);
        final double ns = isPaced ? NS_PER_S / ratePerS : nsAMessage;
        final long fitting = Math.max(1, (long) (plan.ms() * 1e6 / ns));
        final long count = task.mode().equals(MeasuredPoint.PING_PONG) ? Math.min(fitting, plan.messages()) : fitting;
        final long lead = count * plan.leadMs() / plan.ms();
        final ControlLine printed = isPaced
                ? program.run(task.mode(), task.payloadBytes(), capacity(), count, lead, ratePerS)
                : program.run(task.mode(), task.payloadBytes(), capacity(), count, lead);
        final Latency latency = task.mode().equals(MeasuredPoint.THROUGHPUT)
                ? Latency.NONE
                : Latency.of(program.times());
        final long messages = printed.number("messages");
        if (messages != count) {
            throw new BusException(name() + " carried " + messages + " of " + count + " messages");
        }
        final double waitedNs = printed.number("waited_ns");
        return new Measurement(new Counts(messages, 0, messages * NS_PER_S / printed.number("ns")), latency,
                new Cost(printed.number("cpu_ns") / NS_PER_S, printed.number("publisher_cpu_ns") / NS_PER_S,
                        printed.number("memory_bytes"), null),
                new Pauses(null, null, null, null, waitedNs / NS_PER_MS,
                        Pauses.withheldShare(waitedNs, printed.number("cpu_ns"), printed.number("ns"))));
    }

    @Override
    public void close() {
        // its processes end with each measurement
    }
}
