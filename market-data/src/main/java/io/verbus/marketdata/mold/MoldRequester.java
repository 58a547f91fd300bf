package io.verbus.marketdata.mold;

import org.agrona.DirectBuffer;

/** Sends request packets to a re-request server. */
@FunctionalInterface
public interface MoldRequester {
    /**
     * Sends one request of {@link MoldLayout#HEADER_LENGTH} bytes, from 0. It may be lost: the receiver repeats it.
     *
     * @param packet valid during the call
     */
    void request(DirectBuffer packet);
}
