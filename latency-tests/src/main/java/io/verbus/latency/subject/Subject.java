package io.verbus.latency.subject;

import io.verbus.latency.result.Subject.Setting;
import java.util.List;

/**
 * What is measured, in one process: the ends of its streams that this process has. A process loads one subject only, so
 * that calls have one target each and are inlined.
 *
 * <p>Used by one thread, but for subjects that live in one process: there, each end by its own.
 */
public interface Subject extends AutoCloseable {
    /**
     * Makes the publishing end of a stream. It may have no reader yet.
     *
     * @param stream its name
     * @return the end
     */
    PublishingEnd publish(String stream);

    /**
     * Makes the reading end of a stream whose publishing end is there.
     *
     * @param stream its name
     * @param receiver gets the messages; always the same, so that it can be inlined
     * @return the end
     */
    ReadingEnd read(String stream, Receiver receiver);

    /** {@return name and version, for people} */
    String title();

    /** {@return how it is set up, and why} */
    List<Setting> configuration();

    /** {@return what carries one stream, in bytes; below 0 if nobody can tell} */
    long memoryBytes();

    @Override
    void close();
}
