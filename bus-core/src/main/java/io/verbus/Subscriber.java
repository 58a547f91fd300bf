package io.verbus;

/**
 * A subscription as its publisher sees it.
 *
 * @param name of the subscription
 * @param id of the subscription
 * @param pid of its process
 * @param policy of the subscription
 * @param acknowledged whether it gates the publisher ({@link Policy#BLOCK} only)
 * @param silent whether its process has had no heartbeat for the heartbeat timeout, though it is not dead
 * @param lagBytes its lag in bytes
 * @param refusedClaims number of claims that were refused because of it, possibly among others; the retries of a claim
 *     count once
 * @param backPressureNs duration of these refusals in nanoseconds, from a claim's first refusal to its last, at most
 *     1 us too short per claim
 * @param host of the subscription: {@link #THIS_HOST}, or an address
 * @param refusal why it does not gate the publisher, though it requests it ({@link Policy#BLOCK} only)
 */
public record Subscriber(String name, long id, long pid, Policy policy, boolean acknowledged, boolean silent,
        long lagBytes, long refusedClaims, long backPressureNs, String host, Refusal refusal) {
    /** Host of a subscription that reads the log in shared memory. */
    public static final String THIS_HOST = "this host";

    /**
     * {@return whether it will get every later commit, within its policy} A subscription is listed only after its start
     * is chosen; one under {@link Policy#BLOCK} is ready when it is acknowledged, or refused: then it reads as under
     * {@link Policy#SKIP}.
     */
    public boolean isReady() {
        return policy != Policy.BLOCK || acknowledged || refusal != Refusal.NONE;
    }
}
