package io.verbus.rdma.support.load;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Publication;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.support.Payloads;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A publication whose messages follow from their sequences. One thread publishes. */
public final class LoadedFeed implements SubscriberListener {
    private static final int LONGEST = 4_000;
    /** Events in a message. */
    private static final int LAST = 4;

    private final Payloads payloads;
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> connections = new ConcurrentHashMap<>();
    private Publication publication;
    private volatile long published;

    LoadedFeed(final long seed) {
        payloads = new Payloads(seed, LONGEST);
    }

    void open(final Publication opened) {
        publication = opened;
    }

    Payloads payloads() {
        return payloads;
    }

    /** Number of messages so far; any thread. */
    public long published() {
        return published;
    }

    /** How often a subscription has joined or returned; any thread. */
    public int connections(final String name) {
        return connections.getOrDefault(name, 0);
    }

    /** Reports about subscriptions, other than that they have joined. */
    public List<String> events() {
        return events;
    }

    /** Number of subscriptions that will get every later commit, within their policy. */
    long ready() {
        return publication.subscribers().stream().filter(Subscriber::isReady).count();
    }

    /** Publishes messages until one is refused; returns their number. */
    int publish(final int max) {
        long sequence = publication.sequence();
        int count = 0;
        while (count < max && offer(sequence)) {
            sequence++;
            count++;
        }
        published = sequence;
        return count;
    }

    private boolean offer(final long sequence) {
        final int length = payloads.length(sequence);
        final int offset = publication.claim(length);
        if (offset >= 0) {
            payloads.encode(publication.buffer(), offset, sequence);
            publication.commit();
        } else if (offset != Publication.BACK_PRESSURED) {
            throw new AssertionError("claim of " + publication + ": " + offset);
        }
        return offset >= 0;
    }

    @Override
    public String toString() {
        return "published " + published + " to " + publication.subscribers() + ", "
                + events.subList(Math.max(0, events.size() - LAST), events.size());
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        events.add("silent " + subscriber.name());
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        connections.merge(subscriber.name(), 1, Integer::sum);
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        connections.merge(subscriber.name(), 1, Integer::sum);
        events.add("back " + subscriber.name());
    }

    @Override
    public void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
        events.add("disconnected " + subscriber.name() + ": " + description);
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        events.add("evicted " + subscriber.name() + ": " + description);
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        events.add("refused " + subscriber.name());
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        events.add("left " + subscriber.name() + ": " + description);
    }
}
