package io.verbus.system.lab;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Records the events that a publication or subscription receives about its peers, with their times. Thread-safe. */
final class ReportedEvents implements SessionListener, SubscriberListener {
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Consumer<String> echo;
    private volatile boolean over;

    /**
     * An event.
     *
     * @param kind joined, silent, back, disconnected, evicted, left, started, restarted, gap, lost, lost-for-good or
     *     ended
     * @param pid of the peer process
     * @param cause as text, empty if there is none
     * @param timeNs on the monotonic clock
     */
    record Event(String kind, long pid, String cause, long timeNs) {
        @Override
        public String toString() {
            return kind + " " + pid + " " + cause;
        }
    }

    /** Also passes the text of each event to a consumer. */
    ReportedEvents(final Consumer<String> echo) {
        this.echo = echo;
    }

    ReportedEvents() {
        this(event -> {});
    }

    List<Event> events() {
        return events;
    }

    /** The kinds of all events about a process. */
    List<String> of(final long pid) {
        return events.stream().filter(event -> event.pid() == pid).map(Event::kind).toList();
    }

    /** The time of the first event of these kinds about a process after {@code sinceNs}; 0 if there is none. */
    long timeNs(final long pid, final List<String> kinds, final long sinceNs) {
        return events.stream().filter(event -> event.pid() == pid && kinds.contains(event.kind()))
                .mapToLong(Event::timeNs).filter(timeNs -> timeNs > sinceNs).findFirst().orElse(0);
    }

    /** Whether a session has ended, or is lost for good. */
    boolean isOver() {
        return over;
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        add("joined", subscriber.pid(), "");
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        add("silent", subscriber.pid(), "");
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        add("back", subscriber.pid(), "");
    }

    @Override
    public void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
        add("disconnected", subscriber.pid(), description);
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        add("evicted", subscriber.pid(), description);
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        add("left", subscriber.pid(), description);
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, _) -> add("started", session.pid(), "");
            case SessionEvent.Restarted(_, Session session) -> add("restarted", session.pid(), "");
            case Gap gap -> add("gap", gap.session().pid(), gap.description());
            case LostSession lost -> {
                over |= lost.forGood();
                add(lost.forGood() ? "lost-for-good" : "lost", lost.session().pid(), lost.description());
            }
            case SessionEvent.Back(Session session, _) -> add("back", session.pid(), "");
            case SessionEvent.Ended(Session session, _) -> {
                over = true;
                add("ended", session.pid(), "");
            }
            default -> {
            }
        }
    }

    private void add(final String kind, final long pid, final String cause) {
        final Event event = new Event(kind, pid, cause, System.nanoTime());
        events.add(event);
        echo.accept(event.toString());
    }
}
