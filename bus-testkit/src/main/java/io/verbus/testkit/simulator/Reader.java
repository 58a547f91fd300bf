package io.verbus.testkit.simulator;

import io.verbus.Action;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.Delivery;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.testkit.oracle.Reception;
import io.verbus.testkit.seeds.Violation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/**
 * A subscription of a history, plain or filled from a journal, which refuses some messages. One {@link Story} per
 * session checks its events.
 */
final class Reader implements PollHandler, SessionListener {
    private static final int REFUSES_ONE_IN = 50;

    private final World world;
    private final SimProcess process;
    private final String name;
    private final RequestedSubscription wish;
    private final boolean here;
    private final Map<Long, Story> stories = new LinkedHashMap<>();
    private Subscription plain;
    private RecoveringSubscription filled;

    /**
     * On a process.
     *
     * @param meeting endpoints for publishers on another host; none on theirs
     * @param recorders endpoints for recorders on another host; none on theirs
     */
    Reader(final World world, final SimProcess process, final String name, final RequestedSubscription wish,
            final Endpoint[] meeting,
            final Endpoint[] recorders) {
        this.world = world;
        this.process = process;
        this.name = name;
        this.wish = wish;
        this.here = meeting.length == 0;
        final SubscriptionSettings settings = wish.settings(name, meeting).withListener(this);
        if (wish.filled()) {
            filled = RecoveringSubscription.of(process.bus(), settings, wish.recovery(recorders));
            world.count(Event.SUBSCRIBED_TO_BE_FILLED);
        } else {
            plain = process.bus().subscribe(settings);
        }
        world.note(name, here ? Event.SUBSCRIBED_HERE : Event.SUBSCRIBED_ELSEWHERE, process + ", " + wish);
    }

    String name() {
        return name;
    }

    Policy policy() {
        return wish.policy();
    }

    boolean isFilled() {
        return wish.filled();
    }

    /** Whether it is on the host of its publishers. */
    boolean isHere() {
        return here;
    }

    Reception reception() {
        if (!wish.filled()) {
            return Reception.PLAIN;
        }
        return wish.delivery() == Delivery.IN_ORDER ? Reception.RECOVERING : Reception.RECOVERING_LIVE_FIRST;
    }

    Map<Long, Story> stories() {
        return stories;
    }

    /** Returns the number of messages taken. */
    int poll(final int limit) {
        world.count(Event.POLLED);
        if (!wish.filled()) {
            return plain.poll(this, limit);
        }
        final int count = filled.poll(this, limit);
        if (filled.isFilling()) {
            world.count(Event.FILLING);
        }
        return count;
    }

    /** Whether every message that it can know of was delivered or reported missing. */
    boolean hasAllOf(final Feed feed) {
        final Story story = stories.get(feed.session());
        return story == null ? feed.isOver() || !wish.findsAll() : story.isWhole();
    }

    /** Whether nothing is in flight to it. */
    boolean isCalm() {
        return !wish.filled() || !filled.isFilling();
    }

    void judge(final Feed feed) {
        final Story story = stories.get(feed.session());
        if (story != null) {
            story.judge(wish.policy());
            if (wish.session() == feed.session() && wish.start() instanceof Start.At at) {
                check(story.begun() == at.sequence() || story.begun() == feed.beginning(at.sequence()),
                        () -> "began with " + story.begun() + ", but requested " + at.sequence());
            }
        } else {
            check(hasAllOf(feed), () -> "has not found " + feed);
        }
    }

    void close() {
        if (wish.filled()) {
            filled.close();
        } else {
            plain.close();
        }
        world.note(name, Event.LEFT, "");
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (world.dice().oneIn(REFUSES_ONE_IN)) {
            world.count(Event.NOT_TAKEN);
            return Action.NOT_TAKEN;
        }
        final Story story = story(header.session());
        story.message(header.sequence(), header.frames(),
                story.truth().payloads().fault(buffer, offset, length, header.sequence()));
        world.count(header.frames() > 1 ? Event.DELIVERED_LONG : Event.DELIVERED);
        return Action.TAKEN;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        world.note(name, Event.STARTED, world.session(session.id()) + " at " + first);
        final Story earlier = stories.put(session.id(), new Story(this, world.session(session.id()), first));
        check(earlier == null, () -> "received two starts of " + earlier);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        world.note(name, Event.RESTARTED, session.toString());
        check(!stories.containsKey(session.id()) && story(earlier.id()).isOver(),
                () -> "received a restart of " + earlier + " as " + session);
    }

    @Override
    public void onGap(final Gap gap) {
        world.note(name, Event.GAP, gap.first() + " to " + gap.last() + ", " + gap.description());
        story(gap.session().id()).gap(gap);
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        check(false, () -> "doubts message " + sequence + ", but no handler was late");
    }

    @Override
    public void onRefused(final Session session, final Refusal cause) {
        world.note(name, Event.REFUSED, cause.toString());
        if (wish.policy() != Policy.BLOCK || cause == Refusal.NONE) {
            world.failures().add(new Violation(this + " is refused: " + cause));
        }
    }

    @Override
    public void onLost(final LostSession lost) {
        world.note(name, lost.forGood() ? Event.LOST_FOR_GOOD : Event.LOST_FOR_A_WHILE, lost.toString());
        final Story story = stories.get(lost.session().id());
        if (story != null) { // otherwise it was lost before it started
            story.lost(lost);
        }
    }

    @Override
    public void onBack(final Session session, final long next) {
        world.note(name, Event.BACK, session + " at " + next);
        story(session.id()).back(next);
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        world.note(name, Event.ENDED, session + " with " + messages);
        story(session.id()).ended(messages);
    }

    private Story story(final long session) {
        final Story story = stories.get(session);
        check(story != null, () -> "received no start of " + world.session(session));
        return story;
    }

    private void check(final boolean holds, final Supplier<String> what) {
        if (!holds) {
            throw new Violation(this + " " + what.get());
        }
    }

    @Override
    public String toString() {
        return name + " (" + process + ", " + wish + ")";
    }
}
