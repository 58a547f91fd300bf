package io.verbus.latency.worker;

/** The work of a process; all by one thread. */
public interface Job extends AutoCloseable {
    /**
     * Carries out an order. Nothing of it runs after the return.
     *
     * @param order what to do
     * @return the result
     * @throws io.verbus.BusException if it fails, with the reason
     */
    ControlLine run(ControlLine order);

    @Override
    void close();
}
