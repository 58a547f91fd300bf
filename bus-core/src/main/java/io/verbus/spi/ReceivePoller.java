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

    /** Called when no link uses it. */
    @Override
    void close();
}
