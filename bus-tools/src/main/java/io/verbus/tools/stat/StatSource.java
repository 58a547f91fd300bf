package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.internal.shm.BusDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;

/** Reads a bus directory, once or repeatedly; does not create it if it does not exist. Used by one thread at a time. */
final class StatSource {
    private final Path root;
    private final Predicate<String> isSelected;
    private final NanoClock clock;
    private final ArrayDeque<HostStat> reads = new ArrayDeque<>();

    /**
     * A source.
     *
     * @param root the bus directory
     * @param isSelected selects the streams to read
     * @param clock monotonic, the one of the buses
     */
    StatSource(final Path root, final Predicate<String> isSelected, final NanoClock clock) {
        this.root = root;
        this.isSelected = isSelected;
        this.clock = clock;
    }

    /**
     * Reads, and again after {@link StatView#STALL_NS} unless the bus is empty: rates need two reads, and a lag alone
     * does not distinguish a reader from a stalled one.
     *
     * @throws BusException if the directory cannot be read
     */
    StatView once() {
        final StatView view = new StatView(read(), null);
        if (view.now().isEmpty()) {
            return view;
        }
        rest(StatView.STALL_NS);
        return new StatView(read(), view.now());
    }

    /**
     * Reads, and compares with the read before, or with an earlier one if that is less than {@link StatView#STALL_NS}
     * ago. The first one is as {@link #once()}.
     *
     * @throws BusException if the directory cannot be read
     */
    StatView next() {
        if (reads.isEmpty()) {
            final StatView first = once();
            reads.addLast(first.now());
            return first;
        }
        reads.addLast(read());
        while (reads.size() > 2 && reads.getLast().atNs() - second().atNs() >= StatView.STALL_NS) {
            reads.removeFirst();
        }
        return new StatView(reads.getLast(), reads.getFirst());
    }

    private HostStat second() {
        final HostStat first = reads.removeFirst();
        final HostStat second = reads.getFirst();
        reads.addFirst(first);
        return second;
    }

    private HostStat read() {
        final long nowNs = clock.nanoTime();
        return Files.isDirectory(root)
                ? HostStat.of(BusDirectory.openReadOnly(root), isSelected, nowNs)
                : HostStat.none(nowNs);
    }

    private static void rest(final long ns) {
        final long untilNs = System.nanoTime() + ns;
        for (long remainingNs = ns; remainingNs > 0; remainingNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(remainingNs);
        }
    }
}
