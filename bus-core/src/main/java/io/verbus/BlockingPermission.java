package io.verbus;

import java.util.Set;

/**
 * The subscriptions that may block a publication: it honours their {@link Policy#BLOCK}. All others read as
 * under {@link Policy#SKIP}, and are notified ({@link io.verbus.SessionListener#onRefused}).
 *
 * @param all whether subscriptions of every name may block
 * @param names names of subscriptions that may block; empty if all may
 */
public record BlockingPermission(boolean all, Set<String> names) {
    /** Copies the names. */
    public BlockingPermission {
        names = Set.copyOf(names);
    }

    /** {@return all subscriptions that request {@link Policy#BLOCK}} */
    public static BlockingPermission allowed() {
        return new BlockingPermission(true, Set.of());
    }

    /**
     * Subscriptions with given names. A name is not authenticated: it prevents mistakes, not attacks.
     *
     * @param names exactly as the subscriptions give them, see {@link SubscriptionSettings#withName}
     * @return the subscriptions
     */
    public static BlockingPermission named(final String... names) {
        return new BlockingPermission(false, Set.of(names));
    }

    /** {@return no subscription} */
    public static BlockingPermission refused() {
        return named();
    }

    /**
     * Whether a subscription may block the publication.
     *
     * @param name of the subscription
     * @return true if so
     */
    public boolean allow(final String name) {
        return all || names.contains(name);
    }
}
