package io.verbus.conductor;

/** Something that the conductor does in each duty cycle. */
@FunctionalInterface
public interface Duty {
    /**
     * One turn. Must not wait.
     *
     * @param nowNs on the monotonic clock
     * @return how much was done, 0 for nothing
     */
    int doWork(long nowNs);

    /** {@return how soon the next turn is to come} */
    default Pace pace() {
        return Pace.CALM;
    }
}
