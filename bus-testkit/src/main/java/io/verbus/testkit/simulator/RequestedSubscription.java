package io.verbus.testkit.simulator;

import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.Delivery;
import io.verbus.recovery.RecoverySettings;
import io.verbus.support.seeds.Dice;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a subscription of a history.
 *
 * @param policy for lag
 * @param repair of its gaps; a filled subscription repairs
 * @param start its first message
 * @param session of the start's sequence; 0 if it has none
 * @param filled whether a journal fills its gaps
 * @param delivery order of a filled subscription
 * @param timeout for a fill
 */
record RequestedSubscription(Policy policy, Repair repair, Start start, long session, boolean filled, Delivery delivery,
        Duration timeout) {
    private static final int MOST_WANTED = 1_000;
    private static final List<Policy> POLICIES = List.of(Policy.BLOCK, Policy.BLOCK, Policy.BLOCK, Policy.SKIP,
            Policy.CONFLATE, Policy.EVICT);

    /** A plain subscription with any start, including a future message. */
    static RequestedSubscription plain(final Dice dice) {
        return new RequestedSubscription(dice.pick(POLICIES), dice.oneIn(2) ? Repair.REPAIR : Repair.REPORT,
                switch (dice.below(4)) {
                    case 0, 1 -> Start.live();
                    case 2 -> Start.oldest();
                    default -> Start.at(dice.below(MOST_WANTED));
                }, 0, false, Delivery.IN_ORDER, Duration.ZERO);
    }

    /** A filled subscription, from any message of a present session. */
    static RequestedSubscription filled(final Dice dice, final List<SimPublication> living, final Duration timeout) {
        final SimPublication feed = living.isEmpty() || dice.oneIn(4) ? null : dice.pick(living);
        final long most = living.stream().mapToLong(SimPublication::committed).min().orElse(0);
        final boolean isAt = feed != null && most > 0;
        final Start start = isAt
                ? Start.at(dice.below((int) most))
                : dice.oneIn(2) ? Start.oldest() : Start.live();
        return new RequestedSubscription(dice.oneIn(5) ? Policy.BLOCK : Policy.SKIP, Repair.REPAIR, start,
                isAt ? feed.session() : 0,
                true, dice.oneIn(3) ? Delivery.LIVE_FIRST : Delivery.IN_ORDER, timeout);
    }

    /** Whether it must find every session in progress. */
    boolean findsAll() {
        return !(start instanceof Start.At);
    }

    SubscriptionSettings settings(final String name, final Endpoint... endpoints) {
        return SubscriptionSettings.of(World.STREAM).withName(name).withPolicy(policy).withRepair(repair)
                .withStart(start).withEndpoints(endpoints);
    }

    RecoverySettings recovery(final Endpoint... endpoints) {
        return RecoverySettings.defaults().withTimeout(timeout).withDelivery(delivery).withEndpoints(endpoints);
    }

    @Override
    public String toString() {
        return policy + " " + repair + " " + start + (filled ? " filled, " + delivery : "");
    }
}
