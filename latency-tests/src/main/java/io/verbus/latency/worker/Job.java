package io.verbus.latency.worker;

/** What a process is there for. All by one thread. */
public interface Job extends AutoCloseable {
    /**
     * Does what it is told, and nothing any more when it returns.
     *
     * @param order what to do
     * @return what came of it
     * @throws io.verbus.BusException if it can't be done, with the reason
     */
    Line run(Line order);

    @Override
    void close();
}
