package io.verbus.testkit.stepper;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.oracle.AudienceOracle;

/** Judges the notifications that a publisher receives about its subscriptions. */
final class AudienceChecks implements SubscriberListener {
    private final StepperWorld world;
    private final StepperProcess process;
    private final AudienceOracle oracle;

    AudienceChecks(final StepperWorld world, final StepperProcess process) {
        this.world = world;
        this.process = process;
        this.oracle = new AudienceOracle(false, what -> {
            throw new Violation(process.name() + ": " + what);
        });
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        world.note(process.name(), StepperEvent.READER_JOINED, subscriber.name());
        oracle.joined(subscriber.name());
        check(subscriber.policy() != Policy.BLOCK || subscriber.acknowledged() || subscriber.refusal() != Refusal.NONE,
                subscriber,
                "joined, without acknowledgement");
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        world.note(process.name(), StepperEvent.READER_SILENT, subscriber.name());
        final long silentNs = world.time().nowNs() - world.reader(subscriber.name()).process().lastCycleNs();
        oracle.silent(subscriber.name());
        check(silentNs >= StepperWorld.HEARTBEAT_TIMEOUT.toNanos(), subscriber, "silent after " + silentNs + " ns");
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        world.note(process.name(), StepperEvent.READER_BACK, subscriber.name());
        oracle.back(subscriber.name());
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        oracle.evicted(subscriber.name());
        if (subscriber.policy() == Policy.EVICT) {
            world.note(process.name(), StepperEvent.READER_LAPPED, subscriber.name());
            // It may have died after it was lapped, before the publisher noticed.
            final SimReader reader = world.reader(subscriber.name());
            check(reader.process().isDead() || reader.isDoneWith(process.publisher().truth()), subscriber, "lapped");
        } else {
            check(subscriber.policy() == Policy.BLOCK, subscriber, "evicted");
        }
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        world.note(process.name(), StepperEvent.READER_REFUSED, subscriber.name() + ", " + subscriber.refusal());
        check(subscriber.policy() == Policy.BLOCK && !subscriber.acknowledged(), subscriber, "refused");
        check(process.blocking().allow(subscriber.name()) != (subscriber.refusal() == Refusal.NAME), subscriber,
                "refused for its name");
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        world.note(process.name(), StepperEvent.READER_LEFT, subscriber.name() + ", " + description);
        final SimReader reader = world.reader(subscriber.name());
        check(reader.process().isDead() || !reader.process().readers().contains(reader)
                || reader.isDoneWith(process.publisher().truth()), subscriber, "gone: " + description);
        oracle.left(subscriber.name());
    }

    private void check(final boolean holds, final Subscriber subscriber, final String what) {
        if (!holds) {
            throw new Violation(process.name() + " was notified that " + subscriber + " is " + what);
        }
    }
}
