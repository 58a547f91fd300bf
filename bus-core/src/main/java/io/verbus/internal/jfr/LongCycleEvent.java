package io.verbus.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A conductor has not run for long. */
@Name("io.verbus.LongConductorCycle")
@Label("Long Conductor Cycle")
@Category("Verbus")
@StackTrace(false)
public final class LongCycleEvent extends Event {
    @Label("Time Between Two Duty Cycles")
    @Timespan(Timespan.NANOSECONDS)
    private final long cycleNs;

    /**
     * @param cycleNs time since the duty cycle before
     */
    public LongCycleEvent(final long cycleNs) {
        this.cycleNs = cycleNs;
    }
}
