package io.verbus.tools.export;

import io.verbus.journal.StreamRecording;

/** A queue that a stream is recorded into. Used by one thread. A failure is a {@link io.verbus.BusException}. */
public interface QueueRecording extends StreamRecording, AutoCloseable {
    /** Closes the queue. */
    @Override
    void close();
}
