package io.verbus.conductor;

import java.util.function.BooleanSupplier;

/**
 * A duty that is done on when its owner has closed it, until other hosts and devices have let go too; then it cleans up
 * and leaves the cycle.
 */
public final class Farewell implements Duty {
    private final Conductor conductor;
    private final Duty duty;
    private final BooleanSupplier isOver;
    private final Runnable cleanUp;
    private boolean over;

    /**
     * For a duty that is added to the cycle in this shape.
     *
     * @param conductor that does it
     * @param duty to be done
     * @param isOver whether everybody has let go
     * @param cleanUp what to do then, once
     */
    public Farewell(final Conductor conductor, final Duty duty, final BooleanSupplier isOver, final Runnable cleanUp) {
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
    public Pace pace() {
        return duty.pace();
    }

    /** Cleans up now, even if a peer has not let go. Under the conductor's lock. */
    public void end() {
        if (!over) {
            over = true;
            conductor.remove(this);
            cleanUp.run();
        }
    }
}
