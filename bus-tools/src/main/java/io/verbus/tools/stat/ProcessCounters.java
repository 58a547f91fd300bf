package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.Refusal;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A snapshot of the counters of one process. */
final class ProcessCounters {
    private static final Refusal[] CAUSES = Refusal.values();

    private final long pid;
    private final Map<CounterKind, List<CounterValue>> kinds;
    private final Map<Subject, CounterValue> values = new HashMap<>();

    private ProcessCounters(final long pid, final List<CounterValue> all) {
        this.pid = pid;
        kinds = all.stream().collect(Collectors.groupingBy(CounterValue::kind,
                () -> new EnumMap<>(CounterKind.class), Collectors.toList()));
        all.forEach(one -> values.putIfAbsent(
                new Subject(one.kind(), one.key().subscription(), one.key().session()), one));
    }

    private record Subject(CounterKind kind, long subscription, long session) {}

    /** Reads the counters. A process that ends before or during the read has none. */
    static ProcessCounters read(final Path path) {
        if (Files.exists(path)) {
            try {
                return new ProcessCounters(BusCounters.pid(path), BusCounters.read(path));
            } catch (final BusException e) {
                if (Files.exists(path)) { // otherwise the process ended during the read
                    throw e;
                }
            }
        }
        return none();
    }

    /** Those of a process that has ended, or that this user may not read. */
    static ProcessCounters none() {
        return new ProcessCounters(0, List.of());
    }

    /** The pid of the process; 0 if it has ended. */
    long pid() {
        return pid;
    }

    /** The counter of the process itself; 0 if there is none. */
    long ofProcess(final CounterKind kind) {
        return of(kind, 0, 0);
    }

    /** The counter of a publication; 0 if there is none. */
    long ofSession(final CounterKind kind, final long session) {
        return of(kind, 0, session);
    }

    /** The counter of a subscription, summed over its sessions; 0 if there is none. */
    long ofSubscription(final CounterKind kind, final long subscription) {
        return of(kind, subscription, 0);
    }

    /** The counter of a subscription in one session; 0 if there is none. */
    long of(final CounterKind kind, final long subscription, final long session) {
        return of(kind, subscription, session, () -> 0L);
    }

    /** The counter of a subscription in one session; another value if there is none. */
    long of(final CounterKind kind, final long subscription, final long session, final Supplier<Long> other) {
        final CounterValue found = find(kind, subscription, session);
        return found == null ? other.get() : found.value();
    }

    /** The counter of a subscription in one session, with its key; null if there is none. */
    CounterValue find(final CounterKind kind, final long subscription, final long session) {
        return values.get(new Subject(kind, subscription, session));
    }

    /** The refusal of a subscription in the session of a key. */
    Refusal refusal(final CounterKind kind, final CounterKey key) {
        final long cause = of(kind, key.subscription(), key.session());
        return cause > 0 && cause < CAUSES.length ? CAUSES[(int) cause] : Refusal.NONE;
    }

    /** All counters of a kind. */
    Stream<CounterValue> all(final CounterKind kind) {
        return kinds.getOrDefault(kind, List.of()).stream();
    }
}
