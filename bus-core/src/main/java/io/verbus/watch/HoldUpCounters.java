package io.verbus.watch;

/** Where it is shown how often, and for how long, a subscription has held up claims. By the conductor. */
public interface HoldUpCounters {
    /** Shows nobody anything. */
    HoldUpCounters NONE = new HoldUpCounters() {
        @Override
        public void update(final long claims, final long ns) {
        }

        @Override
        public void close() {
        }
    };

    /**
     * Brings it up to date.
     *
     * @param claims that were held up
     * @param ns for so long in all
     */
    void update(long claims, long ns);

    /** The subscription has gone. */
    void close();
}
