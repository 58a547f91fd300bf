package io.verbus.testkit.stepper;

import io.verbus.Action;
import io.verbus.BlockingPermission;
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
import io.verbus.support.seeds.Violation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * A subscription and its application: a handler that is late, refuses, throws, or is stopped in the middle. One
 * {@link SessionChecks} per session checks its messages.
 */
final class SimReader implements PollHandler, SessionListener {
    private final StepperWorld world;
    private final StepperProcess process;
    private final SubscriptionSettings settings;
    private final Interruption interruption;
    private final Map<Long, SessionChecks> readings = new LinkedHashMap<>();
    /** The silence of each session at the conductor's last duty cycle. */
    private final Map<Long, Long> silences = new HashMap<>();
    private final Map<Long, Refusal> refusals = new HashMap<>();
    private Subscription subscription;
    private Session restarted;
    private boolean polled;
    private long gaps;
    private long missed;

    /** Runs other steps while a handler has a message. */
    @FunctionalInterface
    interface Interruption {
        void of(SimReader reader);
    }

    SimReader(final StepperWorld world, final StepperProcess process, final SubscriptionSettings settings,
            final Interruption interruption) {
        this.world = world;
        this.process = process;
        this.settings = settings.withListener(this);
        this.interruption = interruption;
        world.readers().put(name(), this);
    }

    /** Joins the present sessions. */
    void join() {
        final List<SteppedFeed> present = world.sessions().stream()
                .filter(session -> world.host().hasLog(StepperWorld.STREAM, session.id())).toList();
        for (final SteppedFeed session : present) {
            if (present.stream().noneMatch(session::isSupersededBy)) {
                readings.put(session.id(), existing(session));
            }
        }
        subscription = process.bus().subscribe(settings);
        world.note(name(), StepperEvent.SUBSCRIBED, settings.policy() + " " + settings.start() + " " + settings.repair()
                + (settings.copies() ? " copies" : ""));
    }

    private SessionChecks existing(final SteppedFeed session) {
        return switch (settings.start().in(session.id())) {
            case Start.Live live -> SessionChecks.from(world, name(), session, policy(), session.committed());
            case Start.At at -> SessionChecks.from(world, name(), session, policy(), at.sequence());
            case Start.Oldest oldest -> SessionChecks.oldest(world, name(), session, policy());
        };
    }

    String name() {
        return settings.name();
    }

    StepperProcess process() {
        return process;
    }

    Map<Long, SessionChecks> readings() {
        return readings;
    }

    /** Whether every message of a session that it can know of was delivered or reported missing. */
    boolean hasAllOf(final SteppedFeed session) {
        final SessionChecks reading = readings.get(session.id());
        return reading == null
                ? session.isOver()
                : reading.isOver() || !session.isOver() && reading.next() >= session.committed();
    }

    /** Whether it was notified of a refusal by a present publisher, if there is one. */
    boolean knowsOfRefusal(final SteppedFeed session, final BlockingPermission blocking) {
        return policy() != Policy.BLOCK || isDoneWith(session) || blocking.allow(name())
                || refusals.get(session.id()) == Refusal.NAME;
    }

    boolean isDoneWith(final SteppedFeed session) {
        final SessionChecks reading = readings.get(session.id());
        return reading != null && reading.isOver();
    }

    void checkHasAllOf(final SteppedFeed session) {
        if (!hasAllOf(session)) {
            final SessionChecks reading = readings.get(session.id());
            throw new Violation(this + " does not reach the end of " + session + " with " + session.committed()
                    + " frames: " + (reading == null ? "has not found it" : reading.next() + " is next"));
        }
    }

    /** Number of gaps reported. */
    long gaps() {
        return gaps;
    }

    /** Number of frames reported missing. */
    long missed() {
        return missed;
    }

    /** Whether its handler is on the stack. */
    boolean isPolled() {
        return polled;
    }

    /** The conductor of its process is about to check all sessions. */
    void look() {
        world.sessions().forEach(session -> silences.put(session.id(), world.time().nowNs() - session.lastBeatNs()));
    }

    void acknowledged(final long session) {
        reading(session).acknowledged();
    }

    void release(final long session) {
        reading(session).release();
    }

    /** One poll. */
    void poll(final int limit) {
        world.note(name(), StepperEvent.POLLED, "limit " + limit);
        polled = true;
        try {
            final int count = subscription.poll(this, limit);
            if (count > limit) {
                throw new Violation(name() + " got " + count + " messages, and the limit was " + limit);
            }
            if (!process.isDead()) {
                readings.values().forEach(SessionChecks::checkTornReported);
                checkStartFollows();
            }
        } finally {
            polled = false;
        }
    }

    /** Closes the subscription. */
    void leave() {
        subscription.close();
        world.note(name(), StepperEvent.LEFT, "");
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (process.isDead()) {
            return Action.NOT_TAKEN;
        }
        final SessionChecks reading = reading(header.session());
        final long sequence = header.sequence();
        final boolean inPlace = buffer.capacity() == StepperWorld.CAPACITY;
        reading.handed(sequence, inPlace, reading.truth().fault(buffer, offset, length, sequence));
        final int mood = world.dice().below(100);
        if (mood < 8 && process.mayBeInterrupted()) {
            world.note(name(), inPlace ? StepperEvent.INTERRUPTED_IN_PLACE : StepperEvent.INTERRUPTED_ON_COPY,
                    "message " + sequence);
            interruption.of(this);
            if (process.isDead()) {
                return Action.NOT_TAKEN; // its present events are not checked any more
            }
            final boolean torn = reading.truth().fault(buffer, offset, length, sequence) != null;
            reading.interrupted(torn);
            if (torn) {
                world.note(name(), StepperEvent.TORN_UNDER_HANDLER, "message " + sequence);
            }
        }
        if (mood % 10 == 0) {
            reading.notTaken();
            world.note(name(), StepperEvent.NOT_TAKEN, "message " + sequence);
            return Action.NOT_TAKEN;
        }
        reading.taken(header.frames());
        world.note(name(), header.frames() > 1
                ? StepperEvent.DELIVERED_LONG
                : inPlace ? StepperEvent.DELIVERED_IN_PLACE : StepperEvent.DELIVERED_COPY, "message " + sequence);
        if (mood == 99) {
            world.count(StepperEvent.HANDLER_THREW);
            throw new StepperProcess.HandlerFault();
        }
        return Action.TAKEN;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        if (process.isDead() && !(event instanceof SessionEvent.Refused)) {
            return;
        }
        switch (event) {
            case SessionEvent.Started(Session session, long first) -> onStarted(session, first);
            case SessionEvent.Restarted(Session earlier, Session session) -> onRestarted(earlier, session);
            case Gap gap -> onGap(gap);
            case SessionEvent.Refused(Session session, Refusal cause) -> onRefused(session, cause);
            case SessionEvent.Doubtful(Session session, long sequence) -> {
                world.note(name(), StepperEvent.DOUBTFUL, "message " + sequence);
                reading(session.id()).doubtful(sequence);
            }
            case LostSession lost -> reading(lost.session().id()).lost(lost,
                    silences.getOrDefault(lost.session().id(), 0L));
            case SessionEvent.Back(Session session, long next) -> reading(session.id()).back(next);
            case SessionEvent.Ended(Session session, long messages) -> reading(session.id()).ended(messages);
            case SessionEvent.Failed _ -> {
            }
        }
    }

    private void onStarted(final Session session, final long first) {
        if (restarted != null && restarted.id() != session.id()) {
            throw new Violation(name() + " received a restart, and then another session's start");
        }
        restarted = null;
        readings.computeIfAbsent(session.id(),
                id -> SessionChecks.from(world, name(), world.session(id), policy(), 0)).started(first);
        world.note(name(), StepperEvent.STARTED, reading(session.id()).truth() + " at " + first);
    }

    private void onRestarted(final Session earlier, final Session session) {
        if (!reading(earlier.id()).isOver() || !earlier.publisher().equals(session.publisher())) {
            throw new Violation(name() + " received a restart of " + earlier + " as " + session);
        }
        restarted = session;
        world.note(name(), StepperEvent.PUBLISHER_RESTARTED, session.toString());
    }

    private void onGap(final Gap gap) {
        world.note(name(), StepperEvent.GAP, gap.first() + " to " + gap.last() + ", " + gap.description());
        gaps++;
        missed += gap.count();
        reading(gap.session().id()).gap(gap);
    }

    private void onRefused(final Session session, final Refusal cause) {
        world.note(name(), cause == Refusal.BUDGET ? StepperEvent.REFUSED_FOR_ITS_TIME : StepperEvent.REFUSED,
                cause.toString());
        if (!polled || policy() != Policy.BLOCK || cause == Refusal.NONE) {
            world.failures().add(new Violation(this + " is refused: " + cause));
        }
        refusals.put(session.id(), cause);
    }

    @Override
    public String toString() {
        return name() + " (" + settings.policy() + ", " + process + ")";
    }

    private Policy policy() {
        return settings.policy();
    }

    /** The bus finds a session that started after the join, and reads it from its beginning. */
    private SessionChecks reading(final long session) {
        return readings.computeIfAbsent(session,
                id -> SessionChecks.from(world, name(), world.session(id), policy(), 0));
    }

    private void checkStartFollows() {
        if (restarted != null) {
            throw new Violation(name() + " received a restart without the start of " + restarted);
        }
    }
}
