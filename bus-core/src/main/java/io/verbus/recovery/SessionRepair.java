package io.verbus.recovery;

import io.verbus.MessageHandler;
import io.verbus.peer.Gap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/**
 * A session that is being repaired: what it has to go through, in order, until it is as if nothing had been missing.
 * Used by the thread that polls.
 */
final class SessionRepair implements AutoCloseable {
    /** What the listener is to hear of its beginning, which a repair of another session delays. */
    private final Queue<Runnable> openings = new ArrayDeque<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final Means means;
    /** The session that this one takes the place of, while that one is being repaired; else null. */
    private SessionRepair earlier;
    private Fetch fetch;

    /**
     * What repairs are made with.
     *
     * @param recorders who may have what is missing
     * @param losses takes what they do not have
     * @param delivery what becomes of live messages meanwhile
     * @param timeoutNs after which something is lost when nothing of it has come
     */
    record Means(Recorders recorders, Losses losses, Delivery delivery, long timeoutNs) {}

    SessionRepair(final Means means) {
        this.means = means;
    }

    /** Its messages and events wait for the end of another repair. */
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
    boolean holds() {
        return isWaiting() || !openings.isEmpty() || means.delivery() == Delivery.IN_ORDER && !steps.isEmpty();
    }

    void miss(final Gap gap) {
        if (!(steps.peekLast() instanceof Missing missing && missing.grow(gap))) {
            steps.add(new Missing(gap));
        }
    }

    /** The application has not got any message of the session. */
    void joins() {
        if (steps.peekFirst() instanceof Missing missing) {
            missing.joins();
        }
    }

    /** The session is lost for good. */
    void nothingFollows() {
        if (steps.peekLast() instanceof Missing missing) {
            missing.nothingFollows();
        }
    }

    void begin(final Runnable event) {
        openings.add(event);
    }

    void then(final Runnable event) {
        steps.add(new Step.Event(event));
    }

    /** Goes on; gives how many messages were taken, at most a limit. */
    int turn(final MessageHandler handler, final int limit, final long nowNs) {
        if (isWaiting()) {
            return 0;
        }
        while (!openings.isEmpty()) {
            openings.remove().run();
        }
        int count = 0;
        while (!steps.isEmpty() && count < limit) {
            switch (steps.peek()) {
                case Step.Event event -> {
                    steps.remove();
                    event.call().run();
                }
                case Missing missing -> {
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

    private int fetch(final Missing missing, final MessageHandler handler, final int limit, final long nowNs) {
        if (fetch == null) {
            fetch = new Fetch(means.recorders(), missing, means.losses(), means.timeoutNs(), nowNs);
        }
        final int count = fetch.poll(handler, limit, nowNs);
        means.losses().filled(fetch.drainFilled());
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
