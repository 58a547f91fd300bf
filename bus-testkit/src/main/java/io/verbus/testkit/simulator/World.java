package io.verbus.testkit.simulator;

import io.verbus.Bus;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.seeds.Dice;
import io.verbus.testkit.seeds.Tally;
import io.verbus.testkit.seeds.Trace;
import io.verbus.testkit.seeds.Violation;
import io.verbus.testkit.seeds.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shared state of a history.
 *
 * @param dice all randomness
 * @param time of all processes
 * @param fabric between the hosts
 * @param root of all directories
 * @param trace the last events
 * @param tally counts the events
 * @param sessions all of the history, by id, dead ones too
 * @param graves buses of dead processes, which still have memory
 * @param failures thrown where other code catches them; the first counts
 */
record World(Dice dice, VirtualTime time, Fabric fabric, Path root, Trace trace, Tally tally, Map<Long, Feed> sessions,
        List<Bus> graves, List<Violation> failures) {
    static final String STREAM = "s";
    /** Of every log: the smallest, so that laps are cheap. */
    static final int CAPACITY = 64 * 1024;
    /** Few, so that a new process is cheap. */
    static final int COUNTERS = 128;
    static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(200);
    static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(2);

    World(final Dice dice, final VirtualTime time, final Fabric fabric, final Path root, final Trace trace,
            final Tally tally) {
        this(dice, time, fabric, root, trace, tally, new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
    }

    void count(final Event event) {
        tally.count(event);
    }

    /** Counts and traces an event. */
    void note(final String actor, final Event event, final String detail) {
        tally.count(event);
        tell(actor, detail.isEmpty() ? Tally.words(event) : Tally.words(event) + ", " + detail);
    }

    /** Traces an event, without the paths of files, which differ in each run. */
    void tell(final String actor, final String what) {
        trace.add(actor, what.replace(root.toString(), ""));
    }

    /** The bus catches exceptions of handlers and listeners, and the fabric records breaches of its contract. */
    void check() {
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        if (!fabric.breaches().isEmpty()) {
            throw new Violation("breaches of the transport's contract: " + fabric.breaches());
        }
    }

    Feed session(final long id) {
        final Feed feed = sessions.get(id);
        if (feed == null) {
            throw new Violation("session " + Long.toHexString(id) + " was never published");
        }
        return feed;
    }

    /** Number of faults so far, of this history and earlier ones. */
    long faults() {
        return Event.FAULTS.stream().mapToLong(tally::of).sum();
    }

    /** Number of times that publishers have lapped their logs. */
    long laps() {
        return sessions.values().stream().mapToLong(feed -> feed.position() / CAPACITY).sum();
    }
}
