package io.verbus.internal.recovery;

import io.verbus.Subscription;
import java.util.function.Function;

/**
 * Opens the accounts of a subscription to the layer above it, and to nothing else: they are not members of the public
 * class. {@link Subscription} provides them when it is initialized.
 */
public final class SubscriptionAccess {
    private static volatile Function<Subscription, GapAccounts> accounts;

    private SubscriptionAccess() {
    }

    /** Called once, by the initializer of {@link Subscription}. */
    public static void provide(final Function<Subscription, GapAccounts> newAccounts) {
        accounts = newAccounts;
    }

    /** The accounts of a subscription. */
    public static GapAccounts of(final Subscription subscription) {
        return accounts.apply(subscription);
    }
}
