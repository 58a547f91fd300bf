package io.verbus.testkit.pusher;

import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Pusher;
import io.verbus.Start;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.LogLayout;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Dice;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A publication with two pushers, which stop and continue, and readers of all policies on another host. One thread runs
 * the steps of all actors; a step may run in the middle of a push or a poll of another actor. At the end either the
 * conductor is stopped or some of the pushers are: then it pushes in their place.
 */
final class PusherHistory {
    private static final int STEPS = 400;
    private static final int DEEPEST = 2;
    private static final int LONGEST = 2_000;
    private static final int SETTLING_ROUNDS = 300;
    private static final Duration SETTLING_TIME = Duration.ofMillis(2);

    private final Dice dice;
    private final Fabric fabric;
    private final Pusher[] pushers = {new Pusher("p0"), new Pusher("p1")};
    private final boolean[] stopped = new boolean[pushers.length];
    private final FabricPair pair;
    private final Publication publication;
    private final Payloads payloads;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
    private final List<Reader> readers = new ArrayList<>();
    private final Set<String> evicted = new HashSet<>();
    private final Set<Actor> busy = EnumSet.noneOf(Actor.class);

    private enum Actor {
        PUBLISHER, FIRST_PUSHER, SECOND_PUSHER, CONDUCTOR, SUBSCRIBER
    }

    private record Reader(Subscription subscription, SubscriptionOracle oracle) {}

    private PusherHistory(final long seed, final Path directory) {
        dice = new Dice(seed);
        fabric = new Fabric(dice.seed(), (dice.oneIn(2) ? FabricSettings.prompt() : FabricSettings.moodyOnes())
                .withMaxPush(dice.pick(List.of(96, 1_024, 4_096))));
        pair = FabricPair.open(directory, fabric, pushers);
        publication = pair.publish(PublicationSettings.of("s").withCapacity(LogLayout.MIN_CAPACITY)
                .withListener(new SubscriberListener() {
                    @Override
                    public void onEvicted(final Subscriber subscriber, final EvictionCause cause,
                            final String description) {
                        evicted.add(subscriber.name());
                    }
                }));
        payloads = new Payloads(publication.session().id(), LONGEST);
        final boolean mayBlock = dice.oneIn(2); // else no reader prevents the publisher from lapping a push
        for (int i = dice.between(1, 4); i >= 0; i--) {
            subscribe(mayBlock ? dice.pick(List.of(Policy.values())) : Policy.SKIP, "r" + i);
        }
        fabric.interruption(call -> interrupt());
    }

    /** Runs a history; returns all that its readers saw. Throws an {@link AssertionError} if a promise is not kept. */
    static String run(final long seed) {
        final Path directory;
        try {
            directory = new ShmDir().createTempDirectory(null, null);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return new PusherHistory(seed, directory).run();
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        } finally {
            IoUtil.delete(directory.toFile(), true);
        }
    }

    private void subscribe(final Policy policy, final String name) {
        final SubscriptionOracle oracle = new SubscriptionOracle(session -> new Payloads(session, LONGEST));
        readers.add(new Reader(pair.subscribe(SubscriptionSettings.of("s").withName(name).withPolicy(policy)
                .withStart(Start.oldest()).withListener(oracle)), oracle));
    }

    private String run() {
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        fabric.interruption(call -> {});
        if (dice.oneIn(2)) {
            pushWithoutConductor();
        }
        for (int i = 0; i < pushers.length; i++) {
            stopped[i] = dice.oneIn(2);
        }
        for (int i = 0; i < SETTLING_ROUNDS && !haveAll(); i++) {
            cycle();
            settlingRound();
        }
        readers.forEach(this::check);
        final String seen = readers.stream().map(this::describe).collect(Collectors.joining("\n"));
        pair.close();
        return seen;
    }

    /** Pushers receive credit themselves: readers that are never lapped get all messages. */
    private void pushWithoutConductor() {
        Arrays.fill(stopped, false);
        final List<Reader> blocking = readers.stream().filter(this::isBlocking).toList();
        for (int i = 0; i < SETTLING_ROUNDS && !blocking.stream().allMatch(this::hasAll); i++) {
            settlingRound();
        }
        blocking.forEach(reader -> require(hasAll(reader), "without a conductor: " + describe(reader)));
    }

    private void settlingRound() {
        pair.elapse(SETTLING_TIME); // small credit is returned after a time
        push(0);
        push(1);
        fabric.settle(now());
        readers.forEach(reader -> reader.subscription.poll(reader.oracle, 200));
        pair.subscribing().doWork();
        fabric.settle(now());
    }

    private void step() {
        switch (dice.weighted(30, 25, 10, 30, 25, 2, 2)) {
            case 0 -> as(Actor.PUBLISHER, () -> offer(dice.between(1, dice.oneIn(8) ? 150 : 20)));
            case 1 -> push(dice.below(pushers.length));
            case 2 -> as(Actor.CONDUCTOR, this::cycle);
            case 3 -> as(Actor.SUBSCRIBER, this::poll);
            case 4 -> fabric.step(now());
            case 5 -> stopped[dice.below(pushers.length)] ^= true;
            default -> as(Actor.SUBSCRIBER, () -> pair.subscribing().doWork());
        }
    }

    /** Other actors run in the middle of a call of a cursor's owner. */
    private void interrupt() {
        if (dice.oneIn(8)) { // a lap of the log
            as(Actor.PUBLISHER, () -> offer(200));
        } else if (busy.size() <= DEEPEST && dice.oneIn(4)) {
            for (int i = dice.between(1, 6); i > 0; i--) {
                step();
            }
        }
    }

    private void as(final Actor actor, final Runnable work) {
        if (busy.add(actor)) {
            work.run();
            busy.remove(actor);
        }
    }

    private void cycle() {
        pair.publishing().doWork();
    }

    private void push(final int pusher) {
        if (!stopped[pusher]) {
            as(pusher == 0 ? Actor.FIRST_PUSHER : Actor.SECOND_PUSHER, () -> pushers[pusher].doWork());
        }
    }

    private void offer(final int count) {
        for (int i = 0; i < count; i++) {
            final long sequence = publication.sequence();
            payloads.encode(message, 0, sequence);
            if (publication.offer(message, 0, payloads.length(sequence)) < 0) {
                return;
            }
        }
    }

    private void poll() {
        final Reader reader = dice.pick(readers);
        reader.subscription.poll(reader.oracle, dice.between(1, 60));
    }

    private boolean haveAll() {
        return readers.stream().allMatch(reader -> isEvicted(reader) || hasAll(reader));
    }

    private boolean hasAll(final Reader reader) {
        return reader.oracle.of(publication.session()).next() == publication.sequence();
    }

    private boolean isBlocking(final Reader reader) {
        return reader.subscription.settings().policy() == Policy.BLOCK;
    }

    private String describe(final Reader reader) {
        return reader.subscription.settings().policy() + " reader: " + reader.oracle.of(publication.session()) + " of "
                + publication.sequence() + ", " + reader.oracle.events() + ", " + fabric;
    }

    /** Also a reader under EVICT that lost its connection, and was lapped before it came back. */
    private boolean isEvicted(final Reader reader) {
        return evicted.contains(reader.subscription.settings().name())
                || reader.subscription.settings().policy() == Policy.EVICT
                        && reader.oracle.of(publication.session()).isOver();
    }

    private void check(final Reader reader) {
        require(reader.oracle.faults().isEmpty(), reader.oracle.faults().toString());
        final SessionOracle session = reader.oracle.of(publication.session());
        if (!isEvicted(reader)) {
            final String state = describe(reader);
            require(hasAll(reader), state);
            require(session.first() + session.delivered() + session.missed() == session.next(), state);
            require(!isBlocking(reader) || session.first() == 0 && session.missed() == 0, state);
        }
        require(fabric.breaches().isEmpty(), fabric.breaches().toString());
        require(pair.errors().stream().allMatch(error -> error.contains("has not run for 500 ms")),
                pair.errors().toString());
    }

    private static void require(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private long now() {
        return pair.now();
    }
}
