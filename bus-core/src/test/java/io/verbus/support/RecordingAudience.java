package io.verbus.support;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of a publication's listener as short texts; any thread may read them. */
public class RecordingAudience implements SubscriberListener {
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<EvictionCause> evictions = new CopyOnWriteArrayList<>();
    private final List<DepartureCause> departures = new CopyOnWriteArrayList<>();

    /** The events received, in order. */
    public List<String> events() {
        return events;
    }

    /** The causes of the evictions, in order. */
    public List<EvictionCause> evictions() {
        return evictions;
    }

    /** The causes of disconnects and departures, in order. */
    public List<DepartureCause> departures() {
        return departures;
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
    public void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
        departures.add(cause);
        events.add("disconnected " + subscriber.name() + ": " + description);
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        evictions.add(cause);
        events.add("evicted " + subscriber.name() + ": " + description);
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        events.add("refused " + subscriber.name() + ": " + subscriber.refusal());
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        departures.add(cause);
        events.add("left " + subscriber.name() + ": " + description);
    }
}
