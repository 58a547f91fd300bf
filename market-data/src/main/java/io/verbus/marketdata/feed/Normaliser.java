package io.verbus.marketdata.feed;

import io.verbus.MessageWriter;
import org.agrona.DirectBuffer;

/**
 * Converts the messages of one venue's format to {@code market-data.xml} and the schema of the venue. For one thread;
 * allocates nothing per message. A {@link Feed} plays any source with it.
 */
public interface Normaliser {
    /** Length of a message of a type that the format does not have. */
    int UNKNOWN = 0;

    /** {@return the format of the source} */
    SourceFormat format();

    /**
     * The length that the format requires of a message. Messages of another length are skipped.
     *
     * @param in contains the message; untrusted
     * @param at offset of its first byte, its type
     * @param length its length in bytes, 1 or more
     * @return the required length, or {@link #UNKNOWN}; {@code length} if the format accepts it
     */
    int requiredLength(DirectBuffer in, int at, int length);

    /**
     * The time of a message, for the pace of a file.
     *
     * @param in contains the message, which has the required length
     * @param at offset of its first byte
     * @return nanoseconds since any origin
     */
    long timeNs(DirectBuffer in, int at);

    /**
     * A session of the source begins, or messages are lost: states of instruments that earlier messages gave are void.
     * The ids of the instruments stay.
     */
    default void forgetStates() {
        // a format without such states
    }

    /**
     * Converts one message: claims and commits as many messages as it needs, also none.
     *
     * @param in contains the message, which has the required length
     * @param at offset of its first byte
     * @param length its length in bytes
     * @param sequence of the message at the source
     * @param receivedNs time of receipt in nanoseconds since 1970, or {@link
     *     io.verbus.marketdata.source.Block#NO_TIME}
     * @param out never under back-pressure; a negative claim means that the feed stops, and the rest is not needed
     */
    void normalise(DirectBuffer in, int at, int length, long sequence, long receivedNs, MessageWriter out);
}
