package io.verbus.internal.jfr;

import io.verbus.Gap;
import io.verbus.Session;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Something that a subscription reports about a session. */
@Category("Verbus")
@StackTrace(false)
public abstract class SessionEvent extends Event {
    // Not private: JFR leaves out private fields of superclasses.
    @Label("Stream")
    final String stream;
    @Label("Session")
    final String session;
    @Label("Publisher")
    final String publisher;

    private SessionEvent(final Session session) {
        this.stream = session.stream();
        this.session = Long.toHexString(session.id());
        this.publisher = session.publisher();
    }

    /** A subscription has joined a session. */
    @Name("io.verbus.SessionJoined")
    @Label("Session Joined")
    public static final class Joined extends SessionEvent {
        @Label("First Sequence")
        private final long first;

        public Joined(final Session session, final long first) {
            super(session);
            this.first = first;
        }
    }

    /** A subscription has read a session to its end. */
    @Name("io.verbus.SessionEnded")
    @Label("Session Ended")
    public static final class Ended extends SessionEvent {
        @Label("Messages")
        private final long messages;

        public Ended(final Session session, final long messages) {
            super(session);
            this.messages = messages;
        }
    }

    /** A subscription has lost a session: its publisher has died, is silent, or has evicted the subscription. */
    @Name("io.verbus.SessionLost")
    @Label("Session Lost")
    public static final class Lost extends SessionEvent {
        @Label("Cause")
        private final String cause;
        @Label("Description")
        private final String description;

        public Lost(final Session session, final Enum<?> cause, final String description) {
            super(session);
            this.cause = cause.name();
            this.description = description;
        }
    }

    /** A subscription has missed messages for good. */
    @Name("io.verbus.Gap")
    @Label("Gap")
    public static final class Missed extends SessionEvent {
        @Label("First Sequence")
        private final long first;
        @Label("Last Sequence")
        private final long last;
        @Label("Cause")
        private final String cause;

        public Missed(final Gap gap) {
            super(gap.session());
            this.first = gap.first();
            this.last = gap.last();
            this.cause = gap.cause().name();
        }
    }
}
