package io.verbus.latency.subject;

import org.agrona.DirectBuffer;

/** Receives messages. */
public interface Receiver {
    /**
     * Receives a message, which is valid during the call.
     *
     * @param buffer with the message
     * @param offset of the message
     * @param length in bytes
     */
    void onMessage(DirectBuffer buffer, int offset, int length);
}
