package io.verbus.latency.subject;

import org.agrona.DirectBuffer;

/** Gets messages. */
public interface Receiver {
    /**
     * A message; valid for the time of the call.
     *
     * @param buffer it is in
     * @param offset where it begins
     * @param length in bytes
     */
    void onMessage(DirectBuffer buffer, int offset, int length);
}
