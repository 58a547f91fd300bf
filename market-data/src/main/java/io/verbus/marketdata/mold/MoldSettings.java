package io.verbus.marketdata.mold;

import java.util.concurrent.TimeUnit;

/**
 * Settings of a receiver.
 *
 * @param retryNs time without an answer after which a request is repeated, in nanoseconds
 * @param attempts number of requests for a message before it is lost, at least 1
 * @param messagesPerRequest maximum number of messages per request, 1 to {@link MoldLayout#MOST_MESSAGES}
 * @param heldBytes memory for early packets; packets without room are requested later
 * @param continuesAfterLoss whether the session continues after lost messages, or ends
 * @param discipline rules by which packets are accepted
 */
public record MoldSettings(long retryNs, int attempts, int messagesPerRequest, int heldBytes,
        boolean continuesAfterLoss, MoldDiscipline discipline) {
    /** About three packets of one Ethernet frame each, so the burst of the server stays small. */
    private static final int MESSAGES_PER_REQUEST = 100;
    private static final int HELD_BYTES = 8 << 20;
    private static final int ATTEMPTS = 50;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public MoldSettings {
        if (retryNs < 1 || attempts < 1 || messagesPerRequest < 1
                || messagesPerRequest > MoldLayout.MOST_MESSAGES || heldBytes < 0) {
            throw new IllegalArgumentException("out of range: " + retryNs + " ns, " + attempts + " attempts, "
                    + messagesPerRequest + " messages, " + heldBytes + " bytes");
        }
    }

    /**
     * Creates settings with the default discipline.
     *
     * @param retryNs as above
     * @param attempts as above
     * @param messagesPerRequest as above
     * @param heldBytes as above
     * @param continuesAfterLoss as above
     */
    public MoldSettings(final long retryNs, final int attempts, final int messagesPerRequest, final int heldBytes,
            final boolean continuesAfterLoss) {
        this(retryNs, attempts, messagesPerRequest, heldBytes, continuesAfterLoss, MoldDiscipline.defaults());
    }

    /** {@return 50 attempts, 100 ms apart; a loss ends the session} */
    public static MoldSettings defaults() {
        return new MoldSettings(TimeUnit.MILLISECONDS.toNanos(100), ATTEMPTS, MESSAGES_PER_REQUEST, HELD_BYTES, false);
    }

    /**
     * Returns a copy with another number of attempts.
     *
     * @param newAttempts number of requests for a message, at least 1
     * @return the changed settings
     */
    public MoldSettings withAttempts(final int newAttempts) {
        return new MoldSettings(retryNs, newAttempts, messagesPerRequest, heldBytes, continuesAfterLoss, discipline);
    }

    /**
     * Returns a copy with another reaction to a loss.
     *
     * @param continues whether the session continues after it
     * @return the changed settings
     */
    public MoldSettings withContinuesAfterLoss(final boolean continues) {
        return new MoldSettings(retryNs, attempts, messagesPerRequest, heldBytes, continues, discipline);
    }

    /**
     * Returns a copy with another size of the memory for early packets.
     *
     * @param bytes size in bytes, 0 or more
     * @return the changed settings
     */
    public MoldSettings withHeldBytes(final int bytes) {
        return new MoldSettings(retryNs, attempts, messagesPerRequest, bytes, continuesAfterLoss, discipline);
    }

    /**
     * Returns a copy with another discipline.
     *
     * @param newDiscipline rules by which packets are accepted
     * @return the changed settings
     */
    public MoldSettings withDiscipline(final MoldDiscipline newDiscipline) {
        return new MoldSettings(retryNs, attempts, messagesPerRequest, heldBytes, continuesAfterLoss, newDiscipline);
    }
}
