package io.verbus.tools.tap;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.tools.tap.TappedMessage.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Reads a stream of this host under {@link Policy#SKIP}: no publisher waits for it, however slow its output is. Used by
 * one thread.
 */
final class StreamTap implements PollHandler, SessionListener {
    private static final int LIMIT = 256;
    private static final int SPINS = 100;
    private static final long LONGEST_REST_NS = 100_000;

    private final TapOutput output;
    private final TapReport report;
    private final Part part;
    private final NanoClock clock;
    private boolean isAfterEnd;
    private int sessions;

    /**
     * The part of the stream that is read.
     *
     * @param start where it begins
     * @param last its last sequence
     * @param session id of the only session; null for all
     * @param idle time without messages after which the tap ends; null for never
     */
    record Part(Start start, long last, Long session, Duration idle) {
        boolean includes(final long id) {
            return session == null || session == id;
        }
    }

    StreamTap(final TapOutput output, final TapReport report, final Part part, final NanoClock clock) {
        this.output = output;
        this.report = report;
        this.part = part;
        this.clock = clock;
    }

    /** Reads until a stop is requested, or the requested part was read. */
    void run(final Bus bus, final String stream, final BooleanSupplier stop) {
        final IdleStrategy idle = new BackoffIdleStrategy(SPINS, 1, 1_000, LONGEST_REST_NS);
        try (Subscription subscription = bus.subscribe(SubscriptionSettings.of(stream).withName("tap")
                .withPolicy(Policy.SKIP).withStart(part.start).withListener(this))) {
            subscription.poll(this, LIMIT);
            if (sessions == 0) {
                report.print("waiting for a session on stream " + stream);
            }
            long busyNs = clock.nanoTime();
            while (!stop.getAsBoolean() && !isOver()) {
                final int count = subscription.poll(this, LIMIT);
                output.flush();
                if (part.idle != null) {
                    final long nowNs = clock.nanoTime();
                    busyNs = count > 0 ? nowNs : busyNs;
                    isAfterEnd |= nowNs - busyNs >= part.idle.toNanos();
                }
                idle.idle(count);
            }
        } finally {
            output.flush();
        }
    }

    private boolean isOver() {
        return isAfterEnd || output.isDone();
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (!part.includes(header.session())) {
            return Action.TAKEN;
        }
        isAfterEnd |= header.sequence() > part.last;
        if (isOver()) {
            return Action.NOT_TAKEN;
        }
        output.take(buffer, offset, length, header.sequence(), header.session(),
                new Time("published", header.publishedEpochNs()), header.publishedNs());
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, long first) when part.includes(session.id()) -> {
                sessions++;
                report.print("reading " + session + " from sequence " + first);
            }
            case Gap gap when part.includes(gap.session().id()) && gap.first() <= part.last -> {
                report.missed(gap.session().id(), gap.first(), gap.last(), gap.description());
            }
            case LostSession lost when part.includes(lost.session().id()) -> {
                report.print(lost.session() + " is lost " + (lost.forGood() ? "for good" : "for now")
                        + " before sequence " + lost.next() + ": " + lost.description());
            }
            case SessionEvent.Back(Session session, long next) when part.includes(session.id()) -> {
                report.print(session + " is back, it continues with sequence " + next);
            }
            case SessionEvent.Ended(Session session, long messages) when part.includes(session.id()) -> {
                report.print(session + " ended before sequence " + messages);
            }
            case SessionEvent.Failed(Session session, long sequence, Throwable thrown) ->
                report.failed("message " + sequence + " of " + session + " was not printed: " + thrown);
            default -> {
            }
        }
    }
}
