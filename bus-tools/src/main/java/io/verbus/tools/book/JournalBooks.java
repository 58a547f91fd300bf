package io.verbus.tools.book;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.MutableHeader;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Delivers the sessions of a journal, one after the other, with the events of a subscription. Used by one thread. */
final class JournalBooks implements BookLoop.Source, JournalHandler, AutoCloseable {
    private final JournalReader journal;
    private final SessionListener listener;
    private final List<Session> sessions;
    private final List<String> damage;
    private int started;
    private SessionReader reader;
    private Session session;
    private MutableHeader header;
    private PollHandler receiver;
    private boolean isOver;

    /**
     * Opens a journal.
     *
     * @param directory of the journal
     * @param listener receives the events
     * @throws BusException if there is no journal, or it has no session
     */
    JournalBooks(final Path directory, final SessionListener listener) {
        this.listener = listener;
        journal = JournalReader.open(directory);
        sessions = journal.sessions().stream().map(recorded -> recorded.session()).toList();
        damage = new ArrayList<>(journal.damagedFiles());
        if (sessions.isEmpty()) {
            throw new BusException("the journal in " + directory + " has no session");
        }
    }

    /** Damage of the files that is not a gap of a session, as lines. */
    List<String> damage() {
        return damage;
    }

    /** Name of the stream of the first session. */
    String stream() {
        return sessions.getFirst().stream();
    }

    /** Whether all sessions have been delivered. */
    boolean isOver() {
        return isOver;
    }

    @Override
    public int poll(final PollHandler handler, final int limit) {
        receiver = handler;
        if (reader == null) {
            start();
        }
        try {
            final int taken = reader.poll(this, limit);
            if (taken == 0 || reader.isOver()) {
                finish("its end is not recorded in the journal");
            }
            return taken;
        } catch (final BusException e) { // damage at the end of the journal
            finish(e.getMessage());
            return 0;
        }
    }

    private void start() {
        reader = journal.read(sessions.get(started++).id());
        session = reader.session();
        header = new MutableHeader(session.id(), session.stream(), "book");
        listener.onEvent(new SessionEvent.Started(session, reader.next()));
    }

    /** Ends a session, which is lost unless its end was read, and starts the next one. */
    private void finish(final String cause) {
        if (session != null) {
            lose(reader.next(), cause);
        }
        reader.close();
        reader = null;
        isOver = started == sessions.size();
        if (!isOver) {
            start();
        }
    }

    private void lose(final long next, final String cause) {
        listener.onEvent(new LostSession(session, next, next, LossCause.BROKEN_OFF, cause));
        session = null;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader record) {
        return receiver.onMessage(buffer, offset, length,
                header.set(record.sequence(), Header.NO_POSITION, record.frames()));
    }

    @Override
    public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
        listener.onEvent(new Gap(session, first, last, receivedNs, GapCause.NOT_RECORDED, cause));
    }

    @Override
    public void onDamage(final long first, final long last, final long receivedNs, final String cause) {
        if (first <= last) {
            listener.onEvent(new Gap(session, first, last, receivedNs, GapCause.DAMAGED, cause));
        } else {
            damage.add(cause);
        }
    }

    @Override
    public void onEnd(final long messages, final long receivedNs, final String cause) {
        if (cause.isEmpty()) {
            listener.onEvent(new SessionEvent.Ended(session, messages));
            session = null;
        } else {
            lose(messages, cause);
        }
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
