package io.verbus.peer;

import io.verbus.Policy;

/**
 * A subscription as its publisher sees it.
 *
 * @param name that the subscription gave itself
 * @param id of the subscription
 * @param pid of its process
 * @param policy of the subscription
 * @param acknowledged whether the publisher waits for it ({@link Policy#BLOCK} only)
 * @param silent whether its process has given no sign of life for the heartbeat time-out, though it is not dead
 * @param behindBytes how much of the log it has not consumed
 * @param claimsHeldUp how many claims were refused because of it, among others perhaps; one that is repeated is one
 * @param heldUpNs for how long, in nanoseconds, from a claim's first refusal to its last, at most 1 us too few a claim
 * @param host where it is: {@link #THIS_HOST}, or an address
 * @param refusal why the publisher does not wait for it, though it asks for that ({@link Policy#BLOCK} only)
 */
public record Subscriber(String name, long id, long pid, Policy policy, boolean acknowledged, boolean silent,
        long behindBytes, long claimsHeldUp, long heldUpNs, String host, Refusal refusal) {
    /** Of a subscription that reads the log where it is. */
    public static final String THIS_HOST = "this host";

    /**
     * {@return whether it will get every message that is committed from now on, as far as its policy promises} A
     * subscription is described only when its start is chosen; one under {@link Policy#BLOCK} is ready when it is also
     * acknowledged, or refused: then it reads as under {@link Policy#SKIP}.
     */
    public boolean isReady() {
        return policy != Policy.BLOCK || acknowledged || refusal != Refusal.NONE;
    }
}
