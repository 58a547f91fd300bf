package io.verbus.internal.duty;

/** Work that the conductor does in each duty cycle. */
@FunctionalInterface
public interface Duty {
    /**
     * Runs one cycle. Must not wait.
     *
     * @param nowNs on the monotonic clock
     * @return the amount of work done, 0 for none
     */
    int doWork(long nowNs);

    /** {@return how soon the next cycle is due} */
    default DutyCyclePace pace() {
        return DutyCyclePace.CALM;
    }
}
