package io.verbus.transport;

import io.verbus.log.LogIdentity;
import io.verbus.peer.Refusal;

/**
 * Where a subscriber may begin in a log.
 *
 * @param identity what the log says of itself
 * @param position of the frame that will be written first
 * @param sequence of that frame
 * @param wanted sequence of the first message that the subscriber's wish is about; those before it are passed over,
 *     those between it and what the log still has are missing
 * @param note why something is missing, in words; empty if nothing is
 * @param refusal why the publisher does not wait for the subscription, though its policy is BLOCK
 */
public record Offer(LogIdentity identity, long position, long sequence, long wanted, String note, Refusal refusal) {
    /**
     * This offer, to a subscription that is not waited for.
     *
     * @param cause why
     * @return the offer
     */
    public Offer refused(final Refusal cause) {
        return new Offer(identity, position, sequence, wanted, note, cause);
    }
}
