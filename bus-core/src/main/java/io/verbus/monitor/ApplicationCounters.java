package io.verbus.monitor;

import io.verbus.BusException;

/**
 * The counters of an application, in the counters file of its process: {@code ./bus stat} shows them, and exports them
 * as OpenMetrics. The conductor copies the values in each duty cycle, so an update costs an atomic operation in the
 * heap, and is allowed at any time, also after the bus is closed. Thread-safe.
 */
public interface ApplicationCounters {
    /**
     * Adds a counter of events, which only grows.
     *
     * @param name for a person and for exporters, such as orders.rejected; {@code ./bus stat} shows two counters of
     *     one name as two, and OpenMetrics as their sum
     * @return the counter, at 0
     * @throws BusException if there is no room for another counter
     * @throws IllegalStateException if the bus is closed
     */
    Value counter(String name);

    /**
     * Adds a gauge: a value that may also fall.
     *
     * @param name as of a counter
     * @return the gauge, at 0
     * @throws BusException if there is no room for another counter
     * @throws IllegalStateException if the bus is closed
     */
    Value gauge(String name);

    /** A counter or a gauge. Thread-safe. */
    interface Value extends AutoCloseable {
        /** Adds 1. */
        default void increment() {
            add(1);
        }

        /**
         * Adds a number.
         *
         * @param number at least 0 for a counter
         */
        void add(long number);

        /**
         * Sets the value.
         *
         * @param newValue at least the present one for a counter
         */
        void set(long newValue);

        /** {@return the value} */
        long get();

        /** Removes it from the file; the object remains usable. */
        @Override
        void close();
    }
}
