package io.verbus.marketdata.mold;

import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * Rules by which a receiver accepts packets.
 *
 * @param session name of the only session to follow, without padding; null for the first one, and another one only
 *     after it is silent
 * @param silenceNs silence of a session after which another one may replace it, and time for which the receiver keeps
 *     listening after the end of a session, in nanoseconds; longer than the heartbeat interval, which is a second
 * @param farMessages distance in messages from which a packet ahead needs a second packet as confirmation, 1 or more;
 *     {@link Integer#MAX_VALUE} if the packets are trusted, as those of a file: then nothing that the session itself
 *     sends needs a confirmation
 */
public record MoldDiscipline(String session, long silenceNs, int farMessages) {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);
    /** On a busy feed the second packet follows at once, so this can be small. */
    private static final int FAR_MESSAGES = 10_000;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public MoldDiscipline {
        if (silenceNs < 1 || farMessages < 1) {
            throw new IllegalArgumentException("out of range: " + silenceNs + " ns, " + farMessages + " messages");
        }
    }

    /**
     * Whether a datagram is a complete packet of a session that may be followed, with a printable name.
     *
     * @param format of the packets
     * @param in contains the datagram; untrusted
     * @param offset its offset
     * @param length its length in bytes, all of them in the buffer
     * @return whether it can be the first packet of a session
     */
    public boolean accepts(final PacketFormat format, final DirectBuffer in, final int offset, final int length) {
        return format.isSound(in, offset, length) && isWanted(format, in, offset)
                && format.session(in, offset).indexOf('?') < 0;
    }

    boolean isWanted(final PacketFormat format, final DirectBuffer in, final int offset) {
        return session == null || session.equals(format.session(in, offset));
    }

    /** Whether the packets are trusted. */
    boolean isTrusting() {
        return farMessages == Integer.MAX_VALUE;
    }

    /** {@return the first session, a silence of 5 s, and confirmation from a distance of 10,000 messages} */
    public static MoldDiscipline defaults() {
        return new MoldDiscipline(null, SILENCE_NS, FAR_MESSAGES);
    }

    /**
     * Returns a copy with one session only.
     *
     * @param name name of the session, without padding; null for the first one
     * @return the changed discipline
     */
    public MoldDiscipline withSession(final String name) {
        return new MoldDiscipline(name, silenceNs, farMessages);
    }

    /**
     * Returns a copy with another distance.
     *
     * @param newFarMessages in messages, 1 or more
     * @return the changed discipline
     */
    public MoldDiscipline withFarMessages(final int newFarMessages) {
        return new MoldDiscipline(session, silenceNs, newFarMessages);
    }

    /**
     * Returns a copy with another silence.
     *
     * @param newSilenceNs in nanoseconds, above 0
     * @return the changed discipline
     */
    public MoldDiscipline withSilenceNs(final long newSilenceNs) {
        return new MoldDiscipline(session, newSilenceNs, farMessages);
    }
}
