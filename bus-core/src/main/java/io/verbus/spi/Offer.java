package io.verbus.spi;

import io.verbus.GapCause;
import io.verbus.Refusal;

/**
 * The start in a log that a publisher offers to a subscriber.
 *
 * @param identity of the log
 * @param position of the first frame to be written
 * @param sequence of that frame
 * @param wanted sequence of the first requested message; earlier ones are skipped, and those between it and the log's
 *     oldest are missing
 * @param gap why messages before the start are missing, if any are
 * @param refusal why the publisher does not honour BLOCK
 */
public record Offer(LogIdentity identity, long position, long sequence, long wanted, GapCause gap, Refusal refusal) {
    /**
     * This offer, with a refusal of BLOCK.
     *
     * @param cause of the refusal
     * @return the offer
     */
    public Offer refused(final Refusal cause) {
        return new Offer(identity, position, sequence, wanted, gap, cause);
    }
}
