package io.verbus.internal.access;

import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.Boundary;
import io.verbus.spi.LogIdentity;
import org.agrona.DirectBuffer;

/** What the bus, its subscriptions and its publications offer to a relay. */
public interface Relaying {
    /** Of the bus. */
    interface OfBus {
        /**
         * A subscription to other hosts that gets the frames of long messages one by one. Each message is in the buffer
         * right after the header of its frame.
         *
         * @param settings of the subscription
         * @return the {@code Subscription}, to be closed
         */
        AutoCloseable subscribe(SubscriptionSettings settings);

        /**
         * A publication of a session of another host, which begins anywhere in it. A log of a dead process is replaced.
         *
         * @param settings of the publication, with the capacity of the origin
         * @param name of the relay
         * @param origin identity of the log on the other host
         * @param start the first frame
         * @return the {@code Publication}, to be closed
         * @throws io.verbus.BusException if another process of this host serves the session, or there is no room
         */
        AutoCloseable publish(PublicationSettings settings, String name, LogIdentity origin, Boundary start);
    }

    /** Of a subscription; in its listener and its handler. */
    interface OfSubscription {
        /**
         * The log of a session.
         *
         * @param session that is read
         * @return its identity
         */
        LogIdentity identity(long session);

        /**
         * The next frame of a session.
         *
         * @param session that is read
         * @return a boundary
         */
        Boundary next(long session);
    }

    /** Of a publication; by its owner. */
    interface OfPublication {
        /**
         * Copies a frame.
         *
         * @param source that contains it
         * @param at its offset in the source
         * @param end position after the frame
         * @return false if a reader blocks it, or the publication is closed
         * @throws io.verbus.BusException if the frame does not continue the log
         */
        boolean copy(DirectBuffer source, int at, long end);

        /**
         * Fills the log, where frames are missing.
         *
         * @param to where the next frame begins
         * @return false if a reader blocks it, or the publication is closed; then a part of it may be filled
         */
        boolean skipTo(Boundary to);

        /**
         * Sets whether the publisher of the session is silent: readers see no heartbeat meanwhile, and read on.
         *
         * @param isSilent whether nothing is known of it at present
         */
        void silent(boolean isSilent);

        /** Has a later close show on this host that the session continues when a relay serves it again. */
        void leave();

        /** Lets a later close publish an end frame: all of the session is copied. Otherwise a close breaks it off. */
        void end();
    }
}
