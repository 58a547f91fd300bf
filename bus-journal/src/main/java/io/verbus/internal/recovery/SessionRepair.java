package io.verbus.internal.recovery;

import io.verbus.Gap;
import io.verbus.PollHandler;
import io.verbus.recovery.Delivery;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/**
 * The repair of one session: its missing ranges and delayed events, in order. Used by the polling thread.
 */
public final class SessionRepair implements AutoCloseable {
    /** Events of the session's start, delayed by a repair of another session. */
    private final Queue<Runnable> openings = new ArrayDeque<>();
    private final Deque<RepairStep> steps = new ArrayDeque<>();
    private final Parameters parameters;
    /** The session that this one replaces, while that one is being repaired; else null. */
    private SessionRepair earlier;
    private RangeFetch fetch;

    /**
     * Parameters of a repair.
     *
     * @param recorders that may have the missing messages
     * @param losses receives the ranges that they do not have
     * @param delivery treatment of live messages meanwhile
     * @param timeoutNs after which messages are lost if nothing was received
     */
    public record Parameters(RangeClient recorders, RepairLosses losses, Delivery delivery, long timeoutNs) {}

    SessionRepair(final Parameters parameters) {
        this.parameters = parameters;
    }

    /** Delays its messages and events until another repair is over. */
    void waitFor(final SessionRepair other) {
        earlier = other;
    }

    boolean isWaiting() {
        return earlier != null && !earlier.isOver();
    }

    boolean isOver() {
        return steps.isEmpty() && openings.isEmpty() && !isWaiting();
    }

    /** Whether live messages have to wait. */
    boolean blocksLive() {
        return isWaiting() || !openings.isEmpty() || parameters.delivery() == Delivery.IN_ORDER && !steps.isEmpty();
    }

    void miss(final Gap gap) {
        if (!(steps.peekLast() instanceof MissingRange missing && missing.grow(gap))) {
            steps.add(new MissingRange(gap));
        }
    }

    /** The application has not received any message of the session. */
    void allowPartialStart() {
        if (steps.peekFirst() instanceof MissingRange missing) {
            missing.allowPartialStart();
        }
    }

    /** The session is lost for good. */
    void allowPartialEnd() {
        if (steps.peekLast() instanceof MissingRange missing) {
            missing.allowPartialEnd();
        }
    }

    void begin(final Runnable event) {
        openings.add(event);
    }

    void then(final Runnable event) {
        steps.add(new RepairStep.Event(event));
    }

    /** Continues the repair; returns the number of messages taken, at most the limit. */
    int doWork(final PollHandler handler, final int limit, final long nowNs) {
        if (isWaiting()) {
            return 0;
        }
        while (!openings.isEmpty()) {
            openings.remove().run();
        }
        int count = 0;
        while (!steps.isEmpty() && count < limit) {
            switch (steps.peek()) {
                case RepairStep.Event event -> {
                    steps.remove();
                    event.call().run();
                }
                case MissingRange missing -> {
                    count += fetch(missing, handler, limit - count, nowNs);
                    if (!missing.isOver()) {
                        return count;
                    }
                    close();
                    steps.remove();
                }
            }
        }
        return count;
    }

    private int fetch(final MissingRange missing, final PollHandler handler, final int limit, final long nowNs) {
        if (fetch == null) {
            fetch = new RangeFetch(parameters.recorders(), missing, parameters.losses(), parameters.timeoutNs(), nowNs);
        }
        final int count = fetch.poll(handler, limit, nowNs);
        parameters.losses().filled(fetch.drainFilled());
        return count;
    }

    @Override
    public void close() {
        if (fetch != null) {
            fetch.close();
            fetch = null;
        }
    }
}
