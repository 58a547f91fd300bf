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
 * The shared state of a history.
 *
 * @param dice all randomness
 * @param time of all processes
 * @param host where they meet
 * @param trace the last events
 * @param tally counts the events
 * @param sessions all of the history, dead ones too
 * @param readers all of the history, by name
 * @param failures thrown where other code catches them; the first counts
 */
record World(Dice dice, VirtualTime time, Host host, Trace trace, Tally tally, List<Feed> sessions,
        Map<String, SimReader> readers, List<Violation> failures) {
    /** Of every log: the smallest, so that laps are cheap. */
    static final int CAPACITY = 64 * 1024;
    static final int CHUNK = CAPACITY / 16;
    /** Few, so that a new process is cheap. */
    static final int COUNTERS = 64;
    static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(100);
    static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(2);
    /** The minimum time for which a reader that has never read may block a publisher, over all its joins. */
    static final Duration FIRST_READ = Duration.ofSeconds(1);
    /**
     * The time in which the bus notices a death, from its first duty cycle after it, which may still see the heartbeat.
     */
    static final Duration DEATH_NOTICED = Duration.ofMillis(100);

    World(final Dice dice, final VirtualTime time, final Host host, final Trace trace, final Tally tally) {
        this(dice, time, host, trace, tally, new ArrayList<>(), new HashMap<>(), new ArrayList<>());
    }

    void count(final Event event) {
        tally.count(event);
    }

    /** Counts and traces an event. */
    void note(final String actor, final Event event, final String detail) {
        tally.count(event);
        trace.add(actor, detail.isEmpty() ? Tally.words(event) : Tally.words(event) + ", " + detail);
    }

    /** The bus catches exceptions of handlers and listeners; the checks must see them. */
    void check() {
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    /** Number of faults so far, of this history and earlier ones. */
    long faults() {
        return Event.FAULTS.stream().mapToLong(tally::of).sum();
    }

    /** Number of times that publishers have lapped their logs. */
    long laps() {
        return sessions.stream().mapToLong(session -> session.position() / CAPACITY).sum();
    }

    SimReader reader(final String name) {
        return readers.get(name);
    }

    Feed session(final long id) {
        for (final Feed session : sessions) {
            if (session.id() == id) {
                return session;
            }
        }
        throw new Violation("session " + Long.toHexString(id) + " was never published");
    }
}
