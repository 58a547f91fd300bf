package io.verbus.tools.book;

import io.verbus.PollHandler;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.IdleStrategy;

/** The loop of the polling thread: polls until the books have all that they read, or a stop is requested. */
final class BookLoop {
    private static final int POLL_LIMIT = 512;

    private final Source source;
    private final BookSessions sessions;
    private final Consumer<SessionBooks> onOver;
    private final StateSnapshot snapshot;
    private final IdleStrategy idle;
    private final BooleanSupplier stop;

    /** A source of messages. */
    @FunctionalInterface
    interface Source {
        /** Delivers up to {@code limit} messages. Returns the number taken. */
        int poll(PollHandler handler, int limit);
    }

    BookLoop(final Source source, final BookSessions sessions, final Consumer<SessionBooks> onOver,
            final StateSnapshot snapshot, final IdleStrategy idle, final BooleanSupplier stop) {
        this.source = source;
        this.sessions = sessions;
        this.onOver = onOver;
        this.snapshot = snapshot;
        this.idle = idle;
        this.stop = stop;
    }

    void run() {
        boolean isFlowing = false;
        while (!stop.getAsBoolean() && !sessions.isOver()) {
            sessions.removeOver(onOver);
            final int taken = source.poll(sessions, POLL_LIMIT);
            // Read the clock only at the first message and when the flow pauses, not at every poll.
            if (taken == 0 && isFlowing || taken > 0 && sessions.hasUnmeasured()) {
                sessions.onPause();
            }
            isFlowing = taken > 0;
            if (snapshot.isRequested()) {
                snapshot.fill(sessions);
            }
            idle.idle(taken);
        }
        if (isFlowing) {
            sessions.onPause();
        }
    }
}
