package io.verbus.latency.compare;

import io.verbus.latency.result.Subject;

/** A subject that is ready for a task. Between two measurements it does nothing at all. */
interface Contestant extends AutoCloseable {
    /** {@return name in results} */
    String name();

    /** {@return what it is, and how it is set up} */
    Subject describe();

    /** Gets it to its usual speed. */
    void warmUp();

    /**
     * Measures once.
     *
     * @param ratePerS for open-loop, else 0
     * @param begun told when what comes before is over, and what counts begins
     * @return what it came to
     * @throws io.verbus.BusException if it does not work, with the reason
     */
    Outcome measure(long ratePerS, Runnable begun);

    @Override
    void close();
}
