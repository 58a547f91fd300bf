package io.verbus.testkit.stepper;

import io.verbus.Policy;
import io.verbus.peer.Refusal;
import io.verbus.peer.Subscriber;
import io.verbus.peer.SubscriberListener;
import io.verbus.testkit.seeds.Violation;
import java.util.HashSet;
import java.util.Set;

/** Judges what a publisher hears of its subscriptions. */
final class Audience implements SubscriberListener {
    private final World world;
    private final SimProcess process;
    private final Set<String> silent = new HashSet<>();

    Audience(final World world, final SimProcess process) {
        this.world = world;
        this.process = process;
    }

    @Override
    public void onJoined(final Subscriber who) {
        world.note(process.name(), Event.READER_JOINED, who.name());
        check(who.policy() != Policy.BLOCK || who.acknowledged() || who.refusal() != Refusal.NONE, who,
                "joined, and is not waited for");
    }

    @Override
    public void onSilent(final Subscriber who) {
        world.note(process.name(), Event.READER_SILENT, who.name());
        final long silentNs = world.time().nowNs() - world.reader(who.name()).process().lastTurnNs();
        check(silent.add(who.name()), who, "silent twice");
        check(silentNs >= World.HEARTBEAT_TIMEOUT.toNanos(), who, "silent after " + silentNs + " ns");
    }

    @Override
    public void onBack(final Subscriber who) {
        world.note(process.name(), Event.READER_BACK, who.name());
        check(silent.remove(who.name()), who, "back, and was not silent");
    }

    @Override
    public void onEvicted(final Subscriber who, final String cause) {
        if (who.policy() == Policy.EVICT) {
            world.note(process.name(), Event.READER_LAPPED, who.name());
            final SimReader reader = world.reader(who.name()); // it may have died between saying so and hearing of it
            check(reader.process().isDead() || reader.isDoneWith(process.publisher().truth()), who, "lapped");
            silent.remove(who.name());
        } else {
            check(who.policy() == Policy.BLOCK, who, "evicted");
        }
    }

    @Override
    public void onRefused(final Subscriber who) {
        world.note(process.name(), Event.READER_REFUSED, who.name() + ", " + who.refusal());
        check(who.policy() == Policy.BLOCK && !who.acknowledged(), who, "refused");
        check(process.blocking().allow(who.name()) != (who.refusal() == Refusal.NAME), who, "refused for its name");
    }

    @Override
    public void onLeft(final Subscriber who, final String cause) {
        world.note(process.name(), Event.READER_LEFT, who.name() + ", " + cause);
        final SimReader reader = world.reader(who.name());
        check(reader.process().isDead() || !reader.process().readers().contains(reader)
                || reader.isDoneWith(process.publisher().truth()), who, "gone: " + cause);
        silent.remove(who.name());
    }

    private void check(final boolean holds, final Subscriber who, final String what) {
        if (!holds) {
            throw new Violation(process.name() + " was told that " + who + " is " + what);
        }
    }
}
