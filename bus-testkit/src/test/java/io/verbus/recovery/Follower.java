package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.support.Payloads;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;

/**
 * Compares the deliveries and reports of a recovering subscription with the published messages: each sequence once, as
 * a message or in a gap, and in order if requested.
 */
final class Follower implements PollHandler, SessionListener {
    private final Payloads payloads;
    private final boolean ordered;
    private final BooleanSupplier takes;
    private final Map<Long, Story> stories = new HashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private long messages;

    /** The received events of a session. */
    private static final class Story {
        private final long first;
        private final BitSet seen = new BitSet();
        private long next;
        private long end = -1;

        Story(final long first) {
            this.first = first;
            this.next = first;
        }
    }

    Follower(final Payloads payloads, final boolean ordered, final BooleanSupplier takes) {
        this.payloads = payloads;
        this.ordered = ordered;
        this.takes = takes;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (!takes.getAsBoolean()) {
            return Action.NOT_TAKEN;
        }
        assertNull(payloads.fault(buffer, offset, length, header.sequence()));
        see(header.session(), header.sequence(), header.sequence() + header.frames() - 1);
        messages++;
        return Action.TAKEN;
    }

    private void see(final long session, final long first, final long last) {
        final Story story = stories.get(session);
        assertTrue(story != null, () -> "a message before the start of its session");
        if (ordered) {
            // A reader that joins inside a message begins with the next one.
            assertTrue(first == story.next || story.next == story.first && story.seen.isEmpty() && first > story.next,
                    () -> first + " where " + story.next + " comes next");
        }
        assertEquals(-1, story.end, () -> first + " after the end of its session");
        final int from = story.seen.nextSetBit((int) first);
        assertTrue(from < 0 || from > last, () -> from + " received twice");
        story.seen.set((int) first, (int) last + 1);
        story.next = Math.max(story.next, last + 1);
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, long first) ->
                assertNull(stories.put(session.id(), new Story(first)), () -> "a session started twice");
            case SessionEvent.Restarted(Session earlier, _) ->
                assertTrue(stories.get(earlier.id()).end >= 0, () -> "the restart is reported before the end");
            case Gap gap -> {
                see(gap.session().id(), gap.first(), gap.last());
                gaps.add(gap);
            }
            case SessionEvent.Ended(Session session, long count) -> stories.get(session.id()).end = count;
            case LostSession lost -> assertTrue(!lost.forGood(), lost::description);
            default -> {
            }
        }
    }

    /** Whether everything up to a sequence, the next to be published, was received. */
    boolean has(final long session, final long next) {
        final Story story = stories.get(session);
        return story != null && story.next >= next && story.seen.nextClearBit((int) begun(story)) >= next;
    }

    /** Whether the end of the session was reported, with the correct number of messages. */
    boolean hasEnd(final long session, final long count) {
        final Story story = stories.get(session);
        return story != null && story.end == count && (begun(story) >= count || has(session, count));
    }

    private static long begun(final Story story) {
        final int first = story.seen.nextSetBit(0);
        return first < 0 ? story.first : first;
    }

    /** The first sequence received of a session; -1 without one. */
    long first(final long session) {
        final Story story = stories.get(session);
        return story == null ? -1 : begun(story);
    }

    boolean knows(final long session) {
        return stories.containsKey(session);
    }

    List<Gap> gaps() {
        return gaps;
    }

    long messages() {
        return messages;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        stories.forEach((id, story) -> text.append("session ").append(Long.toHexString(id)).append(" from ")
                .append(story.first).append(" to ").append(story.next).append(", end ").append(story.end).append("; "));
        return text + "gaps " + gaps;
    }
}
