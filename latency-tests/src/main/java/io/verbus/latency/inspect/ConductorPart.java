package io.verbus.latency.inspect;

import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Spread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;

/**
 * CPU time of a calm duty cycle, beside threads that use the caches: after a rest, compared with the rest alone, and by
 * an invoker on a thread that spins. The bus of the cycle has a publication that another bus reads, and a subscription
 * to a publication of that bus.
 */
public final class ConductorPart {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long REST_NS = 50_000_000;
    private static final long INVOKER_EVERY_NS = 20_000_000;
    private static final int PAIRS = 20;
    /** As many as a conductor repeats on its own thread after its start. */
    private static final int CYCLES_BEFORE = 40_000;
    private static final long FIRST_NS = 1_000_000_000;
    private static final int FIRST_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path directory;
    private final List<Integer> cores;
    private final int rounds;
    private final List<Double> rests = new ArrayList<>();
    private final List<Double> cycles = new ArrayList<>();
    private final List<Double> invoked = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();
    private final long[] memory = CoreWalker.memory();
    private long sum;

    private ConductorPart(final Path directory, final List<Integer> cores, final int rounds) {
        this.directory = directory;
        this.cores = cores.isEmpty() ? Affinity.allowed().stream().limit(2).boxed().toList() : cores;
        this.rounds = rounds;
    }

    /**
     * Measures.
     *
     * @param directory on tmpfs, for the files of the buses; the caller deletes it
     * @param cores with a thread beside the conductor; empty: the first two that are allowed
     * @param rounds of the measurement
     * @return tables and notes, as lines
     * @throws BusException if a bus fails
     */
    public static String measure(final Path directory, final List<Integer> cores, final int rounds) {
        return new ConductorPart(directory, cores, rounds).measure();
    }

    private String measure() {
        final List<Double> first = firstSeconds();
        final BusSettings settings = BusSettings.defaults().withDirectory(directory.resolve("bus"));
        try (Bus other = Bus.launch(settings);
                Bus own = Bus.launch(settings.withoutThread());
                Publication written = publish(own, "a");
                Subscription reader = subscribe(other, "a");
                Publication read = publish(other, "b");
                Subscription subscription = subscribe(own, "b")) {
            connect(written, reader);
            connect(read, subscription);
            measure(own.conductor());
        }
        return TextTable.text(cost()) + "\n" + TextTable.text(second(first))
                + String.format(Locale.ROOT, """

                          (beside a thread on each of the cores %s that walks through 4 MiB; rests of %d ms; %d rounds \
                        of %d pairs in turns; %,d cycles before, as on a thread of the bus's own)
                          (the invoker's thread spins, walks through 4 MiB too, and runs a cycle every 20 ms; its \
                        cycle has no rest)
                        """, cores, REST_NS / 1_000_000, rounds, PAIRS, CYCLES_BEFORE);
    }

    private static Publication publish(final Bus bus, final String stream) {
        return bus.publish(PublicationSettings.of(stream).withCapacity(1 << 20));
    }

    private static Subscription subscribe(final Bus bus, final String stream) {
        return bus.subscribe(SubscriptionSettings.of(stream).withPolicy(Policy.BLOCK));
    }

    private static void connect(final Publication publication, final Subscription subscription) {
        subscription.poll((buffer, offset, length, header) -> null, 1);
        if (!publication.awaitSubscribers(1, PATIENCE)) {
            throw new BusException("no subscription after " + PATIENCE);
        }
    }

    private void measure(final Agent conductor) {
        for (int cycle = 0; cycle < CYCLES_BEFORE; cycle++) {
            run(conductor);
        }
        for (int round = 0; round < rounds; round++) {
            try (CoreWalker _ = new CoreWalker(cores)) {
                compare(conductor);
            }
            try (CoreWalker _ = new CoreWalker(cores.subList(1, cores.size()))) {
                invoke(conductor);
            }
        }
    }

    private void compare(final Agent conductor) {
        final List<Double> alone = new ArrayList<>();
        final List<Double> both = new ArrayList<>();
        for (int pair = 0; pair < 2 * PAIRS; pair++) {
            final boolean isCycle = pair % 2 != 0;
            final long cpuNs = THREADS.getCurrentThreadCpuTime();
            LockSupport.parkNanos(REST_NS);
            if (isCycle) {
                run(conductor);
            }
            (isCycle ? both : alone).add((THREADS.getCurrentThreadCpuTime() - cpuNs) / 1e3);
        }
        rests.add(median(alone));
        cycles.add(median(both));
        ratios.add(cycles.getLast() / rests.getLast());
    }

    private void invoke(final Agent conductor) {
        final List<Double> each = new ArrayList<>();
        for (int cycle = 0; cycle < PAIRS; cycle++) {
            final long untilNs = System.nanoTime() + INVOKER_EVERY_NS;
            while (System.nanoTime() - untilNs < 0) {
                sum += CoreWalker.walk(memory);
            }
            final long cpuNs = THREADS.getCurrentThreadCpuTime();
            run(conductor);
            each.add((THREADS.getCurrentThreadCpuTime() - cpuNs) / 1e3);
        }
        invoked.add(median(each));
    }

    private static void run(final Agent conductor) {
        try {
            conductor.doWork();
        } catch (final Exception e) {
            throw new BusException("the duty cycle failed: " + e, e);
        }
    }

    /** CPU time in percent of a core of a conductor's thread in each of its first seconds. */
    private List<Double> firstSeconds() {
        final Thread[] thread = new Thread[1];
        final List<Double> percent = new ArrayList<>();
        final BusSettings settings = BusSettings.defaults().withDirectory(directory.resolve("first"))
                .withConductorThreadFactory(conductor -> thread[0] = Thread.ofPlatform().daemon().unstarted(conductor));
        try (Bus bus = Bus.launch(settings);
                Publication publication = publish(bus, "a");
                Subscription subscription = subscribe(bus, "a")) {
            connect(publication, subscription);
            final long startNs = System.nanoTime();
            long cpuNs = 0;
            for (int second = 1; second <= FIRST_SECONDS; second++) {
                while (System.nanoTime() - startNs < second * FIRST_NS) {
                    LockSupport.parkNanos(1_000_000);
                }
                final long nowNs = THREADS.getThreadCpuTime(thread[0].threadId());
                percent.add((nowNs - cpuNs) * 100.0 / FIRST_NS);
                cpuNs = nowNs;
            }
        }
        return percent;
    }

    private Report.Table cost() {
        final String interval = Spread.of(ratios).map(Spread::range).orElse("–");
        return new Report.Table("CPU time of a thread, µs, median of " + rounds + " rounds",
                List.of("", "µs", "ratio"), List.of(
                        List.of("a rest alone", figure(median(rests)), "1"),
                        List.of("a rest and a duty cycle", figure(median(cycles)), interval),
                        List.of("a duty cycle by an invoker", figure(median(invoked)), "–")));
    }

    private static Report.Table second(final List<Double> percent) {
        final List<List<String>> rows = new ArrayList<>();
        for (int second = 0; second < percent.size(); second++) {
            rows.add(List.of("second " + (second + 1), figure(percent.get(second))));
        }
        return new Report.Table("A conductor's own thread after the launch", List.of("", "percent of a core"), rows);
    }

    private static double median(final List<Double> values) {
        return Ratio.median(values).orElseThrow();
    }

    private static String figure(final double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
