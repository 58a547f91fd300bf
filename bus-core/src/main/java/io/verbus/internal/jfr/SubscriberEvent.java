package io.verbus.internal.jfr;

import io.verbus.Subscriber;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Something that a publisher's conductor reports about a subscription. */
@Category("Verbus")
@StackTrace(false)
public abstract class SubscriberEvent extends Event {
    // Not private: JFR leaves out private fields of superclasses.
    @Label("Stream")
    final String stream;
    @Label("Subscription")
    final String subscription;
    @Label("Subscription Id")
    final String subscriptionId;
    @Label("Process Id")
    final long pid;
    @Label("Host")
    final String host;
    @Label("Lag (bytes)")
    final long lagBytes;

    private SubscriberEvent(final String stream, final Subscriber subscriber) {
        this.stream = stream;
        this.subscription = subscriber.name();
        this.subscriptionId = Long.toHexString(subscriber.id());
        this.pid = subscriber.pid();
        this.host = subscriber.host();
        this.lagBytes = subscriber.lagBytes();
    }

    /** A subscription has joined a publication. */
    @Name("io.verbus.SubscriberJoined")
    @Label("Subscriber Joined")
    public static final class Joined extends SubscriberEvent {
        public Joined(final String stream, final Subscriber subscriber) {
            super(stream, subscriber);
        }
    }

    /** A subscription has left a publication, or has died. */
    @Name("io.verbus.SubscriberLeft")
    @Label("Subscriber Left")
    public static final class Left extends SubscriberEvent {
        @Label("Cause")
        private final String cause;
        @Label("Description")
        private final String description;

        public Left(final String stream, final Subscriber subscriber, final Enum<?> cause, final String description) {
            super(stream, subscriber);
            this.cause = cause.name();
            this.description = description;
        }
    }

    /** A publication has evicted a subscription. */
    @Name("io.verbus.SubscriberEvicted")
    @Label("Subscriber Evicted")
    public static final class Evicted extends SubscriberEvent {
        @Label("Cause")
        private final String cause;
        @Label("Description")
        private final String description;

        public Evicted(final String stream, final Subscriber subscriber, final Enum<?> cause,
                final String description) {
            super(stream, subscriber);
            this.cause = cause.name();
            this.description = description;
        }
    }
}
