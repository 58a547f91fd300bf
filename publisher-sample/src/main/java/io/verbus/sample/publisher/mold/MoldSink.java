package io.verbus.sample.publisher.mold;

import org.agrona.DirectBuffer;

/** Gets what a receiver makes of the packets: inside the call that brought them, on its thread. */
public interface MoldSink {
    /**
     * Another session begins, with its sequence 1.
     *
     * @param session its name, for a person
     */
    void onSession(String session);

    /**
     * The next messages, each once and in order.
     *
     * @param in holds message blocks: each a 2-byte big-endian length and a message; valid during the call
     * @param offset of the first block
     * @param length of all blocks, in bytes: up to {@link MoldLayout#LONGEST_PACKET}
     */
    void onMessages(DirectBuffer in, int offset, int length);

    /**
     * Messages are lost for good: they were asked for, and nobody had them.
     *
     * @param session whose they are
     * @param first sequence that is lost
     * @param last sequence that is lost
     * @param cause why, in words
     */
    void onLoss(String session, long first, long last, String cause);

    /**
     * A session continues though an end was announced: that packet was forged, or a mistake.
     *
     * @param session its name
     * @param end the sequence before which it was to end
     */
    void onFalseEnd(String session, long end);
}
