package io.verbus.internal.conductor;

import io.verbus.internal.monitor.ShownCounter;
import io.verbus.monitor.ApplicationCounters;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import java.util.ArrayList;
import java.util.List;

/** The counters of the application. The conductor copies their values in each duty cycle; its lock guards the list. */
public final class CopiedCounters implements ApplicationCounters {
    private final BusCounters counters;
    private final Conductor conductor;
    private final long pid;
    private final List<CopiedCounter> open = new ArrayList<>();
    private boolean closed;

    /**
     * Initially none.
     *
     * @param counters of the process
     * @param conductor that copies the values
     * @param pid of the process
     */
    public CopiedCounters(final BusCounters counters, final Conductor conductor, final long pid) {
        this.counters = counters;
        this.conductor = conductor;
        this.pid = pid;
        conductor.add(nowNs -> {
            for (int i = 0; i < open.size(); i++) { // without an iterator, in each duty cycle
                open.get(i).show();
            }
            return 0;
        });
    }

    @Override
    public Value counter(final String name) {
        return conductor.between(() -> add(CounterKind.APPLICATION_COUNTER, name));
    }

    @Override
    public Value gauge(final String name) {
        return conductor.between(() -> add(CounterKind.APPLICATION_GAUGE, name));
    }

    private Value add(final CounterKind kind, final String name) {
        if (closed) {
            throw new IllegalStateException("this bus is closed: launch another");
        }
        final CopiedCounter added = new CopiedCounter(
                new ShownCounter(counters.add(kind, new CounterKey("", 0, 0, name, pid, null, false, ""))),
                counter -> conductor.run(() -> remove(counter)));
        open.add(added);
        return added;
    }

    private void remove(final CopiedCounter counter) {
        if (open.remove(counter)) {
            counter.free();
        }
    }

    /** The bus ends: values are not copied any more, and the file may be unmapped. Under the conductor's lock. */
    public void close() {
        closed = true;
        open.clear();
    }
}
