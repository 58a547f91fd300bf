package io.verbus.rdma.support.load;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.DirectBuffer;

/** A subscription that checks each message, and that each missing one is reported, once. One thread polls. */
public final class LoadedReader implements SessionListener {
    /** Events in a message. */
    private static final int LAST = 4;

    private final LoadedFeed feed;
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private Subscription subscription;
    private volatile long next = -1;
    private volatile long missed;
    private long started;

    LoadedReader(final LoadedFeed feed) {
        this.feed = feed;
    }

    void open(final Subscription opened) {
        subscription = opened;
    }

    /** First sequence that was neither delivered nor reported; -1 before the start. Any thread. */
    public long next() {
        return next;
    }

    /** Number of messages in gaps after the start; any thread. */
    public long missed() {
        return missed;
    }

    /** Reports, other than of gaps and of the start. */
    public List<String> events() {
        return events;
    }

    /** What no subscription may show. */
    public List<String> faults() {
        return faults;
    }

    LoadedFeed feed() {
        return feed;
    }

    int poll(final int limit) {
        return subscription.poll(this::onMessage, limit);
    }

    void close() {
        subscription.close();
    }

    @Override
    public String toString() {
        return "read up to " + next + " with " + missed + " missing, "
                + events.subList(Math.max(0, events.size() - LAST), events.size());
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long sequence = header.sequence();
        if (sequence != next) {
            faults.add("message " + sequence + " after " + (next - 1));
        }
        final String fault = feed.payloads().fault(buffer, offset, length, sequence);
        if (fault != null) {
            faults.add(fault);
        }
        next = sequence + 1;
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(_, long first) -> {
                if (next >= 0) {
                    faults.add("started again at " + first);
                }
                started = first;
                next = first;
            }
            case Gap gap -> onGap(gap);
            case SessionEvent.Doubtful(_, long sequence) -> events.add("doubtful " + sequence);
            case LostSession lost -> events.add((lost.forGood() ? "lost for good: " : "lost: ") + lost.description());
            case SessionEvent.Back _ -> events.add("back");
            default -> {
            }
        }
    }

    private void onGap(final Gap gap) {
        final boolean isBeforeStart = next == started && gap.last() == next - 1; // lapped before the first poll
        if (gap.first() != next && !isBeforeStart) {
            faults.add("gap " + gap + " after " + (next - 1));
        }
        if (!isBeforeStart) {
            missed += gap.count();
            next = gap.last() + 1;
        }
    }
}
