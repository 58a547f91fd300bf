package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.say;

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
    public void onEvicted(final Subscriber subscriber, final String cause) {
        say("evicted " + subscriber.name() + " " + subscriber.pid() + " " + cause);
    }

    @Override
    public void onLeft(final Subscriber subscriber, final String cause) {
        say("left " + subscriber.name() + " " + subscriber.pid() + " " + cause);
    }
}
