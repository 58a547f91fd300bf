package io.verbus.sample.publisher.mold;

import org.agrona.DirectBuffer;

/** Takes request packets to a re-request server. */
@FunctionalInterface
public interface MoldRequester {
    /**
     * One request, of {@link MoldLayout#HEADER_LENGTH} bytes from 0. May be lost on the way: it is made again.
     *
     * @param packet valid during the call
     */
    void request(DirectBuffer packet);
}
