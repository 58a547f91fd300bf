package io.verbus.tools.book;

import io.verbus.PollHandler;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.IdleStrategy;

/** The loop of the polling thread: polls until the session is over or a stop is requested. */
final class BookLoop {
    private static final int POLL_LIMIT = 512;

    private final Source source;
    private final MarketDataHandler handler;
    private final SessionWatch watch;
    private final StateSnapshot snapshot;
    private final IdleStrategy idle;
    private final BooleanSupplier stop;

    /** A source of messages. */
    @FunctionalInterface
    interface Source {
        /** Delivers up to {@code limit} messages. Returns the number taken. */
        int poll(PollHandler handler, int limit);
    }

    BookLoop(final Source source, final MarketDataHandler handler, final SessionWatch watch,
            final StateSnapshot snapshot, final IdleStrategy idle, final BooleanSupplier stop) {
        this.source = source;
        this.handler = handler;
        this.watch = watch;
        this.snapshot = snapshot;
        this.idle = idle;
        this.stop = stop;
    }

    void run() {
        boolean isFlowing = false;
        while (!stop.getAsBoolean() && !watch.isOver()) {
            final int taken = source.poll(handler, POLL_LIMIT);
            // Read the clock only at the first message and when the flow pauses, not at every poll.
            if (taken == 0 && isFlowing || taken > 0 && !handler.rates().hasBegun()) {
                handler.onPause();
            }
            isFlowing = taken > 0;
            if (snapshot.isRequested()) {
                snapshot.fill(handler);
            }
            idle.idle(taken);
        }
        if (isFlowing) {
            handler.onPause();
        }
    }
}
