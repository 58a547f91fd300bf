package io.verbus.latency.compare;

import io.verbus.latency.result.MeasuredSubject;

/** A subject that is ready for a task. Between two measurements it does nothing. */
interface Contestant extends AutoCloseable {
    /** {@return name in results} */
    String name();

    /** {@return title and settings} */
    MeasuredSubject describe();

    /** Warms it up. */
    void warmUp();

    /**
     * Measures once.
     *
     * @param ratePerS for open-loop; else 0
     * @return figures
     * @throws io.verbus.BusException if it fails, with the reason
     */
    Measurement measure(long ratePerS);

    @Override
    void close();
}
