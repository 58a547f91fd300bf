package io.verbus.spi;

import io.verbus.Policy;

/**
 * Identity of a subscription.
 *
 * @param id of the subscription, not 0
 * @param name chosen by the user
 * @param policy for a slow reader
 * @param process id of its process, which names the lock file
 * @param pid of its process
 */
public record SubscriptionIdentity(long id, String name, Policy policy, long process, long pid) {}
