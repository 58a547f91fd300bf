package io.verbus.internal.conductor;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import java.util.function.BooleanSupplier;

/**
 * A duty that continues after its owner was closed, until other hosts and devices have released everything; then it
 * cleans up and removes itself.
 */
public final class DeferredClose implements Duty {
    private final Conductor conductor;
    private final Duty duty;
    private final BooleanSupplier isOver;
    private final Runnable cleanUp;
    private boolean over;

    /**
     * Wraps a duty, to be added in its place.
     *
     * @param conductor of the duty
     * @param duty to run
     * @param isOver whether everything is released
     * @param cleanUp runs then, once
     */
    public DeferredClose(final Conductor conductor, final Duty duty, final BooleanSupplier isOver,
            final Runnable cleanUp) {
        this.conductor = conductor;
        this.duty = duty;
        this.isOver = isOver;
        this.cleanUp = cleanUp;
    }

    @Override
    public int doWork(final long nowNs) {
        final int work = duty.doWork(nowNs);
        if (isOver.getAsBoolean()) {
            end();
        }
        return work;
    }

    @Override
    public DutyCyclePace pace() {
        return duty.pace();
    }

    /** Cleans up now, even if a peer has not released its end. Under the conductor's lock. */
    public void end() {
        if (!over) {
            over = true;
            conductor.remove(this);
            cleanUp.run();
        }
    }
}
