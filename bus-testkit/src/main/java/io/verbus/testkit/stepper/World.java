package io.verbus.testkit.stepper;

import io.verbus.testkit.seeds.Dice;
import io.verbus.testkit.seeds.Tally;
import io.verbus.testkit.seeds.Trace;
import io.verbus.testkit.seeds.Violation;
import io.verbus.testkit.seeds.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What everybody in a history has in common.
 *
 * @param dice all chance
 * @param time of all processes
 * @param host where they meet
 * @param trace what happened last
 * @param tally what happened how often
 * @param sessions that there were, dead ones too
 * @param readers that there were, by name
 * @param failures that were thrown where something else catches them; the first counts
 */
record World(Dice dice, VirtualTime time, Host host, Trace trace, Tally tally, List<Published> sessions,
        Map<String, SimReader> readers, List<Violation> failures) {
    /** Of every log: the smallest, so that laps are cheap. */
    static final int CAPACITY = 64 * 1024;
    static final int CHUNK = CAPACITY / 16;
    /** Few, so that a new process costs little. */
    static final int COUNTERS = 64;
    static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(100);
    static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(2);
    /** As long as a reader that has never read may block a publisher at least, over all its joins. */
    static final Duration FIRST_READ = Duration.ofSeconds(1);
    /** How late the bus may notice a death, from its first turn behind it, which may still see a sign of life. */
    static final Duration DEATH_NOTICED = Duration.ofMillis(100);

    World(final Dice dice, final VirtualTime time, final Host host, final Trace trace, final Tally tally) {
        this(dice, time, host, trace, tally, new ArrayList<>(), new HashMap<>(), new ArrayList<>());
    }

    void count(final Event event) {
        tally.count(event);
    }

    /** Something to count and to remember. */
    void note(final String actor, final Event event, final String detail) {
        tally.count(event);
        trace.add(actor, detail.isEmpty() ? Tally.words(event) : Tally.words(event) + ", " + detail);
    }

    /** The bus keeps what handlers and listeners throw from its own work; we want to hear of it. */
    void check() {
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    /** Faults so far, of this history and those before it. */
    long faults() {
        return Event.FAULTS.stream().mapToLong(tally::of).sum();
    }

    /** Times that publishers have gone round their logs. */
    long laps() {
        return sessions.stream().mapToLong(session -> session.position() / CAPACITY).sum();
    }

    SimReader reader(final String name) {
        return readers.get(name);
    }

    Published session(final long id) {
        for (final Published session : sessions) {
            if (session.id() == id) {
                return session;
            }
        }
        throw new Violation("session " + Long.toHexString(id) + " was never published");
    }
}
