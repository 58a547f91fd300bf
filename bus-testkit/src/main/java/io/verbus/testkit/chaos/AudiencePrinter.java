package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.say;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;

/** Prints the notifications of a publication about its subscriptions at once, one line each. */
public final class AudiencePrinter implements SubscriberListener {
    @Override
    public void onJoined(final Subscriber subscriber) {
        say("joined " + subscriber.name() + " " + subscriber.pid());
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        say("silent " + subscriber.name() + " " + subscriber.pid());
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        say("back " + subscriber.name() + " " + subscriber.pid());
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        say("evicted " + subscriber.name() + " " + subscriber.pid() + " " + description);
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        say("left " + subscriber.name() + " " + subscriber.pid() + " " + description);
    }
}
