package io.verbus.testkit;

import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of a publication's listener as short texts; any thread may read them. */
public class RecordingAudience implements SubscriberListener {
    private final List<String> events = new CopyOnWriteArrayList<>();

    /** The events received, in order. */
    public List<String> events() {
        return events;
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        events.add("joined " + subscriber.name());
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        events.add("silent " + subscriber.name());
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        events.add("back " + subscriber.name());
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final String cause) {
        events.add("evicted " + subscriber.name() + ": " + cause);
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        events.add("refused " + subscriber.name() + ": " + subscriber.refusal());
    }

    @Override
    public void onLeft(final Subscriber subscriber, final String cause) {
        events.add("left " + subscriber.name() + ": " + cause);
    }
}
