package io.verbus.latency.subject;

import io.verbus.latency.result.MeasuredSubject.Setting;
import java.util.List;

/**
 * A subject in one process: the ends of its streams that this process has. A process loads one subject only, so that
 * each call has one target and is inlined.
 *
 * <p>One thread uses it. If both sides are in one process, each end has a thread.
 */
public interface Subject extends AutoCloseable {
    /**
     * Makes the publishing end of a stream, before or after its readers.
     *
     * @param stream name of the stream
     * @return the end
     */
    PublishingEnd publish(String stream);

    /**
     * Makes the reading end of a stream that has a publishing end.
     *
     * @param stream name of the stream
     * @param receiver of the messages; always the same, so that it can be inlined
     * @return the end
     */
    ReadingEnd read(String stream, Receiver receiver);

    /** {@return name and version, as shown} */
    String title();

    /** {@return its settings, with reasons} */
    List<Setting> configuration();

    /** {@return memory of one stream in bytes; negative if unknown} */
    long memoryBytes();

    @Override
    void close();
}
