package io.verbus.internal.jfr;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionEvent;
import jdk.jfr.Event;

/**
 * Makes the events of JDK Flight Recorder for those of a session. It is not a part of their superclass: while a
 * recording runs, JFR rewrites an event class as it is loaded. In a method with several results it looks for their
 * common superclass, which loads them before it, and events of these classes are lost.
 */
public final class SessionFlightEvents {
    private SessionFlightEvents() {
    }

    /**
     * The event of JDK Flight Recorder for an event of a session.
     *
     * @param event of a session
     * @return the event to be committed; null if there is none
     */
    public static Event of(final SessionEvent event) {
        return switch (event) {
            case SessionEvent.Started(Session session, long first) ->
                new SessionFlightEvent.Joined(session, first);
            case SessionEvent.Ended(Session session, long messages) ->
                new SessionFlightEvent.Ended(session, messages);
            case LostSession lost -> new SessionFlightEvent.Lost(lost);
            case Gap gap -> new SessionFlightEvent.Missed(gap);
            default -> null;
        };
    }
}
