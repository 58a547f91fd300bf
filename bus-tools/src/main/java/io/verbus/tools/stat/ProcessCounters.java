package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.Refusal;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A snapshot of the counters of one process. */
final class ProcessCounters {
    private static final Refusal[] CAUSES = Refusal.values();

    private final List<CounterValue> values;

    private ProcessCounters(final List<CounterValue> values) {
        this.values = values;
    }

    /** Reads the counters. A process that ends before or during the read has none. */
    static ProcessCounters read(final Path path) {
        if (Files.exists(path)) {
            try {
                return new ProcessCounters(BusCounters.read(path));
            } catch (final BusException e) {
                if (Files.exists(path)) { // otherwise the process ended during the read
                    throw e;
                }
            }
        }
        return new ProcessCounters(List.of());
    }

    /** The counter of a publication; 0 if there is none. */
    long ofSession(final CounterKind kind, final long session) {
        return value(kind, key -> key.session() == session && key.subscription() == 0);
    }

    /** The counter of a subscription, summed over its sessions; 0 if there is none. */
    long ofSubscription(final CounterKind kind, final long subscription) {
        return value(kind, key -> key.subscription() == subscription && key.session() == 0);
    }

    /** The counter of a subscription in one session; 0 if there is none. */
    long of(final CounterKind kind, final long subscription, final long session) {
        return value(kind, key -> key.subscription() == subscription && key.session() == session);
    }

    /** The refusal of a subscription in the session of a key. */
    Refusal refusal(final CounterKind kind, final CounterKey key) {
        final long cause = of(kind, key.subscription(), key.session());
        return cause > 0 && cause < CAUSES.length ? CAUSES[(int) cause] : Refusal.NONE;
    }

    /** All counters of a kind. */
    Stream<CounterValue> all(final CounterKind kind) {
        return values.stream().filter(one -> one.kind() == kind);
    }

    private long value(final CounterKind kind, final Predicate<CounterKey> condition) {
        return all(kind).filter(one -> condition.test(one.key())).mapToLong(CounterValue::value).findFirst().orElse(0);
    }
}
