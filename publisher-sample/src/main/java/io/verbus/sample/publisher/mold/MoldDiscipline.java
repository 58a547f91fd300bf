package io.verbus.sample.publisher.mold;

import java.util.concurrent.TimeUnit;

/**
 * Which packets a receiver believes.
 *
 * @param session name of the only session that is followed, without padding; null: the first one, and another one only
 *     after its silence
 * @param silenceNs how long a session has to be silent before another may take its place, and how long the receiver
 *     listens on after the end of a session, in nanoseconds; longer than the interval of heartbeats, which is a second
 * @param farMessages a packet that is further ahead than this needs a second packet that agrees with it, 1 or more
 */
public record MoldDiscipline(String session, long silenceNs, int farMessages) {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);
    /** A busy feed brings the second packet at once, so this can be small. */
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

    /** {@return the first session, a silence of 5 s, and a second witness above 10,000 messages} */
    public static MoldDiscipline defaults() {
        return new MoldDiscipline(null, SILENCE_NS, FAR_MESSAGES);
    }

    /**
     * With one session only.
     *
     * @param name of the session, without padding; null for the first
     * @return the changed discipline
     */
    public MoldDiscipline withSession(final String name) {
        return new MoldDiscipline(name, silenceNs, farMessages);
    }

    /**
     * With another silence.
     *
     * @param newSilenceNs in nanoseconds, above 0
     * @return the changed discipline
     */
    public MoldDiscipline withSilenceNs(final long newSilenceNs) {
        return new MoldDiscipline(session, newSilenceNs, farMessages);
    }
}
