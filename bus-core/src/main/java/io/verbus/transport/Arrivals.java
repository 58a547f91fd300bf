package io.verbus.transport;

/** Where one polling thread hears of what has been written into all its images. */
public interface Arrivals extends AutoCloseable {
    /**
     * Takes in all that has arrived, what came before the end of a link too: {@link ImageLink#readable()} and
     * {@link ImageLink#jumpPosition()} of its links move. Gives credit back that is due. By the polling thread;
     * allocates nothing.
     *
     * @return how many arrivals there were
     */
    int poll();

    /** When no link uses it any more. */
    @Override
    void close();
}
