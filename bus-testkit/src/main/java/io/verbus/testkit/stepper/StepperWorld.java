package io.verbus.testkit.stepper;

import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.HistoryState;
import io.verbus.support.seeds.Site;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Trace;
import io.verbus.support.seeds.Violation;
import io.verbus.support.seeds.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shared state of a history. */
final class StepperWorld extends HistoryState {
    static final int CHUNK = CAPACITY / 16;
    /** Few, so that a new process is cheap. */
    static final int COUNTERS = 64;
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(100);
    /** The minimum time for which a reader that has never read may block a publisher, over all its joins. */
    static final Duration FIRST_READ = Duration.ofSeconds(1);
    /**
     * The time in which the bus notices a death, from its first duty cycle after it, which may still see the heartbeat.
     */
    static final Duration DEATH_NOTICED = Duration.ofMillis(100);

    private final Site host;
    /** All of the history, dead ones too. */
    private final List<SteppedFeed> sessions = new ArrayList<>();
    /** All of the history, by name. */
    private final Map<String, SimReader> readers = new HashMap<>();

    StepperWorld(final Dice dice, final VirtualTime time, final Site host, final Trace trace, final Tally tally) {
        super(dice, time, trace, tally, StepperEvent.FAULTS);
        this.host = host;
    }

    /** Where the processes meet. */
    Site host() {
        return host;
    }

    List<SteppedFeed> sessions() {
        return sessions;
    }

    Map<String, SimReader> readers() {
        return readers;
    }

    @Override
    protected long laps() {
        return sessions.stream().mapToLong(session -> session.position() / CAPACITY).sum();
    }

    SimReader reader(final String name) {
        return readers.get(name);
    }

    SteppedFeed session(final long id) {
        for (final SteppedFeed session : sessions) {
            if (session.id() == id) {
                return session;
            }
        }
        throw new Violation("session " + Long.toHexString(id) + " was never published");
    }
}
