package io.verbus.internal.publisher;

import io.verbus.BusException;
import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.jfr.SubscriberEvent;
import org.agrona.ErrorHandler;

/**
 * Shields the duty cycle from exceptions of the listener, and records joins and departures for JFR. Without a listener,
 * evictions are reported as errors, and so are refusals that the publisher's settings did not request.
 *
 * @param listener to be called
 * @param stream of the publication
 * @param errorHandler receives the exceptions of the listener
 */
public record SafeSubscriberListener(SubscriberListener listener, String stream,
        ErrorHandler errorHandler) implements SubscriberListener {
    @Override
    public void onJoined(final Subscriber subscriber) {
        FlightEvents.commit(() -> new SubscriberEvent.Joined(stream, subscriber));
        run(() -> listener.onJoined(subscriber));
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        run(() -> listener.onSilent(subscriber));
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        run(() -> listener.onBack(subscriber));
    }

    @Override
    public void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
        run(() -> listener.onDisconnected(subscriber, cause, description));
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        if (listener == NONE) {
            errorHandler.onError(new BusException("subscription " + subscriber.name() + " (process " + subscriber.pid()
                    + ") on stream " + stream + " was evicted: " + description));
        }
        FlightEvents.commit(() -> new SubscriberEvent.Evicted(stream, subscriber, cause, description));
        run(() -> listener.onEvicted(subscriber, cause, description));
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        if (listener == NONE && subscriber.refusal() != Refusal.NAME) {
            errorHandler.onError(new BusException("subscription " + subscriber.name() + " (process " + subscriber.pid()
                    + ") on stream " + stream + " reads as under SKIP: " + subscriber.refusal().description()));
        }
        run(() -> listener.onRefused(subscriber));
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        FlightEvents.commit(() -> new SubscriberEvent.Left(stream, subscriber, cause, description));
        run(() -> listener.onLeft(subscriber, cause, description));
    }

    private void run(final Runnable call) {
        try {
            call.run();
        } catch (final Throwable t) {
            errorHandler.onError(t);
        }
    }
}
