package io.verbus.testkit.simulator;

import io.verbus.Bus;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.seeds.Dice;
import io.verbus.testkit.seeds.Tally;
import io.verbus.testkit.seeds.Trace;
import io.verbus.testkit.seeds.VirtualTime;
import io.verbus.testkit.seeds.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What everybody in a history has in common.
 *
 * @param dice all chance
 * @param time of all processes
 * @param fabric between the hosts
 * @param root of all directories
 * @param trace what happened last
 * @param tally what happened how often
 * @param sessions that there were, by id, dead ones too
 * @param graves buses of the dead, which have memory still
 * @param failures that were thrown where something else catches them; the first counts
 */
record World(Dice dice, VirtualTime time, Fabric fabric, Path root, Trace trace, Tally tally, Map<Long, Feed> sessions,
        List<Bus> graves, List<Violation> failures) {
    static final String STREAM = "s";
    /** Of every log: the smallest, so that laps are cheap. */
    static final int CAPACITY = 64 * 1024;
    /** Few, so that a new process costs little. */
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

    /** Something to count and to remember. */
    void note(final String actor, final Event event, final String detail) {
        tally.count(event);
        tell(actor, detail.isEmpty() ? Tally.words(event) : Tally.words(event) + ", " + detail);
    }

    /** Something to remember; where its files are is another thing each time. */
    void tell(final String actor, final String what) {
        trace.add(actor, what.replace(root.toString(), ""));
    }

    /** The bus keeps what handlers and listeners throw from its own work, and the fabric what breaks its rules. */
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

    /** Faults so far, of this history and those before it. */
    long faults() {
        return Event.FAULTS.stream().mapToLong(tally::of).sum();
    }

    /** Times that publishers have gone round their logs. */
    long laps() {
        return sessions.values().stream().mapToLong(feed -> feed.position() / CAPACITY).sum();
    }
}
