package io.verbus;

import java.util.Set;

/**
 * The subscriptions that may block a publication: it honours their {@link Policy#BLOCK}. All others read as
 * under {@link Policy#SKIP}, and are notified ({@link SessionEvent.Refused}).
 *
 * @param all whether subscriptions of every name may block, strangers of other hosts excepted
 * @param names names of subscriptions that may block; empty if all may
 */
public record BlockingPermission(boolean all, Set<String> names) {
    /** Copies the names. */
    public BlockingPermission {
        names = Set.copyOf(names);
    }

    /**
     * All subscriptions of this host, and those of other hosts that the publication connects to, or that prove the
     * secret of its address. Any other subscription of another host must be {@linkplain #named named}: at an address
     * without a secret a stranger could block the publication.
     *
     * @return the subscriptions
     */
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
     * Whether a subscription that is not a stranger may block the publication.
     *
     * @param name of the subscription
     * @return true if so
     */
    public boolean allow(final String name) {
        return all || names.contains(name);
    }
}
