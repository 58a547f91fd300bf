package io.verbus.latency.compare;

import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.MeasuredSubject;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.compare.ComparisonPlan.HostPair;
import java.util.List;
import java.util.Optional;

/** A program without a bus: one in C of native/perf, over RDMA or TCP, or ib_write_lat of perftest. */
final class VerbsContestant implements Contestant {
    /** The C program, in results. */
    static final String C_RDMA = "c-rdma";
    /** The C program over TCP, in results. */
    static final String C_TCP = "c-tcp";
    /** The program of perftest, in results. */
    static final String WRITE_LAT = "ib-write-lat";

    private static final int MOST_MESSAGES = 50_000;
    /** About a second of a software device. */
    private static final int MOST_BYTES = 64 << 20;
    /** Over TCP: about a tenth of a second. */
    private static final int MOST_BYTES_OVER_TCP = 128 << 20;
    private static final Cost UNKNOWN = new Cost(null, null, null, null);

    private final String name;
    private final Task task;
    private final int count;
    private final VerbsPrograms programs;

    VerbsContestant(final String name, final Task task, final ComparisonPlan plan) {
        this.name = name;
        this.task = task;
        this.count = plan.messages();
        this.programs = new VerbsPrograms(plan);
    }

    static boolean isOne(final String name) {
        return name.equals(C_RDMA) || name.equals(C_TCP) || name.equals(WRITE_LAT);
    }

    /** The reason why it can't do a task; empty if it can. */
    static Optional<String> objection(final String name, final Task task, final ComparisonPlan plan) {
        if (!plan.addresses().isOver(name.equals(C_TCP) ? HostPair.TCP : HostPair.RDMA)) {
            return Optional.of(name.equals(C_TCP)
                    ? "it needs addresses: use --transport tcp"
                    : "it needs RDMA: use --transport rdma");
        }
        if (plan.farHost().map(host -> !host.has(name)).orElse(false)) {
            return Optional.of("the server does not have it: " + (name.equals(WRITE_LAT)
                    ? "sudo apt-get install perftest there"
                    : "build native/perf there, with gcc, cmake and rdma-core"));
        }
        final boolean isPing = task.mode().equals(MeasuredPoint.PING_PONG);
        if (name.equals(WRITE_LAT)) {
            return !isPing
                    ? Optional.of("it measures round trips only")
                    : VerbsPrograms.isPresent(name)
                            ? Optional.empty()
                            : Optional.of("it is not installed: sudo apt-get install perftest");
        }
        return !isPing && !task.mode().equals(MeasuredPoint.THROUGHPUT)
                ? Optional.of("it measures round trips and throughput only")
                : VerbsPrograms.isPresent(name)
                        ? Optional.empty()
                        : Optional.of("native/perf was not built: it needs gcc, cmake and rdma-core");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public MeasuredSubject describe() {
        return name.equals(WRITE_LAT)
                ? new MeasuredSubject(name, "ib_write_lat of perftest", List.of(new Setting("verb",
                        "WRITE, memory polled",
                        "its default: less work than in a bus, which must not trust memory before the completion")),
                        null)
                : name.equals(C_TCP)
                        ? describeTcp()
                        : new MeasuredSubject(name, "C over verbs, native/perf/verbus_perf",
                                List.of(new Setting("verb", "WRITE with immediate, completions polled", "as the bus")),
                                null);
    }

    private MeasuredSubject describeTcp() {
        return new MeasuredSubject(name, "C over TCP, native/perf/verbus_tcp", List.of(
                new Setting("TCP_NODELAY", "true", "each write leaves at once"),
                new Setting("writes", "up to 65536 bytes", "as the subject tcp in Java"),
                new Setting("SO_SNDBUF, SO_RCVBUF", "1048576", "as the subject tcp in Java")), null);
    }

    @Override
    public void warmUp() {
        // each run has its own
    }

    @Override
    public Measurement measure(final long ratePerS) {
        if (name.equals(WRITE_LAT)) {
            return pinged(programs.writeLat(task.payloadBytes()));
        }
        if (task.mode().equals(MeasuredPoint.PING_PONG)) {
            return pinged(programs.ping(name, task.payloadBytes()));
        }
        final int messages = name.equals(C_TCP)
                ? MOST_BYTES_OVER_TCP / Math.max(Long.BYTES, task.payloadBytes())
                : Math.min(MOST_MESSAGES, MOST_BYTES / task.payloadBytes());
        final double perS = programs.rate(name, messages, task.payloadBytes());
        return new Measurement(new Counts(messages, 0, perS), Latency.NONE, UNKNOWN, Pauses.NONE);
    }

    private Measurement pinged(final Latency roundTrips) {
        return new Measurement(new Counts(count, 0, null), roundTrips, UNKNOWN, Pauses.NONE);
    }

    @Override
    public void close() {
        // its processes end with each measurement
    }
}
