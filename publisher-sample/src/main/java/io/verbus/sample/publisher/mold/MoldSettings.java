package io.verbus.sample.publisher.mold;

import java.util.concurrent.TimeUnit;

/**
 * How a receiver gets missing messages.
 *
 * @param retryNs how long to wait for an answer before the request is made again, in nanoseconds
 * @param attempts how often one message is asked for before it is lost, at least once
 * @param messagesPerRequest most messages that one request names, 1 to {@link MoldLayout#MOST_MESSAGES}
 * @param heldBytes memory for packets that came before their turn; what has no room there is asked for later
 * @param goesOnAfterLoss whether the session goes on behind messages that are lost, or is given up
 * @param discipline which packets it believes
 */
public record MoldSettings(long retryNs, int attempts, int messagesPerRequest, int heldBytes,
        boolean goesOnAfterLoss, MoldDiscipline discipline) {
    /** Three or so packets of an Ethernet frame each: a server sends no more than one, or its burst stays small. */
    private static final int MESSAGES_PER_REQUEST = 100;
    private static final int HELD_BYTES = 8 << 20;
    private static final int ATTEMPTS = 50;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is left
     */
    public MoldSettings {
        if (retryNs < 1 || attempts < 1 || messagesPerRequest < 1
                || messagesPerRequest > MoldLayout.MOST_MESSAGES || heldBytes < 0) {
            throw new IllegalArgumentException("out of range: " + retryNs + " ns, " + attempts + " attempts, "
                    + messagesPerRequest + " messages, " + heldBytes + " bytes");
        }
    }

    /**
     * With the default discipline.
     *
     * @param retryNs as above
     * @param attempts as above
     * @param messagesPerRequest as above
     * @param heldBytes as above
     * @param goesOnAfterLoss as above
     */
    public MoldSettings(final long retryNs, final int attempts, final int messagesPerRequest, final int heldBytes,
            final boolean goesOnAfterLoss) {
        this(retryNs, attempts, messagesPerRequest, heldBytes, goesOnAfterLoss, MoldDiscipline.defaults());
    }

    /** {@return 50 attempts, 100 ms apart, and no hole is passed over} */
    public static MoldSettings defaults() {
        return new MoldSettings(TimeUnit.MILLISECONDS.toNanos(100), ATTEMPTS, MESSAGES_PER_REQUEST, HELD_BYTES, false);
    }

    /**
     * With another patience.
     *
     * @param newAttempts how often one message is asked for, at least once
     * @return the changed settings
     */
    public MoldSettings withAttempts(final int newAttempts) {
        return new MoldSettings(retryNs, newAttempts, messagesPerRequest, heldBytes, goesOnAfterLoss, discipline);
    }

    /**
     * With another answer to a loss.
     *
     * @param goesOn whether the session goes on behind it
     * @return the changed settings
     */
    public MoldSettings withGoesOnAfterLoss(final boolean goesOn) {
        return new MoldSettings(retryNs, attempts, messagesPerRequest, heldBytes, goesOn, discipline);
    }

    /**
     * With other memory for early packets.
     *
     * @param bytes 0 or more
     * @return the changed settings
     */
    public MoldSettings withHeldBytes(final int bytes) {
        return new MoldSettings(retryNs, attempts, messagesPerRequest, bytes, goesOnAfterLoss, discipline);
    }

    /**
     * With another discipline.
     *
     * @param newDiscipline which packets are believed
     * @return the changed settings
     */
    public MoldSettings withDiscipline(final MoldDiscipline newDiscipline) {
        return new MoldSettings(retryNs, attempts, messagesPerRequest, heldBytes, goesOnAfterLoss, newDiscipline);
    }
}
