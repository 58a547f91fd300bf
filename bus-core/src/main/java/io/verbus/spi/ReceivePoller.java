package io.verbus.spi;

/** The arrivals at one polling thread, from the writes into all its images. */
public interface ReceivePoller extends AutoCloseable {
    /**
     * Processes all arrivals, also those before the end of a link: {@link ImageLink#readable()} and {@link
     * ImageLink#jumpPosition()} of its links advance. Returns due credit. By the polling thread; allocates nothing.
     *
     * @return the number of arrivals
     */
    int poll();

    /**
     * The arrivals of one transport: a subscription with endpoints of several transports has one for each.
     *
     * @param type class that the transport creates
     * @param <T> the class
     * @return the arrivals
     */
    default <T extends ReceivePoller> T part(final Class<T> type) {
        return type.cast(this);
    }

    /** Called when no link uses it. */
    @Override
    void close();
}
