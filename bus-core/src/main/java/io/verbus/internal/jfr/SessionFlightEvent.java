package io.verbus.internal.jfr;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Session;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Something that a subscription reports about a session; {@link SessionFlightEvents} makes it. */
@Category("Verbus")
@StackTrace(false)
public abstract class SessionFlightEvent extends Event {
    // Not private: JFR leaves out private fields of superclasses.
    @Label("Stream")
    final String stream;
    @Label("Session")
    final String session;
    @Label("Publisher")
    final String publisher;

    private SessionFlightEvent(final Session session) {
        this.stream = session.stream();
        this.session = Long.toHexString(session.id());
        this.publisher = session.publisher();
    }

    /** A subscription has joined a session. */
    @Name("io.verbus.SessionJoined")
    @Label("Session Joined")
    static final class Joined extends SessionFlightEvent {
        @Label("First Sequence")
        private final long first;

        Joined(final Session session, final long first) {
            super(session);
            this.first = first;
        }
    }

    /** A subscription has read a session to its end. */
    @Name("io.verbus.SessionEnded")
    @Label("Session Ended")
    static final class Ended extends SessionFlightEvent {
        @Label("Messages")
        private final long messages;

        Ended(final Session session, final long messages) {
            super(session);
            this.messages = messages;
        }
    }

    /** A subscription has lost a session: its publisher has died, is silent, or has evicted the subscription. */
    @Name("io.verbus.SessionLost")
    @Label("Session Lost")
    static final class Lost extends SessionFlightEvent {
        @Label("Cause")
        private final String cause;
        @Label("Description")
        private final String description;

        Lost(final LostSession lost) {
            super(lost.session());
            this.cause = lost.cause().name();
            this.description = lost.description();
        }
    }

    /** A subscription has missed messages for good. */
    @Name("io.verbus.Gap")
    @Label("Gap")
    static final class Missed extends SessionFlightEvent {
        @Label("First Sequence")
        private final long first;
        @Label("Last Sequence")
        private final long last;
        @Label("Cause")
        private final String cause;

        Missed(final Gap gap) {
            super(gap.session());
            this.first = gap.first();
            this.last = gap.last();
            this.cause = gap.cause().name();
        }
    }
}
