package io.verbus.testkit.simulator;

import io.verbus.Bus;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.HistoryState;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Trace;
import io.verbus.support.seeds.Violation;
import io.verbus.support.seeds.VirtualTime;
import io.verbus.testkit.fabric.Fabric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shared state of a history. */
final class World extends HistoryState {
    /** Few, so that a new process is cheap. */
    private static final int COUNTERS = 128;
    /** Each request to two recorders has twice the publications and subscriptions. */
    private static final int COUNTERS_OF_TWO = 512;
    private static final int SECOND_ONE_IN = 4;
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(200);

    private final Dice special;
    private final boolean hasSecondRecorder;
    private final Fabric fabric;
    private final Path root;
    /** All of the history, by id, dead ones too. */
    private final Map<Long, SimPublication> sessions = new LinkedHashMap<>();
    /** Buses of dead processes, which still have memory. */
    private final List<Bus> graves = new ArrayList<>();

    World(final Dice dice, final Dice special, final VirtualTime time, final Fabric fabric, final Path root,
            final Trace trace, final Tally tally) {
        super(dice, time, trace, tally, SimEvent.FAULTS);
        this.special = special;
        this.hasSecondRecorder = special.oneIn(SECOND_ONE_IN);
        this.fabric = fabric;
        this.root = root;
    }

    /** Decides what only some histories have; the others do not depend on it. */
    Dice special() {
        return special;
    }

    /** Whether the stream has two recorders. */
    boolean hasSecondRecorder() {
        return hasSecondRecorder;
    }

    /** Of each process. */
    int counters() {
        return hasSecondRecorder ? COUNTERS_OF_TWO : COUNTERS;
    }

    /** The network between the hosts. */
    Fabric fabric() {
        return fabric;
    }

    /** The root of all directories. */
    Path root() {
        return root;
    }

    Map<Long, SimPublication> sessions() {
        return sessions;
    }

    List<Bus> graves() {
        return graves;
    }

    /** Without the paths of files, which differ in each run. */
    @Override
    public void trace(final String actor, final String event) {
        super.trace(actor, event.replace(root.toString(), ""));
    }

    /** The fabric records breaches of its contract. */
    @Override
    public void check() {
        super.check();
        if (!fabric.breaches().isEmpty()) {
            throw new Violation("breaches of the transport's contract: " + fabric.breaches());
        }
    }

    SimPublication session(final long id) {
        final SimPublication feed = sessions.get(id);
        if (feed == null) {
            throw new Violation("session " + Long.toHexString(id) + " was never published");
        }
        return feed;
    }

    @Override
    protected long laps() {
        return sessions.values().stream().mapToLong(feed -> feed.position() / CAPACITY).sum();
    }
}
