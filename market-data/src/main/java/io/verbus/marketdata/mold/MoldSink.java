package io.verbus.marketdata.mold;

import org.agrona.DirectBuffer;

/** Receives the messages and events of a receiver: within the call that passed the packet, on its thread. */
public interface MoldSink {
    /**
     * A session starts with its sequence 1.
     *
     * @param session its name, as text
     */
    void onSession(String session);

    /**
     * Receives the next messages, each once and in order.
     *
     * @param in contains message blocks: each a 2-byte length, in the byte order of the format, and a
     *     message; valid during the call
     * @param offset offset of the first block
     * @param length length of all blocks in bytes: up to {@link MoldLayout#LONGEST_PACKET}
     * @param sequence sequence of the first message
     */
    void onMessages(DirectBuffer in, int offset, int length, long sequence);

    /**
     * Messages are lost: no side has them, and no answer to a request.
     *
     * @param session name of their session
     * @param first first lost sequence
     * @param last last lost sequence
     * @param cause the cause, as text
     */
    void onLoss(String session, long first, long last, String cause);

    /**
     * A session continues after an announced end: that packet was forged or wrong.
     *
     * @param session its name
     * @param end the announced next sequence
     */
    void onFalseEnd(String session, long end);
}
