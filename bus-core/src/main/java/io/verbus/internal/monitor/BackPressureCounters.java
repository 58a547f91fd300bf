package io.verbus.internal.monitor;

/** Counters of the number and duration of the refused claims that a subscription causes. By the conductor. */
public interface BackPressureCounters {
    /** Counters without effect. */
    BackPressureCounters NONE = new BackPressureCounters() {
        @Override
        public void update(final long claims, final long ns) {
        }

        @Override
        public void unchanged() {
        }

        @Override
        public void close() {
        }
    };

    /**
     * Updates the counters.
     *
     * @param claims number of refused claims
     * @param ns total duration
     */
    void update(long claims, long ns);

    /** Called in a duty cycle without refused claims. */
    void unchanged();

    /** Closes the counters: the subscription has left. */
    void close();
}
