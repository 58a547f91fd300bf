package io.verbus.tools.lab;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.peer.Subscriber;
import io.verbus.peer.SubscriberListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What a publication or a subscription hears of its peers, and when. Any thread may read it. */
final class Heard implements SessionListener, SubscriberListener {
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Consumer<String> echo;
    private volatile boolean over;

    /**
     * Something that was heard.
     *
     * @param what in a word: joined, silent, back, disconnected, evicted, left, started, restarted, gap, lost, ended
     * @param pid of the process that it was heard of
     * @param cause in words, if there is one
     * @param timeNs on the monotonic clock
     */
    record Event(String what, long pid, String cause, long timeNs) {
        @Override
        public String toString() {
            return what + " " + pid + " " + cause;
        }
    }

    /** Tells each thing to somebody else too. */
    Heard(final Consumer<String> echo) {
        this.echo = echo;
    }

    Heard() {
        this(event -> {});
    }

    List<Event> events() {
        return events;
    }

    /** What was heard of a process, in words. */
    List<String> of(final long pid) {
        return events.stream().filter(event -> event.pid() == pid).map(Event::what).toList();
    }

    /** When one of these things was heard of a process first after some time; 0 if none was. */
    long timeNs(final long pid, final List<String> what, final long sinceNs) {
        return events.stream().filter(event -> event.pid() == pid && what.contains(event.what()))
                .mapToLong(Event::timeNs).filter(timeNs -> timeNs > sinceNs).findFirst().orElse(0);
    }

    /** Whether a session has ended, or is lost for good. */
    boolean isOver() {
        return over;
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        hear("joined", subscriber.pid(), "");
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        hear("silent", subscriber.pid(), "");
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        hear("back", subscriber.pid(), "");
    }

    @Override
    public void onDisconnected(final Subscriber subscriber, final String cause) {
        hear("disconnected", subscriber.pid(), cause);
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final String cause) {
        hear("evicted", subscriber.pid(), cause);
    }

    @Override
    public void onLeft(final Subscriber subscriber, final String cause) {
        hear("left", subscriber.pid(), cause);
    }

    @Override
    public void onStarted(final Session session, final long first) {
        hear("started", session.pid(), "");
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        hear("restarted", session.pid(), "");
    }

    @Override
    public void onGap(final Gap gap) {
        hear("gap", gap.session().pid(), gap.cause());
    }

    @Override
    public void onLost(final LostSession lost) {
        over |= lost.forGood();
        hear(lost.forGood() ? "lost-for-good" : "lost", lost.session().pid(), lost.cause());
    }

    @Override
    public void onBack(final Session session, final long next) {
        hear("back", session.pid(), "");
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        over = true;
        hear("ended", session.pid(), "");
    }

    private void hear(final String what, final long pid, final String cause) {
        final Event event = new Event(what, pid, cause, System.nanoTime());
        events.add(event);
        echo.accept(event.toString());
    }
}
