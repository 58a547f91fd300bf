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
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.Delivery;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.oracle.Reception;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/**
 * A subscription of a history, plain or filled from a journal, which refuses some messages. One {@link Story} per
 * session checks its events.
 */
final class SimSubscription implements PollHandler, SessionListener {
    private static final int REFUSES_ONE_IN = 50;

    private final World world;
    private final SimProcess process;
    private final String name;
    private final RequestedSubscription requested;
    private final boolean here;
    private final Map<Long, Story> stories = new LinkedHashMap<>();
    private Consumer<Gap> gapListener = gap -> {};
    private Subscription plain;
    private RecoveringSubscription filled;

    /**
     * On a process.
     *
     * @param meeting endpoints for publishers on another host; none on theirs
     * @param recorders endpoints for recorders on another host; none on theirs
     */
    SimSubscription(final World world, final SimProcess process, final String name,
            final RequestedSubscription requested,
            final Endpoint[] meeting,
            final Endpoint[] recorders) {
        this.world = world;
        this.process = process;
        this.name = name;
        this.requested = requested;
        this.here = meeting.length == 0;
        final SubscriptionSettings settings = requested.settings(name, meeting).withListener(this);
        if (requested.filled()) {
            filled = RecoveringSubscription.of(process.bus(), settings, requested.recovery(recorders));
            world.count(SimEvent.SUBSCRIBED_TO_BE_FILLED);
        } else {
            plain = process.bus().subscribe(settings);
        }
        world.note(name, here ? SimEvent.SUBSCRIBED_HERE : SimEvent.SUBSCRIBED_ELSEWHERE, process + ", " + requested);
    }

    void onEachGap(final Consumer<Gap> listener) {
        gapListener = listener;
    }

    String name() {
        return name;
    }

    Policy policy() {
        return requested.policy();
    }

    boolean isFilled() {
        return requested.filled();
    }

    /** Whether it is on the host of its publishers. */
    boolean isHere() {
        return here;
    }

    Reception reception() {
        if (!requested.filled()) {
            return Reception.PLAIN;
        }
        return requested.delivery() == Delivery.IN_ORDER ? Reception.RECOVERING : Reception.RECOVERING_LIVE_FIRST;
    }

    Map<Long, Story> stories() {
        return stories;
    }

    /** Returns the number of messages taken. */
    int poll(final int limit) {
        world.count(SimEvent.POLLED);
        if (!requested.filled()) {
            return plain.poll(this, limit);
        }
        final int count = filled.poll(this, limit);
        if (filled.isFilling()) {
            world.count(SimEvent.FILLING);
        }
        return count;
    }

    /** Whether every message that it can know of was delivered or reported missing. */
    boolean hasAllOf(final SimPublication feed) {
        final Story story = stories.get(feed.session());
        return story == null ? feed.isOver() || !requested.findsAll() : story.isWhole();
    }

    /** Whether nothing is in flight to it. */
    boolean isCalm() {
        return !requested.filled() || !filled.isFilling();
    }

    void judge(final SimPublication feed) {
        final Story story = stories.get(feed.session());
        if (story != null) {
            story.judge(requested.policy());
            if (requested.session() == feed.session() && requested.start() instanceof Start.At at) {
                // In the middle of a message its rest is passed, or reported if the session is lost there.
                check(story.begun() >= at.sequence() && story.begun() <= feed.beginning(at.sequence()),
                        () -> "began with " + story.begun() + ", but requested " + at.sequence());
            }
        } else {
            check(hasAllOf(feed), () -> "has not found " + feed);
        }
    }

    void close() {
        if (requested.filled()) {
            filled.close();
        } else {
            plain.close();
        }
        world.note(name, SimEvent.LEFT, "");
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (world.dice().oneIn(REFUSES_ONE_IN)) {
            world.count(SimEvent.NOT_TAKEN);
            return Action.NOT_TAKEN;
        }
        final Story story = story(header.session());
        story.message(header.sequence(), header.frames(),
                story.truth().payloads().fault(buffer, offset, length, header.sequence()));
        world.count(header.frames() > 1 ? SimEvent.DELIVERED_LONG : SimEvent.DELIVERED);
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, long first) -> {
                world.note(name, SimEvent.STARTED, world.session(session.id()) + " at " + first);
                final Story earlier = stories.put(session.id(), new Story(this, world.session(session.id()), first));
                check(earlier == null, () -> "received two starts of " + earlier);
            }
            case SessionEvent.Restarted(Session earlier, Session session) -> {
                world.note(name, SimEvent.RESTARTED, session.toString());
                check(!stories.containsKey(session.id()) && story(earlier.id()).isOver(),
                        () -> "received a restart of " + earlier + " as " + session);
            }
            case Gap gap -> {
                world.note(name, SimEvent.GAP, gap.first() + " to " + gap.last() + ", " + gap.description());
                story(gap.session().id()).gap(gap);
                gapListener.accept(gap);
            }
            case SessionEvent.Doubtful(_, long sequence) ->
                check(false, () -> "doubts message " + sequence + ", but no handler was late");
            case SessionEvent.Refused(_, Refusal cause) -> {
                world.note(name, SimEvent.REFUSED, cause.toString());
                if (requested.policy() != Policy.BLOCK || cause == Refusal.NONE) {
                    world.failures().add(new Violation(this + " is refused: " + cause));
                }
            }
            case LostSession lost -> {
                world.note(name, lost.forGood() ? SimEvent.LOST_FOR_GOOD : SimEvent.LOST_FOR_A_WHILE, lost.toString());
                final Story story = stories.get(lost.session().id());
                if (story != null) { // otherwise it was lost before it started
                    story.lost(lost);
                }
            }
            case SessionEvent.Back(Session session, long next) -> {
                world.note(name, SimEvent.BACK, session + " at " + next);
                story(session.id()).back(next);
            }
            case SessionEvent.Ended(Session session, long messages) -> {
                world.note(name, SimEvent.ENDED, session + " with " + messages);
                story(session.id()).ended(messages);
            }
            default -> {
            }
        }
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
        return name + " (" + process + ", " + requested + ")";
    }
}
